import { useEffect, useId, useRef, useState, type InputHTMLAttributes } from 'react';
import { plainAmount, readAmount } from './amount.js';
import { grouped, pointed } from './text.js';
import { words } from './words/speech.js';

interface AmountInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'inputMode'
> {
  readonly value: string;
  /** Takes the plain decimal, or the text as it was typed if it does not read as one. */
  readonly set: (amount: string) => void;
}

/** An amount as people write it in their language, and below it how it is read. One with two meanings is refused. */
export function AmountInput({ value, set, ...attributes }: AmountInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  // A value that nobody typed is a plain decimal.
  const isTyped = typed !== undefined && plainAmount(typed) === value;
  const text = isTyped ? typed : pointed(value);
  const read = isTyped ? readAmount(text) : { amount: value };
  const doubt = read && 'meanings' in read ? words.pay.twoAmounts(...bothTexts(read.meanings)) : '';
  const meant = read && 'amount' in read && grouped(read.amount) !== text ? grouped(read.amount) : '';
  useEffect(() => input.current?.setCustomValidity(doubt), [doubt]);
  const described = [attributes['aria-describedby'], id].filter(Boolean).join(' ');
  return (
    <>
      <input
        autoComplete="off"
        spellCheck={false}
        {...attributes}
        ref={input}
        inputMode="decimal"
        data-amount={value}
        value={text}
        aria-describedby={described}
        aria-invalid={doubt !== '' || attributes['aria-invalid']}
        onChange={({ target }) => {
          setTyped(target.value);
          set(plainAmount(target.value));
        }}
      />
      <small id={id} className={doubt === '' ? undefined : 'wrong'} aria-live="polite">
        {doubt === '' ? meant && words.pay.readAs(meant) : doubt}
      </small>
    </>
  );
}

/** As money is written: with at least two decimals, which tell a thousand from a one. */
const bothTexts = ([one, other]: readonly [string, string]): [string, string] => [money(one), money(other)];

const money = (amount: string): string => grouped(amount.includes('.') ? amount : `${amount}.00`);
