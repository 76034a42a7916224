import {
  type Arg,
  Ctx,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  ObjectType,
  Resolver,
  Root,
  type ClassType,
  createUnionType,
} from 'type-graphql';
import type { Noun, Nouns } from '../../domain/decision.js';
import { kindOf } from '../../domain/id.js';
import { declarations, sentNouns } from '../../domain/noun/all.js';
import { capital, outputNameOf, type Declaration, type Field } from '../../domain/noun/declare.js';
import { fieldsAt, unopened } from '../../domain/noun/show.js';
import type { Amount } from '../../domain/money.js';
import type { AnyOperation } from '../../domain/operation-kind.js';
import { money as moneyShape, part, type Part, type Shape, type ShapeMember } from '../shape.js';
import { unsealing } from '../unsealing.js';
import type { Context } from './context.js';
import { enumOfWords } from './enum.js';
import { atMost, field, id, type Options, type Type } from './field.js';
import { optionalMoney } from './money.js';
import { readInTime } from './mutation/apart.js';
import { AnyJson, DateTime } from './scalar.js';

type Class = ClassType<object>;

/** A field that is not a plain column: its type and its resolver. */
export interface Answered<R> {
  readonly is: ShapeMember;
  /** Decorators of the arguments after row and context. */
  readonly takes?: readonly ReturnType<typeof Arg>[];
  readonly answer: (row: R, context: Context, ...args: never[]) => unknown;
}

export type AnswersOf<R> = Readonly<Record<string, Answered<R>>>;

const types = new Map<Noun | Shape, Class>();

/** A class with this name, for decorators. */
export function classNamed(name: string, parent: Class = Object): Class {
  const made = { [name]: class extends parent {} }[name];
  if (made === undefined) throw new Error('no class');
  return made;
}

/** The type of a noun or shape, created from its declaration at first use. */
export function typeOf(of: Noun | Shape): Class {
  const known = types.get(of);
  if (known !== undefined) return known;
  const { name, says, prefix, fields }: Plain = typeof of === 'string' ? plainOf(of) : of;
  const type = classNamed(name);
  types.set(of, type);
  ObjectType(name, { description: says })(type);
  if (prefix !== undefined) id(`Id, ${prefix}_….`)(type.prototype as object, 'id');
  declareFields(type, fields);
  return type;
}

const inputs = new Map<Shape, Class>();

/** The input type of a shape. */
export function inputOf(of: Shape): Class {
  const known = inputs.get(of);
  if (known !== undefined) return known;
  const type = classNamed(of.name);
  inputs.set(of, type);
  InputType(of.name, { description: of.says })(type);
  declareFields(type, of.fields, inputOf);
  return type;
}

/** The type of an argument, also created now. */
export function takes(of: Shape): Type {
  const type = inputOf(of);
  return () => type;
}

function declareFields(type: Class, fields: Shape['fields'], typeFor?: (of: Shape) => Class): void {
  const prototype = type.prototype as object;
  for (const [name, is] of Object.entries(fields)) {
    field(valuesOf(is, typeFor), is.says, nullable(is))(prototype, name);
    if (is.kind === 'part' && is.most !== undefined) atMost(is.most)(prototype, name);
  }
}

interface Plain extends Shape {
  readonly prefix?: string | undefined;
}

/** The plain columns of a noun. */
function plainOf(noun: Noun): Plain {
  const declaration: Declaration = declarations[noun];
  const fields = fieldsAt(declaration, 'console').filter(
    ([name, each]) => each.kind !== 'made' && answerOf(noun, name, each) === undefined,
  );
  const { name, says, prefix } = declaration;
  return { name, says, prefix, fields: Object.fromEntries(fields) };
}

