import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationTypeNode,
} from 'graphql';

type AnyField = GraphQLField<unknown, unknown>;

/** The fields of the query, mutation or subscription type. */
export function rootFieldsOf(
  schema: GraphQLSchema,
  root: 'query' | 'mutation' | 'subscription' = 'query',
): AnyField[] {
  const type = schema.getRootType(root as OperationTypeNode);
  return Object.values(type?.getFields() ?? {});
}

/** Everything that a type has, its relations down to that depth; lists of relations with one element. */
export function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (!isObjectType(type)) return '';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner)) return [field.name];
    if (depth === 0) return [];
    const below = selectionOf(inner, depth - 1);
    const first = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : '';
    return below === '' ? [] : [`${field.name}${first} ${below}`];
  });
  return parts.length === 0 ? '' : `{ ${parts.join(' ')} }`;
}

/** Where an id may be put in: the arguments of a field, and the fields of its filter. */
export function idPaths(field: AnyField): string[] {
  return field.args.flatMap((argument) => {
    const type = getNamedType(argument.type);
    if (type.name === 'ID') return [argument.name];
    if (!isInputObjectType(type)) return [];
    return Object.values(type.getFields())
      .filter((each) => getNamedType(each.type).name === 'ID')
      .map((each) => `${argument.name}.${each.name}`);
  });
}

/** Every value of every enum that a filter of the field takes, as `filter` arguments. */
export function enumFilters(field: AnyField): string[] {
  const filter = field.args.find(({ name }) => name === 'filter');
  const type = filter && getNamedType(filter.type);
  if (!isInputObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((each) => {
    const inner = getNamedType(each.type);
    return isEnumType(inner) ? inner.getValues().map(({ name }) => `{ ${each.name}: ${name} }`) : [];
  });
}

/** Some value of a type of an argument, as a document writes it. */
export function someValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((each) => isNonNullType(each.type));
    return `{ ${needed.map((each) => `${each.name}: ${someValue(each.type)}`).join(' ')} }`;
  }
  if (type.name === 'Boolean') return 'true';
  if (type.name === 'DateTime') return '"2026-01-01T00:00:00Z"';
  return type.name === 'Int' ? '1' : '"x"';
}
