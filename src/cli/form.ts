import { InvalidArgumentError, Option } from 'commander';
import type { Argument, Kind } from '../api/act/argument.js';
import { about, flagOf, parserOf, wordOf } from './option.js';

type OptionValues = Readonly<Record<string, unknown>>;
type Form = Record<string, unknown>;

/** An option for one or several fields of a form. */
export interface FormOption {
  readonly option: Option;
  /** The field that the option sets. */
  readonly field: Argument;
  /** Sets the value in the form. */
  readonly put: (form: Form, value: unknown) => void;
}

/** Resets a field to the default of the catalogue. */
const usual = 'usual';
/** Represents null, which commander would take for an option without a value. */
const setBack = Symbol(usual);

/** The options of a form, from its declaration; each field has at least one. */
export function formOptions({ kind }: Argument): readonly FormOption[] {
  const fields = kind.is === 'form' ? kind.fields : [];
  const carried = fields.map(({ option }) => option?.carries);
  return fields.filter(({ name }) => !carried.includes(name)).flatMap((field) => optionsOf(field, fields));
}

function optionsOf(field: Argument, fields: readonly Argument[]): FormOption[] {
  const { name, kind, option: rendering = {} } = field;
  const carried = fields.find((each) => each.name === rendering.carries);
  if (kind.is === 'choice' && carried) return carriers(field, carried, kind);
  if (kind.is === 'flag' && rendering.no) {
    const [flag, words] = rendering.no;
    return [{ option: new Option(`--${flag}`, words), field, put: (form) => void (form[name] = false) }];
  }
  if (kind.is === 'list' && kind.element.is === 'form') return lists(field, kind.element.fields);
  const parse = kind.is === 'form' ? partsParser(kind.fields) : parserOf(field);
  const word = kind.is === 'form' ? partsOf(kind.fields) : wordOf(flagOf(field), kind);
  const option = new Option(`${flagOf(field)} <${word}>`, wordsOf(field));
  if (kind.is === 'choice' && !field.isUsual) option.choices(Object.keys(kind.values));
  else option.argParser(field.isUsual ? orUsual(parse) : parse);
  return [{ option, field, put: (form, value) => void (form[name] = value === setBack ? null : value) }];
}

/** An enum whose values are options that take another field: `--credit 40.00`. */
function carriers(
  field: Argument,
  carried: Argument,
  { values }: Extract<Kind, { is: 'choice' }>,
): FormOption[] {
  const names = Object.keys(values);
  return names.map((value) => {
    const option = new Option(`--${value} <${carried.name}>`, `${value}: ${about(carried.words)}`);
    option.argParser(parserOf(carried)).conflicts(names.filter((each) => each !== value));
    const put = (form: Form, text: unknown) =>
      void Object.assign(form, { [field.name]: value, [carried.name]: text });
    return { option, field, put };
  });
}

/** A list of forms, each written as parts. A boolean field of the form becomes two options. */
function lists(list: Argument, fields: readonly Argument[]): FormOption[] {
  const { name } = list;
  const put = (form: Form, value: unknown) =>
    void (form[name] = [...((form[name] as unknown[] | undefined) ?? []), ...(value as unknown[])]);
  const verdict = fields.find(({ option }) => option?.yes !== undefined && option.no !== undefined);
  const rest = fields.filter((each) => each !== verdict);
  const one = ([flag, words]: readonly [string, string], more: Form): FormOption => {
    const option = new Option(
      `--${flag} <${partsOf(rest)}>`,
      `${words}; repeatable${rest.some(({ isUsual }) => isUsual) ? `, ${usual} at the end sets back` : ''}`,
    );
    const parse = partsParser(rest);
    option.argParser((text, before?: unknown[]) => [...(before ?? []), { ...parse(text), ...more }]);
    return { option, field: list, put };
  };
  if (!verdict) return [one([flagOf(list).slice(2), wordsOf(list)], {})];
  const { yes, no } = verdict.option ?? {};
  return [
    ...(yes ? [one(yes, { [verdict.name]: true })] : []),
    ...(no ? [one(no, { [verdict.name]: false })] : []),
  ];
}

const wordsOf = ({ words, isUsual }: Argument): string => `${about(words)}${isUsual ? `, or ${usual}` : ''}`;
const partsOf = (fields: readonly Argument[]): string =>
  fields.map((each) => flagOf(each).slice(2)).join(':');

const orUsual =
  (parse: (text: string) => unknown) =>
  (text: string): unknown =>
    text === usual ? setBack : parse(text);

/** Parses a form written as fields separated by colons; `usual` resets the fields from there on. */
function partsParser(fields: readonly Argument[]): (text: string) => Form {
  return (text) => {
    const parts = text.split(':');
    const form: Form = {};
    const from = parts.indexOf(usual);
    const isBack =
      from >= 0 && from === parts.length - 1 && fields.slice(from).every(({ isUsual }) => isUsual);
    const isWhole = fields
      .slice(0, parts.length)
      .every(({ isOptional }, at) => isOptional || parts[at] !== '');
    const isLong =
      parts.length > fields.length || fields.slice(parts.length).some(({ isOptional }) => !isOptional);
    const says = parts.some((part, at) => part !== '' && fields[at]?.isOptional === true);
    const needs = fields.some(({ isOptional }) => isOptional);
    if (!isBack && (isLong || !isWhole || (needs && !says)))
      throw new InvalidArgumentError(`Write it as ${partsOf(fields)}.`);
    for (const [at, field] of fields.entries()) {
      const part = parts[at] ?? '';
      if (isBack && at >= from) form[field.name] = null;
      else if (part !== '') form[field.name] = parserOf(field)(part);
    }
    return form;
  };
}

/** Builds the form from its options; undefined if none is given and the argument is optional. */
export function formOf(argument: Argument, options: OptionValues, fail: (message: string) => never): unknown {
  const all = formOptions(argument);
  const form: Form = {};
  for (const { option, put } of all) {
    const value = options[option.attributeName()];
    if (value !== undefined) put(form, value);
  }
  const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
  const flags = (some: readonly FormOption[]): string =>
    either.format(some.flatMap(({ option }) => option.long ?? []));
  if (Object.keys(form).length === 0 && argument.isOptional) return undefined;
  if (Object.keys(form).length === 0) return fail(`error: give at least one of ${flags(all)}`);
  for (const { field } of all) {
    if (field.isOptional || field.usual !== undefined || form[field.name] !== undefined) continue;
    return fail(`error: also give ${flags(all.filter((each) => each.field === field))}`);
  }
  return form;
}
