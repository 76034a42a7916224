import {
  getNullableType,
  GraphQLError,
  isInputObjectType,
  isInputType,
  isListType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';

/** The most elements: a payout batch has as many items, and enums have fewer values. */
const elementsMax = 1_000;
/** Most characters of a text in a variable or in the document; no argument needs as many. */
export const textMax = 4_096;
/** Most parts of a list or an object where a scalar is expected. */
const partsMax = 10;

/**
 * Finds the first oversized list or object in the variables, before validation. Validation visits each key, and repeats
 * the values in its messages.
 */
export function overfullVariable(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Readonly<Record<string, unknown>>,
): GraphQLError | undefined {
  for (const { type: node, variable } of variableDefinitions) {
    const type = typeFromAST(schema, node);
    const { value: name } = variable.name;
    if (!isInputType(type) || !Object.hasOwn(values, name)) continue;
    const fault = faultOf(type, values[name], `$${name}`);
    if (fault !== undefined) return new GraphQLError(fault, { nodes: variable });
  }
  return undefined;
}

function faultOf(inputType: GraphQLInputType, value: unknown, path: string): string | undefined {
  if (typeof value === 'string' && value.length > textMax)
    return `Variable "${path}" is too long; send at most ${textMax} characters.`;
  if (typeof value !== 'object' || value === null) return undefined;
  const type = getNullableType(inputType);
  if (isListType(type)) {
    if (!Array.isArray(value)) return faultOf(type.ofType, value, path);
    if (value.length > elementsMax) return tooMany(path, 'elements', elementsMax);
    return firstOf(value.entries(), ([at, each]) => faultOf(type.ofType, each, `${path}.${at}`));
  }
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
  const most = Math.max(fields.length, partsMax);
  if (Object.keys(value).length > most) return tooMany(path, 'fields', most);
  return firstOf(fields, ({ name, type: inner }) =>
    Object.hasOwn(value, name) ? faultOf(inner, Reflect.get(value, name), `${path}.${name}`) : undefined,
  );
}

const tooMany = (path: string, what: string, most: number): string =>
  `Variable "${path}" has too many ${what}; send at most ${most}.`;

function firstOf<T>(all: Iterable<T>, find: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
