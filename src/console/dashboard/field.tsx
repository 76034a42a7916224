import { useId, type ReactNode } from 'react';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isRequired?: boolean;
  readonly type?: 'text' | 'email' | 'url' | 'date';
  readonly inputMode?: 'decimal' | 'numeric';
  readonly max?: number;
  readonly usual?: string | undefined;
}

/** One place to write in, under its name. */
export function Field({ name, label, hint, isRequired, type = 'text', inputMode, max, usual }: FieldProps) {
  const id = useId();
  return (
    <div className="argument">
      <label htmlFor={id}>
        {label}
        {!isRequired && <small> (optional)</small>}
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
        aria-describedby={hint && `${id}-hint`}
      />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
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
  return (
    <div className="argument">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        required
        defaultValue={usual}
        aria-describedby={hint && `${id}-hint`}
        onChange={onPick && (({ target }) => onPick(target.value))}
      >
        {options.some(([value]) => value === usual) ? null : <option value="">Choose</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** The newest of a kind, with the one that the address names first, however old it is. */
export function newestWith<T extends { readonly id: string }>(
  named: T | undefined,
  newest: readonly T[],
): readonly T[] {
  return named ? [named, ...newest.filter(({ id }) => id !== named.id)] : newest;
}

/** What was written into a form, without what was left empty. */
export function given(form: HTMLFormElement): Readonly<Record<string, string>> {
  const texts = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(texts);
}