/** The resolvers of a noun's fields that are not plain columns. */
export function ownAnswers(noun: Noun): AnswersOf<Row> {
  const declaration: Declaration = declarations[noun];
  const made = fieldsAt(declaration, 'console').flatMap(([name, each]) => {
    const answered = answerOf(noun, name, each);
    return answered === undefined ? [] : [[outputNameOf(name, each), answered] as const];
  });
  const forOperators = fieldsAt(declaration, 'operators').map(([name, each]) => {
    const answer = (row: Row, { caller }: Context) => (caller.kind === 'operator' ? row[name] : null);
    return [outputNameOf(name, each), { is: { ...each, optional: true }, answer }] as const;
  });
  return Object.fromEntries([...made, ...forOperators]);
}

type Row = Readonly<Record<string, unknown>>;

/** A resolver class for fields that are not plain columns. */
export function answering<N extends Noun>(of: N, answers: AnswersOf<Nouns[N]>): Class;
export function answering<R>(of: Shape, answers: AnswersOf<R>): Class;
export function answering(of: Noun | Shape, answers: AnswersOf<never>): Class {
  const type = typeOf(of);
  const resolver = classNamed(`${type.name}Answers`);
  const prototype = resolver.prototype as object;
  for (const [name, { is, takes = [], answer }] of Object.entries(answers)) {
    const value = (row: never, context: Context, ...args: never[]) =>
      readInTime(context, answer(row, context, ...args));
    const descriptor = { configurable: true, writable: true, value };
    Object.defineProperty(prototype, name, descriptor);
    FieldResolver(valuesOf(is), { description: is.says, ...nullable(is) })(prototype, name, descriptor);
    if (is.kind === 'part' && is.most !== undefined) atMost(is.most)(prototype, name, descriptor);
    for (const [index, decorate] of [Root(), Ctx(), ...takes].entries()) decorate(prototype, name, index);
  }
  Resolver(() => type)(resolver);
  return resolver;
}

/** Any operation that is sent to a provider. */
const operation = createUnionType({
  name: 'Operation',
  description: 'An operation that is sent to a provider.',
  types: () => sentNouns.map(typeOf),
  resolveType: (row: object) => capital(kindOf((row as AnyOperation).id) ?? ''),
});

const nullable = ({ optional }: ShapeMember): Options => ({ nullable: optional === true });

/** The resolver of a field; undefined for a plain column. */
function answerOf(noun: Noun, name: string, each: Field): Answered<Row> | undefined {
  const { kind, sealed, currency, says, optional } = each;
  if (sealed) {
    return {
      is: { kind: 'text', says, ...(optional && { optional }) },
      answer: (row, { ports }) =>
        row[name] === null
          ? null
          : (unsealing(ports.vault, noun, row['id'] as string)(row[name] as string, name) ?? unopened(each)),
    };
  }
  const [amount, code] = kind === 'money' ? [`${name}Amount`, `${name}Currency`] : [name, currency];
  if (code === undefined) {
    if (each.outputName === undefined) return undefined;
    return { is: each, answer: (row) => row[name] };
  }
  return {
    is: part(moneyShape, says, { ...(optional && { optional }) }),
    answer: (row) => optionalMoney(row[amount] as Amount | null, row[code] as string | null),
  };
}

/** The type for a decorator. Created now, because the schema only includes types that exist when it is built. */
export function returns(of: Part['of']): Type {
  const type = of === 'fraction' ? Float : of === 'operation' ? operation : typeOf(of);
  return () => type;
}

/** A list of that type. */
export function returnsList(of: Part['of']): Type {
  const each = returns(of);
  return () => [each()];
}

/** The type of a field's values. */
export function valuesOf(is: ShapeMember, typeFor: (of: Shape) => Class = typeOf): Type {
  if (is.kind === 'part') {
    const { of, isMany } = is;
    if (typeof of === 'string') return (isMany ? returnsList : returns)(of);
    const type = typeFor(of);
    return isMany ? () => [type] : () => type;
  }
  const { kind, words, link, linkBy, isId } = is;
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
