import { createContext, use, useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { AmountInput } from './amount-input.js';
import { bare, catalogue, isRequired, type Field, type Wording } from './catalogue.js';
import type { Choices } from './choice.js';
import { zoneText } from './clock.js';
import { focusNext, isPointed, leaveFilled } from './focus.js';
import { textOf } from './text.js';
import { fieldLabel, stateText } from './words/label.js';
import { words } from './words/speech.js';
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
  says,
}: {
  readonly id: string;
  readonly path: string;
  readonly says?: string | undefined;
}) {
  const wrong = useFault(path);
  const name = fieldLabel(path.split('.').at(-1) ?? '').toLowerCase();
  const isSaid = says !== undefined && says.toLowerCase().replace(/^(the|its|a) /, '') !== `${name}.`;
  return (
    <>
      {isSaid && <small>{says}</small>}
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
function timeHint(says: string | undefined, value: unknown): string | undefined {
  const at = Date.parse(textOf(value));
  if (Number.isNaN(at) || zoneText(new Date(at)) === 'UTC') return says;
  return `${says ?? ''} ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC.`.trim();
}

interface LabelledProps extends Pick<InputProps, 'name' | 'field'> {
  readonly path: string;
  readonly id: string;
  readonly says?: string | undefined;
  readonly unit?: ReactNode;
  readonly children: ReactNode;
}

/** An input with its label, its notes and its fault. */
const Labelled = ({ name, path, field, id, says = field.words, unit, children }: LabelledProps) => (
  <label className="argument" data-path={path}>
    <span>
      {fieldLabel(name)}
      {unit}
      {!isRequired(field.type) && <small>{words.act.optional}</small>}
    </span>
    {children}
    <Notes id={id} path={path} says={says} />
  </label>
);

/** An amount, as people write it in their language. */
export function AmountText({ name, path = name, field, value, set }: InputProps) {
  const id = useId();
  const described = useDescribed(id, path);
  return (
    <Labelled name={name} path={path} field={field} id={id}>
      <AmountInput
        name={name}
        required={isRequired(field.type)}
        value={textOf(value)}
        set={set}
        {...described}
      />
    </Labelled>
  );
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
    <Labelled
      name={name}
      path={path}
      field={field}
      id={id}
      says={isTime ? timeHint(field.words, value) : field.words}
      unit={isTime && words.act.yourTime(zoneText())}
    >
      <input
        name={name}
        type={isTime ? 'datetime-local' : 'text'}
        required={isRequired(field.type)}
        value={textOf(value)}
        inputMode={type === 'Int' ? 'numeric' : 'text'}
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
    </Labelled>
  );
}

/** A choice among objects, by name. */
export function Listed({ name, path = name, field, value, set }: InputProps) {
  const id = useId();
  const known = use(Known).choices[name];
  const described = useDescribed(id, path);
  // A single destination is preselected and can be cleared.
  const only = name === 'destinationId' && known?.length === 1 ? known[0]?.value : undefined;
  const select = useRef<HTMLSelectElement>(null);
  const choose = useEffectEvent(() => {
    if (only === undefined || value !== undefined) return;
    flushSync(() => set(only));
    if (select.current?.form) leaveFilled(select.current.form);
  });
  useEffect(() => queueMicrotask(choose), [only]);
  return (
    <Labelled name={name} path={path} field={field} id={id}>
      <select
        ref={select}
        name={name}
        value={textOf(value)}
        required={isRequired(field.type)}
        disabled={known === undefined}
        {...described}
        onChange={({ target }) => set(target.value || undefined)}
      >
        <option value="">
          {known === undefined ? words.part.loading : known.length === 0 ? words.act.none : words.act.choose}
        </option>
        {known?.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export type Option = readonly [value: string | boolean, label: string, says: string];
export const verdict = ({ yes, no }: Wording = {}): readonly Option[] => [
  [true, yes?.[0] ?? words.part.yes, yes?.[1] ?? ''],
  [false, no?.[0] ?? words.part.no, no?.[1] ?? ''],
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
        {fieldLabel(name)}
        <select
          value={textOf(value ?? '')}
          required={isRequired(field.type)}
          {...described}
          onChange={({ target }) => set(target.value || undefined)}
        >
          <option value="">{words.act.choose}</option>
          {options.map(([each, label]) => (
            <option key={textOf(each)} value={textOf(each)}>
              {label}
            </option>
          ))}
        </select>
        <Notes id={id} path={path} says={field.words} />
      </label>
    );
  }
  return (
    <fieldset className="argument" data-path={path}>
      <legend>{fieldLabel(name, field.type)}</legend>
      {options.map(([each, label, says]) => (
        <label key={textOf(each)} className="option">
          <input
            type="radio"
            name={`${id}-${name}`}
            value={textOf(each)}
            required={isRequired(field.type)}
            checked={value === each}
            {...described}
            onChange={() => set(each)}
            onClick={(event) => isPointed(event) && focusNext(event.currentTarget)}
          />
          <span>
            {label.replaceAll('_', ' ')} {says !== '' && <small>{says}</small>}
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
      <legend>{fieldLabel(name)}</legend>
      {Object.entries(catalogue.enums[bare(field.type)] ?? {}).map(([each, says]) => (
        <label key={each} className="option">
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={({ target }) =>
              set(target.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          />
          <span>
            {stateText(each, bare(field.type))} <small>{says}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
