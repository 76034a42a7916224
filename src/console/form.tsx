import { use, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Row } from './act.js';
import { bare, catalogue, isList, isRequired, type Field } from './catalogue.js';
import { firstToFill, focusNext, isPointed } from './focus.js';
import { AmountText, Boxes, Choice, Known, Listed, Text, verdict, type InputProps } from './input.js';
import { textOf } from './text.js';
import { fieldLabel, stateText, within } from './words/label.js';
import { words } from './words/speech.js';

/** An input for one argument, by its type. */
export function Argument(props: InputProps) {
  const { name, field, wording } = props;
  const { choices } = use(Known);
  const type = bare(field.type);
  const inputs = catalogue.inputs[type];
  if (isList(field.type) && inputs) return <Several {...props} />;
  if (inputs) return <Group {...props} />;
  if (isList(field.type) && catalogue.enums[type]) return <Boxes {...props} />;
  if (type === 'Boolean') return <Choice {...props} options={verdict(wording)} />;
  if (catalogue.enums[type]) {
    const options = inOrder(type, Object.entries(catalogue.enums[type])).map(
      ([each, says]) => [each, stateText(each, type), says] as const,
    );
    return <Choice {...props} options={options} />;
  }
  if (name in choices && type === 'ID') return <Listed {...props} />;
  return name === 'amount' ? <AmountText {...props} /> : <Text {...props} />;
}

/** Fields and values in the order of the decision, if it differs from the schema's order, which is the alphabet's. */
const ordered: Readonly<Record<string, readonly string[]>> = {
  SettlementScheduleInput: ['destinationId', 'currency', 'interval', 'weekday', 'day', 'cutoffTime'],
  SettlementInterval: ['daily', 'weekly', 'monthly', 'manual'],
  AdjustmentInput: ['direction', 'amount', 'currency'],
};

function inOrder<T>(type: string, all: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  const first = ordered[type] ?? [];
  const at = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return all.toSorted(([a], [b]) => at(a) - at(b));
}

/** A day belongs to a monthly schedule, a weekday to a weekly one. */
const isIdle = (name: string, { interval }: Row): boolean =>
  (name === 'day' && interval !== 'monthly') || (name === 'weekday' && interval !== 'weekly');

function fieldsOf(type: string, values: Row): readonly (readonly [string, Field])[] {
  const fields = inOrder(type, Object.entries(catalogue.inputs[type] ?? {}));
  return fields.filter(([name]) => !(type === 'SettlementScheduleInput' && isIdle(name, values)));
}

function Group({ name, path = name, field, value, set }: InputProps): ReactNode {
  const { choices, hidden } = use(Known);
  const values = (value ?? {}) as Row;
  const [isOpen, setOpen] = useState(isRequired(field.type) || value !== undefined);
  /** Fills in fields that follow from a choice, such as the currency of a destination. */
  const change = (each: string, next: unknown): void => {
    const { implies = {} } = choices[each]?.find((choice) => choice.value === next) ?? {};
    const known = catalogue.inputs[bare(field.type)] ?? {};
    const implied = Object.fromEntries(Object.entries(implies).filter(([name]) => known[name]));
    const changed = { ...values, ...implied, [each]: next };
    set(each === 'interval' ? { ...changed, day: undefined, weekday: undefined } : changed);
  };
  const group = useRef<HTMLFieldSetElement>(null);
  const open = (event: MouseEvent): void => {
    flushSync(() => {
      setOpen(true);
      if (value === undefined && field.usual !== undefined) set(field.usual);
    });
    if (group.current === null) return;
    if (isPointed(event)) focusNext(group.current);
    else firstToFill(group.current)?.focus();
  };
  return (
    <fieldset ref={group} className={name === 'input' ? 'argument' : 'argument group'}>
      <legend className={name === 'input' ? 'unseen' : undefined}>{fieldLabel(name)}</legend>
      {!isOpen && (
        <button type="button" onClick={open}>
          {words.act.addOne(within(fieldLabel(name)))}
        </button>
      )}
      {isOpen &&
        fieldsOf(bare(field.type), values)
          .filter(([each]) => !hidden.includes(each))
          .map(([each, one]) => (
            <Argument
              key={each}
              name={each}
              path={`${path}.${each}`}
              field={one}
              value={values[each]}
              set={(next) => change(each, next)}
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
          {words.act.remove}
        </button>
      )}
    </fieldset>
  );
}

function Several({ name, path = name, field, value, set }: InputProps) {
  const items = (value ?? []) as readonly unknown[];
  const each = { ...field, type: `${bare(field.type)}!` };
  return (
    <fieldset className="argument group">
      <legend>{fieldLabel(name)}</legend>
      {items.map((one, at) => (
        <div key={at} className="one">
          <Argument
            name={`${name} ${at + 1}`}
            path={`${path}.${at}`}
            field={each}
            value={one}
            set={(next) => set(items.with(at, next))}
          />
          <button type="button" onClick={() => set(items.filter((_one, index) => index !== at))}>
            {words.act.remove}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => set([...items, {}])}>
        {words.act.add}
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
  if (bare(type) === 'DateTime') return new Date(textOf(value)).toISOString();
  if (bare(type) === 'JSON') return JSON.parse(textOf(value));
  return typeof value === 'string' ? value.trim() : value;
}
