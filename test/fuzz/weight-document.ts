import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { graphqlSchema } from '../../src/api/graphql/schema.js';
import { rootFieldsOf } from '../setup/selection.js';
import { filled, heavy, heavyTexts, jsonOf, type Weighed } from './weight.js';

interface Root {
  readonly operation: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
}

const schema = graphqlSchema();

/** Root fields with arguments. */
export const rootsWithArguments: readonly Root[] = (['query', 'mutation'] as const).flatMap((operation) =>
  rootFieldsOf(schema, operation)
    .filter(({ args }) => args.length > 0)
    .map((field) => ({ operation, field })),
);

const samples: Readonly<Record<string, unknown>> = {
  Int: 1,
  Boolean: true,
  DateTime: '2027-01-31T12:00:00Z',
};

/** The smallest value of the type. */
function sampleOf(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleOf(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (!isInputObjectType(nullable)) return samples[nullable.name] ?? 'x';
  const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type)]));
}

/** A location in the arguments, and the value there while it contains the text "the token". */
interface ArgumentPosition {
  readonly path: string;
  readonly type: GraphQLInputType;
  readonly value: unknown;
}

function* positionsOf(type: GraphQLInputType, path: string): Generator<ArgumentPosition> {
  yield { path, type, value: 'the token' };
  const nullable = getNullableType(type);
  if (isListType(nullable))
    for (const inner of positionsOf(nullable.ofType, `${path}.0`)) yield { ...inner, value: [inner.value] };
  if (!isInputObjectType(nullable)) return;
  const least = sampleOf(nullable) as object;
  for (const field of Object.values(nullable.getFields()))
    for (const inner of positionsOf(field.type, `${path}.${field.name}`))
      yield { ...inner, value: { ...least, [field.name]: inner.value } };
}

/**
 * Each type with each kind of value, and each name of a text field, is tested once, because one function reads it
 * everywhere.
 */
const tried = new Set<string>();

function valuesFor({ path, type }: ArgumentPosition): Readonly<Record<string, string>> {
  const nullable = getNullableType(type);
  const [ofType, ofName] = [String(nullable), `${path.split('.').at(-1)}: ${String(nullable)}`].map(
    (each) => {
      const isNew = !tried.has(each);
      tried.add(each);
      return isNew;
    },
  );
  const values = { ...(ofType && heavy), ...(ofName && isLeafType(nullable) && heavyTexts) };
  if (!isListType(nullable)) return values;
  const sound = JSON.stringify(sampleOf(nullable.ofType));
  return { ...values, 'sound elements': `[${filled(() => sound)}]` };
}

/** A document that selects nothing, with the token next to it. */
const besides = (token: string): string => jsonOf({ query: '{ __typename }', unknown: 'the token' }, token);

/** The variables of a field, with each heavy value at each location in turn. */
export function* heavyVariables({ operation, field }: Root): Generator<Weighed> {
  for (const argument of field.args) {
    const args = field.args.filter((each) => each === argument || isRequiredArgument(each));
    const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
    const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
    const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
    const query = `${operation} (${declared}) { ${field.name}(${passed})${selection} }`;
    const least = Object.fromEntries(args.map(({ name, type }) => [name, sampleOf(type)]));
    for (const position of positionsOf(argument.type, argument.name)) {
      const body = { query, variables: { ...least, [argument.name]: position.value } };
      for (const [what, token] of Object.entries(valuesFor(position)))
        yield { what: `${position.path}: ${what}`, text: jsonOf(body, token), plain: besides(token) };
    }
  }
}

/** Documents and extensions that nearly fill a body. */
export function* heavyDocuments(): Generator<Weighed> {
  const query = 'query ($id: ID!) { customer(id: $id) { id } }';
  const sound = { query, variables: { id: 'x' } };
  for (const [what, token] of Object.entries(heavy)) {
    const plain = besides(token);
    for (const name of ['query', 'variables', 'operationName', 'extensions'])
      yield { what: `${name}: ${what}`, text: jsonOf({ ...sound, [name]: 'the token' }, token), plain };
    const undeclared = { query, variables: { id: 'x', other: 'the token' } };
    yield { what: `a variable that is not declared: ${what}`, text: jsonOf(undeclared, token), plain };
    yield { what: `unknown: ${what}`, text: plain, plain };
  }
  for (const [what, literal] of Object.entries(literals)) {
    const text = JSON.stringify({ query: `{ customers(filter: { email: ${literal} }) { nodes { id } } }` });
    yield { what: `a literal ${what}`, text, plain: besides(JSON.stringify(literal)) };
  }
}

const literals: Readonly<Record<string, string>> = {
  list: `[${filled(() => '1')}]`,
  'list without commas': `[${'""'.repeat(15_500)}]`,
  'nested list': '['.repeat(62_000),
  'nested object': '{a:'.repeat(20_000),
  'block text of many lines': `"""${'\n'.repeat(31_000)}"""`,
  'indented block text': `"""\n${' \n'.repeat(20_000)}"""`,
  text: `"${'x'.repeat(62_000)}"`,
  'escaped text': `"${String.raw`\u0041`.repeat(8_800)}"`,
  number: '9'.repeat(62_000),
  name: 'x'.repeat(62_000),
  variable: `$${'x'.repeat(62_000)}`,
  nothing: ','.repeat(62_000),
  comment: `#${'x'.repeat(62_000)}`,
  comments: '#\n'.repeat(20_000),
  quotes: '"'.repeat(30_000),
};
