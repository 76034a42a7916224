import { useId, useState } from 'react';
import { bare, catalogue, isList, isRequired, spaced, type Field, type Wording } from './catalogue.js';
import type { Row } from './act.js';
import { textOf } from './text.js';

interface Place {
  readonly name: string;
  readonly field: Field;
  readonly wording?: Wording | undefined;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

/** An input for one argument, by its type. */
export function Argument(place: Place) {
  const { name, field, wording, value, set } = place;
  const type = bare(field.type);
  const inputs = catalogue.inputs[type];
  if (isList(field.type) && inputs) return <Several {...place} />;
  if (inputs) return <Group {...place} />;
  if (isList(field.type) && catalogue.enums[type]) return <Boxes {...place} />;
  if (type === 'Boolean') return <Choice {...place} options={verdict(wording)} />;
  if (catalogue.enums[type]) {
    const options = Object.entries(catalogue.enums[type]).map(
      ([each, words]) => [each, each, words] as const,
    );
    return <Choice {...place} options={options} />;
  }
  const isTime = type === 'DateTime';
  const kind = isTime ? 'datetime-local' : 'text';
  return (
    <label className="argument">
      {spaced(name)}
      {isTime && ' (UTC)'}
      <input
        name={name}
        type={kind}
        required={isRequired(field.type)}
        value={typeof value === 'string' ? value : ''}
        inputMode={type === 'Int' ? 'numeric' : 'text'}
        pattern={type === 'Int' ? '[0-9]+' : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => set(target.value)}
      />
      <small>{field.words}</small>
    </label>
  );
}

type Option = readonly [value: string | boolean, label: string, words: string];
const verdict = ({ yes, no }: Wording = {}): readonly Option[] => [
  [true, yes?.[0] ?? 'yes', yes?.[1] ?? ''],
  [false, no?.[0] ?? 'no', no?.[1] ?? ''],
];

function Choice({ name, field, value, set, options }: Place & { readonly options: readonly Option[] }) {
  const group = useId();
  if (options.length > 6) {
    return (
      <label className="argument">
        {spaced(name)}
        <select
          value={textOf(value ?? '')}
          required={isRequired(field.type)}
          onChange={({ target }) => set(target.value || undefined)}
        >
          <option value="">choose</option>
          {options.map(([each, label]) => (
            <option key={textOf(each)} value={textOf(each)}>
              {label}
            </option>
          ))}
        </select>
        <small>{field.words}</small>
      </label>
    );
  }
  return (
    <fieldset className="argument">
      <legend>{spaced(name)}</legend>
      {options.map(([each, label, words]) => (
        <label key={textOf(each)} className="option">
          <input
            type="radio"
            name={`${group}-${name}`}
            value={textOf(each)}
            required={isRequired(field.type)}
            checked={value === each}
            onChange={() => set(each)}
          />
          <span>
            {label.replaceAll('_', ' ')} {words !== '' && <small>{words}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Boxes({ name, field, value, set }: Place) {
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

function Group({ name, field, value, set }: Place) {
  const given = (value ?? {}) as Row;
  const fields = Object.entries(catalogue.inputs[bare(field.type)] ?? {});
  const [isOpen, setOpen] = useState(isRequired(field.type));
  return (
    <fieldset className="argument group">
      <legend>{spaced(name)}</legend>
      {!isOpen && (
        <button type="button" onClick={() => setOpen(true)}>
          Give {spaced(name).toLowerCase()}
        </button>
      )}
      {isOpen &&
        fields.map(([each, one]) => (
          <Argument
            key={each}
            name={each}
            field={one}
            value={given[each]}
            set={(next) => set({ ...given, [each]: next })}
          />
        ))}
      {isOpen && !isRequired(field.type) && (
        <button
          type="button"
          onClick={() => {
            set(undefined);
            setOpen(false);
          }}
        >
          Leave out
        </button>
      )}
    </fieldset>
  );
}

function Several({ name, field, value, set }: Place) {
  const given = (value ?? []) as readonly unknown[];
  const each = { ...field, type: `${bare(field.type)}!` };
  return (
    <fieldset className="argument group">
      <legend>{spaced(name)}</legend>
      {given.map((one, at) => (
        <div key={at} className="one">
          <Argument
            name={`${name} ${at + 1}`}
            field={each}
            value={one}
            set={(next) => set(given.with(at, next))}
          />
          <button type="button" onClick={() => set(given.filter((_one, place) => place !== at))}>
            Remove
          </button>
        </div>
      ))}
      <button type="button" onClick={() => set([...given, {}])}>
        Add
      </button>
    </fieldset>
  );
}

/** The value of an argument for GraphQL; undefined if nothing was entered. */
export function valueOf({ type }: Field, value: unknown): unknown {
  if (value === undefined || value === '' || value === null) return undefined;
  const inputs = catalogue.inputs[bare(type)];
  if (Array.isArray(value)) return value.map((each) => valueOf({ type: bare(type) }, each));
  if (inputs && typeof value === 'object') {
    const fields = Object.entries(value).map(([name, each]) => [
      name,
      valueOf(inputs[name] ?? { type: 'String' }, each),
    ]);
    return Object.fromEntries(fields.filter(([, each]) => each !== undefined));
  }
  if (isList(type) && typeof value === 'string') return value.split(/[\s,]+/).filter(Boolean);
  if (bare(type) === 'Int') return Number.parseInt(textOf(value), 10);
  if (bare(type) === 'DateTime') return `${textOf(value).slice(0, 16)}:00Z`;
  if (bare(type) === 'JSON') return JSON.parse(textOf(value));
  return typeof value === 'string' ? value.trim() : value;
}
