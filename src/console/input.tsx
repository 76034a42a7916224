import { createContext, use, useEffect, useEffectEvent, useId } from 'react';
import { bare, catalogue, isRequired, spaced, type Field, type Wording } from './catalogue.js';
import type { Choices } from './choice.js';
import { zoneText } from './clock.js';
import { textOf } from './text.js';
import { useFault } from './wrong.js';

export interface InputProps {
  readonly name: string;
  /** Path of the field: names separated by dots. */
  readonly path?: string;
  readonly field: Field;
  readonly wording?: Wording | undefined;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

/** Options of fields, and fields with known values, which are hidden. */
export const Known = createContext<{ readonly choices: Choices; readonly hidden: readonly string[] }>({
  choices: {},
  hidden: [],
});

/** Description of a field, unless it repeats the name, and its fault. */
function Notes({
  id,
  path,
  words,
}: {
  readonly id: string;
  readonly path: string;
  readonly words?: string | undefined;
}) {
  const wrong = useFault(path);
  const name = spaced(path.split('.').at(-1) ?? '').toLowerCase();
  const isSaid = words !== undefined && words.toLowerCase().replace(/^(the|its|a) /, '') !== `${name}.`;
  return (
    <>
      {isSaid && <small>{words}</small>}
      {wrong !== undefined && (
        <small id={`${id}-wrong`} className="wrong">
          {wrong}
        </small>
      )}
    </>
  );
}

function useDescribed(id: string, path: string) {
  const isWrong = useFault(path) !== undefined;
  return isWrong ? ({ 'aria-invalid': true, 'aria-describedby': `${id}-wrong` } as const) : {};
}

/** A time, entered in the reader's zone and repeated in UTC below. */
function timeWords(words: string | undefined, value: unknown): string | undefined {
  const at = Date.parse(textOf(value));
  if (Number.isNaN(at) || zoneText(new Date(at)) === 'UTC') return words;
  return `${words ?? ''} ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC.`.trim();
}

/** A text, a number or a time. */
export function Text({ name, path = name, field, value, set }: InputProps) {
  const id = useId();
  const { choices } = use(Known);
  const described = useDescribed(id, path);
  const type = bare(field.type);
  const isTime = type === 'DateTime';
  const known = choices[name];
  const isCode = name === 'currency';
  return (
    <label className="argument" data-path={path}>
      <span>
        {spaced(name)}
        {isTime && ` (your time, ${zoneText()})`}
        {!isRequired(field.type) && <small> (optional)</small>}
      </span>
      <input
        name={name}
        type={isTime ? 'datetime-local' : 'text'}
        required={isRequired(field.type)}
        value={textOf(value)}
        inputMode={type === 'Int' ? 'numeric' : name === 'amount' ? 'decimal' : 'text'}
        pattern={type === 'Int' ? '[0-9]+' : undefined}
        list={known && `${id}-known`}
        autoComplete="off"
        spellCheck={false}
        {...described}
        onChange={({ target }) => set(isCode ? target.value.toUpperCase() : target.value)}
      />
      {known && (
        <datalist id={`${id}-known`}>
          {known.map((each) => (
            <option key={each.value} value={each.value} />
          ))}
        </datalist>
      )}
      <Notes id={id} path={path} words={isTime ? timeWords(field.words, value) : field.words} />
    </label>
  );
}

/** A choice among objects, by name. */
export function Listed({ name, path = name, field, value, set }: InputProps) {
  const id = useId();
  const known = use(Known).choices[name];
  const described = useDescribed(id, path);
  // A single destination is preselected and can be cleared.
  const only = name === 'destinationId' && known?.length === 1 ? known[0]?.value : undefined;
  const choose = useEffectEvent(() => only !== undefined && value === undefined && set(only));
  useEffect(() => void choose(), [only]);
  return (
    <label className="argument" data-path={path}>
      <span>
        {spaced(name)}
        {!isRequired(field.type) && <small> (optional)</small>}
      </span>
      <select
        name={name}
        value={textOf(value)}
        required={isRequired(field.type)}
        disabled={known === undefined}
        {...described}
        onChange={({ target }) => set(target.value || undefined)}
      >
        <option value="">{known === undefined ? 'Loading…' : known.length === 0 ? 'None' : 'Choose'}</option>
        {known?.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
      <Notes id={id} path={path} words={field.words} />
    </label>
  );
}

export type Option = readonly [value: string | boolean, label: string, words: string];
export const verdict = ({ yes, no }: Wording = {}): readonly Option[] => [
  [true, yes?.[0] ?? 'yes', yes?.[1] ?? ''],
  [false, no?.[0] ?? 'no', no?.[1] ?? ''],
];

/** One of a few values. */
export function Choice({
  name,
  path = name,
  field,
  value,
  set,
  options,
}: InputProps & { readonly options: readonly Option[] }) {
  const id = useId();
  const described = useDescribed(id, path);
  if (options.length > 6) {
    return (
      <label className="argument" data-path={path}>
        {spaced(name)}
        <select
          value={textOf(value ?? '')}
          required={isRequired(field.type)}
          {...described}
          onChange={({ target }) => set(target.value || undefined)}
        >
          <option value="">Choose</option>
          {options.map(([each, label]) => (
            <option key={textOf(each)} value={textOf(each)}>
              {label}
            </option>
          ))}
        </select>
        <Notes id={id} path={path} words={field.words} />
      </label>
    );
  }
  return (
    <fieldset className="argument" data-path={path}>
      <legend>{spaced(name)}</legend>
      {options.map(([each, label, words]) => (
        <label key={textOf(each)} className="option">
          <input
            type="radio"
            name={`${id}-${name}`}
            value={textOf(each)}
            required={isRequired(field.type)}
            checked={value === each}
            {...described}
            onChange={() => set(each)}
          />
          <span>
            {label.replaceAll('_', ' ')} {words !== '' && <small>{words}</small>}
          </span>
        </label>
      ))}
      <Notes id={id} path={path} />
    </fieldset>
  );
}

/** Any of a few values. */
export function Boxes({ name, field, value, set }: InputProps) {
  const chosen = (value ?? field.usual ?? []) as readonly string[];
  return (
    <fieldset className="argument">
      <legend>{spaced(name)}</legend>
      {Object.entries(catalogue.enums[bare(field.type)] ?? {}).map(([each, words]) => (
        <label key={each} className="option">
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={({ target }) =>
              set(target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          />
          <span>
            {each} <small>{words}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
