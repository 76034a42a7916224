import { Argument as Place, InvalidArgumentError, Option, type Command } from 'commander';
import type { Argument, Kind } from '../api/act/argument.js';
import type { Ports } from '../ports/ports.js';
import { durationMs, instant } from './parse.js';

type OptionValues = Readonly<Record<string, unknown>>;

/** A description as help text: it starts in lower case and has no full stop. */
export const about = (words: string): string =>
  words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, '');

/** `--owner-email` for `ownerEmail`; the suffix `Id` is left out. */
export const flagOf = ({ name, option }: Pick<Argument, 'name' | 'option'>): string =>
  option?.name !== undefined
    ? `--${option.name}`
    : `--${name.replace(/(?<=.)Id$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A positional argument. */
export function argumentOf(argument: Argument): Place {
  const { name, words, kind, isDuration, isOptional } = argument;
  const word = isDuration ? 'duration' : kind.is === 'id' ? 'id' : name;
  const positional = new Place(isOptional ? `[${word}]` : `<${word}>`, about(words));
  return kind.is === 'choice'
    ? positional.choices(Object.keys(kind.values))
    : positional.argParser(parserOf(argument));
}

/** An argument as one option, or as two for a boolean. */
export function addOption(command: Command, argument: Argument): void {
  const { words, kind, isOptional, isEnd, usual } = argument;
  if (argument.yes && argument.no) return addVerdict(command, argument.yes, argument.no);
  const flag = flagOf(argument);
  const option = new Option(`${flag} <${wordOf(flag, kind)}>`, about(words));
  if (kind.is === 'choice') option.choices(Object.keys(kind.values));
  else option.argParser(parserOf(argument));
  if (usual !== undefined) option.default(usual, [usual].flat().join());
  command.addOption(option.makeOptionMandatory(!isOptional && usual === undefined));
  if (!isEnd) return;
  const orLasting = 'the same as a duration from now, such as 24h or 90d';
  const lasting = new Option(`${lastingOf(flag)} <duration>`, orLasting).argParser(durationMs);
  command.addOption(lasting.conflicts(option.attributeName()));
}

const lastingOf = (flag: string): string => flag.replace(/-at$/, '-in');

/** The placeholder of an option's value. */
export function wordOf(flag: string, kind: Kind): string {
  if (kind.is === 'list') return 'list';
  if (kind.is === 'id' || kind.is === 'time') return kind.is;
  return flag.slice(flag.lastIndexOf('-') + 1);
}

type Word = readonly [option: string, words: string];

function addVerdict(command: Command, [yes, yesWords]: Word, [no, noWords]: Word): void {
  const argumentNames = command.registeredArguments.map((positional) => `<${positional.name()}>`);
  command
    .usage(['[options]', ...argumentNames, `(--${yes} | --${no})`].join(' '))
    .option(`--${yes}`, yesWords)
    .addOption(new Option(`--${no}`, noWords).conflicts(yes))
    .hook('preAction', () => {
      const options = command.opts<OptionValues>();
      if (!options[yes] && !options[no]) command.error(`error: give one of --${yes} and --${no}`);
    });
}

/** The option for the state that the operator saw, given field by field. */
export function seenOption({ words, kind }: Argument): Option {
  const fields = kind.is === 'form' ? kind.fields : [];
  const like = fields.map(({ name }) => `${name}=…`).join(' or ');
  const option = new Option('--seen <field=value>', `${about(words)}; ${like}, repeatable`);
  return option.argParser((text, before?: OptionValues) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    const field = fields.find((each) => each.name === name);
    if (field) return { ...before, [name]: value === 'none' ? null : parserOf(field)(value) };
    throw new InvalidArgumentError(`Write it as ${like}.`);
  });
}

/** Reads the arguments from the options. */
export function readerOf(all: readonly Argument[]) {
  return async ({ reader }: Ports, options: OptionValues): Promise<OptionValues> => {
    const pairs = all.map(async (argument) => {
      const { name, yes, isEnd } = argument;
      if (yes) return [name, options[yes[0]] === true] as const;
      const lasts = isEnd ? options[attributeOf(lastingOf(flagOf(argument)))] : undefined;
      if (typeof lasts === 'number') return [name, new Date((await reader.now()).getTime() + lasts)] as const;
      return [name, options[attributeOf(flagOf(argument))]] as const;
    });
    return Object.fromEntries(await Promise.all(pairs));
  };
}

export const attributeOf = (flag: string): string => new Option(flag).attributeName();

/** Parses a text as a value of the argument; refuses what the act would refuse. */
export function parserOf({ name, kind, isDuration, faultOf }: Argument): (text: string) => unknown {
  return (text) => {
    const value = isDuration ? durationMs(text) / 1000 : valueOf(kind, text, name);
    const fault = faultOf(value);
    if (fault === undefined) return value;
    throw new InvalidArgumentError(`It ${fault}.`);
  };
}

function valueOf(kind: Kind, text: string, name: string): unknown {
  switch (kind.is) {
    case 'time':
      return instant(text);
    case 'whole':
      return Number(text);
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
      return elementsOf(kind.element, text, name);
    case 'id':
    case 'text':
    case 'choice':
    case 'form':
      return text;
  }
}

function elementsOf(element: Kind, text: string, name: string): unknown[] {
  const all = text.split(',').map((each) => each.trim());
  const values = element.is === 'choice' ? Object.keys(element.values) : all;
  if (all.every((each) => values.includes(each))) return all;
  const subject = name.charAt(0).toUpperCase() + name.slice(1);
  throw new InvalidArgumentError(`${subject} are ${values.join(', ')}, separated by commas.`);
}
