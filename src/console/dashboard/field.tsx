import { useId, useRef, useState, type ReactNode } from 'react';
import { AmountInput } from '../amount-input.js';
import { firstToFill, focusNext } from '../focus.js';
import { words } from '../words/speech.js';
import { useFault } from '../wrong.js';

/** Describes a field by its hint and by what is wrong with it. */
function useNotes(id: string, name: string, hint: string | undefined) {
  const wrong = useFault(name);
  const describedBy = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return {
    described: {
      'aria-describedby': describedBy || undefined,
      'aria-invalid': wrong !== undefined || undefined,
    },
    notes: (
      <>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
        {wrong && (
          <small id={`${id}-wrong`} className="wrong">
            {wrong}
          </small>
        )}
      </>
    ),
  };
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly type?: 'text' | 'email' | 'url' | 'date' | 'color';
  readonly inputMode?: 'numeric';
  readonly max?: number;
  readonly usual?: string | undefined;
}

/** One place to write in, under its name. */
export function Field({ name, label, hint, isRequired, type = 'text', inputMode, max, usual }: FieldProps) {
  const id = useId();
  const { described, notes } = useNotes(id, name, hint);
  return (
    <div className="argument">
      <label htmlFor={id}>
        {label}
        {!isRequired && <small>{words.act.optional}</small>}
      </label>
      <input
        id={id}
        name={name}
        type={type}
        required={isRequired}
        maxLength={max}
        inputMode={inputMode}
        defaultValue={usual}
        autoComplete="off"
        spellCheck={false}
        {...described}
      />
      {notes}
    </div>
  );
}

type AmountFieldProps = Pick<FieldProps, 'name' | 'label' | 'hint' | 'usual'>;

/** An amount, as people write it in their language. */
export function AmountField({ name, label, hint, usual = '' }: AmountFieldProps) {
  const id = useId();
  const [amount, set] = useState(usual);
  const { described, notes } = useNotes(id, name, hint);
  return (
    <div className="argument">
      <label htmlFor={id}>{label}</label>
      <AmountInput id={id} name={name} value={amount} set={set} required {...described} />
      {notes}
    </div>
  );
}

interface PickerProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly usual?: string;
  readonly hint?: string | undefined;
  readonly onPick?: (value: string) => void;
}

/** One of several, under its name. */
export function Picker({ name, label, options, usual = '', hint, onPick }: PickerProps): ReactNode {
  const id = useId();
  const isPointed = useRef(false);
  const { described, notes } = useNotes(id, name, hint);
  return (
    <div className="argument">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        required
        defaultValue={usual}
        {...described}
        onPointerDown={() => (isPointed.current = true)}
        onKeyDown={() => (isPointed.current = false)}
        onChange={({ target }) => {
          onPick?.(target.value);
          if (isPointed.current) focusNext(target);
        }}
      >
        {options.some(([value]) => value === usual) ? null : <option value="">{words.act.choose}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {notes}
    </div>
  );
}

interface CheckProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
}

/** Something that is on or off. */
export function Check({ name, label, hint, isOn }: CheckProps) {
  const id = useId();
  return (
    <div className="option">
      <input id={id} name={name} type="checkbox" defaultChecked={isOn} aria-describedby={`${id}-hint`} />
      <label htmlFor={id}>
        {label} <small id={`${id}-hint`}>{hint}</small>
      </label>
    </div>
  );
}

/** Puts the focus where a form that a page begins with has to be filled in first. */
export const beginForm = (form: HTMLFormElement | null): void => {
  const first = form && firstToFill(form);
  first?.focus();
  // What is filled in already is written over.
  if (first instanceof HTMLInputElement) first.select();
};

/** The newest of a kind, with the one that the address names first, however old it is. */
export function newestWith<T extends { readonly id: string }>(
  named: T | undefined,
  newest: readonly T[],
): readonly T[] {
  return named ? [named, ...newest.filter(({ id }) => id !== named.id)] : newest;
}

/** The filled-in values of a form, without empty ones. An amount is a plain decimal. */
export function filledIn(form: HTMLFormElement): Readonly<Record<string, string>> {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== ''
      ? [[name, amountIn(form, name) ?? value.trim()] as const]
      : [],
  );
  return Object.fromEntries(texts);
}

/** The plain decimal that an amount is read as; undefined for other fields. */
function amountIn(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement ? field.dataset['amount'] : undefined;
}

type Nested = { [name: string]: string | boolean | Nested };

/** Fields of forms as bodies have them: `details.document.type` is a field of an object in an object. */
export function nested(fields: Readonly<Record<string, string | boolean>>): Nested {
  const whole: Nested = {};
  for (const [path, value] of Object.entries(fields)) {
    const names = path.split('.');
    let at = whole;
    for (const name of names.slice(0, -1)) {
      const inner = at[name];
      at = at[name] = typeof inner === 'object' ? inner : {};
    }
    at[names.at(-1) ?? ''] = value;
  }
  return whole;
}
