import {
  type Arg,
  Ctx,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Resolver,
  Root,
  type ClassType,
} from 'type-graphql';
import { declarations, type Noun } from '../../domain/noun/all.js';
import { shownName, type Declaration, type Field } from '../../domain/noun/declare.js';
import { fieldsAt, unopened } from '../../domain/noun/show.js';
import type { Amount } from '../../domain/money.js';
import { unsealing } from '../unsealing.js';
import type { Context } from './context.js';
import { enumOfWords } from './enum.js';
import { atMost, field, id } from './field.js';
import { Money, optionalMoney } from './money.js';
import { AnyJson, DateTime } from './scalar.js';

type Class = ClassType<object>;
type Type = NonNullable<Parameters<typeof field>[0]>;
type Row = Readonly<Record<string, unknown>>;

/** A field that is more than a value of the row: what it is, and what answers for it. */
export interface Answered {
  readonly name: string;
  readonly type: Type;
  readonly says: string;
  readonly isOptional?: boolean | undefined;
  /** Elements of a list that takes no arguments. */
  readonly most?: number;
  /** The decorators of the arguments behind the row and the context. */
  readonly takes?: readonly ReturnType<typeof Arg>[];
  readonly answer: (row: Row, context: Context, ...args: readonly unknown[]) => unknown;
}

const types = new Map<Noun, Class>();
const resolvers: Class[] = [];

/** The classes that answer for what was given to the types of nouns. */
export const typeResolvers = (): readonly Class[] => resolvers;

/** A class of that name, for decorators. */
export function classNamed(name: string, parent: Class = Object): Class {
  const made = { [name]: class extends parent {} }[name];
  if (made === undefined) throw new Error('no class');
  return made;
}

/** The type of a noun, made from its declaration when it is first asked for. */
export function typeOf(noun: Noun): Class {
  const known = types.get(noun);
  if (known !== undefined) return known;
  const declaration: Declaration = declarations[noun];
  const type = classNamed(declaration.name);
  types.set(noun, type);
  ObjectType(declaration.name, { description: declaration.says })(type);
  const prototype = type.prototype as object;
  if (declaration.prefix !== undefined) id(`Id, ${declaration.prefix}_….`)(prototype, 'id');
  for (const [name, each] of fieldsAt(declaration, 'console')) {
    const answer = answerOf(noun, name, each);
    const says = { name: shownName(name, each), says: each.says, isOptional: each.optional };
    if (answer !== undefined) answers(noun, { ...says, ...answer });
    else if (each.kind !== 'made')
      field(valuesOf(each), each.says, { nullable: each.optional === true })(prototype, name);
  }
  for (const [name, each] of fieldsAt(declaration, 'operators')) {
    const answer = (row: Row, { caller }: Context) => (caller.kind === 'operator' ? row[name] : null);
    const called = shownName(name, each);
    answers(noun, { name: called, says: each.says, type: valuesOf(each), isOptional: true, answer });
  }
  return type;
}

/** Gives the type of a noun a field that is answered for. */
export function answers(
  noun: Noun,
  { name, type, says, isOptional = false, most, takes = [], answer }: Answered,
): void {
  const of = typeOf(noun);
  const resolver = classNamed(`${noun}_${name}`);
  const prototype = resolver.prototype as object;
  const value = (row: Row, context: Context, ...args: readonly unknown[]) => answer(row, context, ...args);
  const descriptor = { configurable: true, writable: true, value };
  Object.defineProperty(prototype, name, descriptor);
  FieldResolver(type, { description: says, nullable: isOptional })(prototype, name, descriptor);
  if (most !== undefined) atMost(most)(prototype, name, descriptor);
  for (const [place, decorate] of [Root(), Ctx(), ...takes].entries()) decorate(prototype, name, place);
  Resolver(() => of)(resolver);
  resolvers.push(resolver);
}

/** The resolver of a field that is not shown as it stands. */
function answerOf(noun: Noun, name: string, each: Field): Pick<Answered, 'type' | 'answer'> | undefined {
  const { kind, sealed, currency } = each;
  if (sealed) {
    return {
      type: () => String,
      answer: (row, { ports }) =>
        row[name] === null
          ? null
          : (unsealing(ports.vault, noun, row['id'] as string)(row[name] as string, name) ?? unopened(each)),
    };
  }
  const [amount, code] = kind === 'money' ? [`${name}Amount`, `${name}Currency`] : [name, currency];
  if (code === undefined) {
    if (each.shownAs === undefined) return undefined;
    return { type: valuesOf(each), answer: (row) => row[name] };
  }
  return {
    type: () => Money,
    answer: (row) => optionalMoney(row[amount] as Amount | null, row[code] as string | null),
  };
}

/** The type of the values of a field. */
export function valuesOf({ kind, words, link, linkBy, isId }: Field): Type {
  const values = words?.name === undefined ? undefined : enumOfWords(words);
  if (kind === 'texts') return () => [values ?? String];
  if (link !== undefined || linkBy !== undefined || isId) return () => ID;
  if (values !== undefined) return () => values;
  if (kind === 'int') return () => Int;
  if (kind === 'flag') return () => Boolean;
  if (kind === 'time') return () => DateTime;
  if (kind === 'json') return () => AnyJson;
  return () => String;
}
