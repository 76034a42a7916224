import { bare, catalogue, isList, isRequired, type Field } from './catalogue.js';
import { inList, resourceOf } from './concern.js';
import { heldFields } from './held.js';
import { columnsOf, isEntity, isHidden, type Noun } from './noun.js';

const isObject = (type: string): boolean => catalogue.types[bare(type)] !== undefined;
const needsArguments = ({ args = {} }: Field): boolean =>
  Object.values(args).some(({ type, usual }) => isRequired(type) && usual === undefined);

/** All fields of a nested object. */
function partOf(type: string, depth: number): string {
  const fields = Object.entries(catalogue.types[bare(type)] ?? {});
  const names = fields.flatMap(([name, field]) => {
    if (needsArguments(field)) return [];
    if (!isObject(field.type)) return isUnion(field.type) || isConnection(field.type) ? [] : [name];
    if (isEntity(field.type)) return isList(field.type) ? [] : [`${name} { ${idOf(field.type)} }`];
    return depth > 0 ? [`${name} { ${partOf(field.type, depth - 1)} }`] : [];
  });
  return names.join(' ');
}

const isUnion = (type: string): boolean => catalogue.unions[bare(type)] !== undefined;
const isConnection = (type: string): boolean => bare(type).endsWith('Connection');
const idOf = (type: string): string => (catalogue.types[bare(type)]?.['id'] ? 'id' : '__typename');

/** The fields of a detail page: those of the object itself, and the first rows of its lists. */
export function whole(type: string): string {
  const fields = catalogue.types[type] ?? {};
  const names = Object.entries(fields).flatMap(([name, field]) => {
    if (name === 'resourceId') return [`${name} ${resourceOf(fields)}`];
    if (needsArguments(field) || isUnion(field.type) || isConnection(field.type)) return [];
    if (!isObject(field.type)) return [name];
    if (!isEntity(field.type)) return [`${name} { ${partOf(field.type, 2)} }`];
    if (isList(field.type)) return [`${name} { ${row(bare(field.type))} }`];
    const id = `${name}Id`;
    return isHidden(id) || (fields[id] && !hasName(field.type))
      ? []
      : [`${name} { ${nameOf(field.type) || '__typename'} }`];
  });
  return [...names, ...heldFields(type)].join(' ');
}

/** The fields that identify another object in a list. */
const names = ['displayName', 'name', 'label', 'email', 'url', 'hostname', 'accountHint'];
const nameOf = (type: string): string =>
  ['id', ...names, ...(fieldOf(type, 'accountHint') ? ['method'] : [])]
    .filter((name) => fieldOf(type, name))
    .join(' ');
const fieldOf = (type: string, name: string): Field | undefined => catalogue.types[bare(type)]?.[name];
const hasName = (type: string): boolean => names.some((name) => fieldOf(type, name));

/** The fields of a list row. */
export function row(type: string): string {
  const fields = catalogue.types[type] ?? {};
  const wanted = new Set(['id', ...columnsOf(type)].filter((name) => fields[name] !== undefined));
  const columns = [...wanted].map((name) => {
    const field = fields[name];
    const relation = /.Id$/.test(name) ? name.slice(0, -2) : '';
    const of = fields[relation];
    if (of && hasName(of.type)) return `${name} ${relation} { ${nameOf(of.type)} }`;
    const operation = of && inList[bare(of.type)];
    if (operation) return `${name} ${relation} { __typename ${operation} }`;
    if (name === 'resourceId') return `${name} ${resourceOf(fields)}`;
    if (!field || !isObject(field.type)) return name;
    return `${name} { ${isEntity(field.type) ? nameOf(field.type) : partOf(field.type, 1)} }`;
  });
  return [...columns, ...heldFields(type)].join(' ');
}

/** The suspensions of an account are not among its fields. */
const suspensions = 'suspensions(accountId: $id, first: 100) { nodes { product method currency liftedAt } }';

export const oneDocument = ({ one = '', type }: Noun): string =>
  `query ($id: ID!) { one: ${one}(id: $id) { ${whole(type)} } ${type === 'Account' ? suspensions : ''} }`;

/** The query of a list page, with every filter that the list accepts. */
export function listDocument({ many = '', type }: Noun): string {
  const { args = {} } = catalogue.queries[many] ?? {};
  const taken = Object.entries(args).filter(([name]) =>
    ['accountId', 'filter', 'first', 'after'].includes(name),
  );
  const declared = taken.map(([name, field]) => `$${name}: ${field.type.replace('Int!', 'Int! = 25')}`);
  const argsText = taken.map(([name]) => `${name}: $${name}`);
  return `query (${declared.join(', ')}) { page: ${many}(${argsText.join(', ')}) {
    edges { node { ${row(type)} } } pageInfo { hasNextPage endCursor } } }`;
}

/** A mutation that returns what it changed. */
export function actDocument(name: string): string {
  const { args = {}, type = '' } = catalogue.mutations[name] ?? {};
  const declared = Object.entries(args).map(([each, field]) => `$${each}: ${field.type}`);
  const argsText = Object.keys(args).map((each) => `${each}: $${each}`);
  return `mutation (${declared.join(', ')}) { done: ${name}(${argsText.join(', ')}) { ${answered(type)} } }`;
}

function answered(type: string): string {
  const fields = catalogue.types[bare(type)];
  if (fields === undefined) return '__typename';
  const names = Object.entries(fields).flatMap(([name, field]) => {
    if (needsArguments(field) || isUnion(field.type) || isConnection(field.type)) return [];
    if (!isObject(field.type)) return [name];
    if (bare(field.type) === 'Money') return [`${name} { amount currency }`];
    return isEntity(field.type) && !isList(field.type) && fields['id'] === undefined
      ? [`${name} { ${idOf(field.type)} }`]
      : [];
  });
  return names.join(' ') || '__typename';
}
