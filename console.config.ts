import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const printed = (name: string): string => readFileSync(join(root, 'schema', name), 'utf8');

type Named<T> = Record<string, T>;
interface Printed {
  types: Named<Named<ShownFields>>;
  inputs: Named<Named<ShownFields>>;
  enums: Named<Named<string>>;
  unions: Named<readonly string[]>;
  queries: Named<ShownFields>;
  mutations: Named<ShownFields>;
  acts: Named<object>;
  timelines: readonly string[];
  roles: { queries: Named<string>; mutations: Named<string> };
}

/** The printed schema as the console reads it: all that it knows of nouns and acts. */
export function catalogue(): Printed {
  const schema = buildSchema(printed('schema.graphql'), { assumeValid: true, noLocation: true });
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const shapes = types.filter(
    (type) => isObjectType(type) && !/^(Query|Mutation|Subscription)$|(Edge|Connection)$/.test(type.name),
  );
  return {
    types: named(shapes, (type) => (isObjectType(type) ? mapped(type.getFields(), fieldOf) : {})),
    inputs: named(types.filter(isInputObjectType), (type) => mapped(type.getFields(), fieldOf)),
    enums: named(types.filter(isEnumType), (type) =>
      Object.fromEntries(type.getValues().map(({ name, description }) => [name, description ?? ''])),
    ),
    unions: named(types.filter(isUnionType), (type) => type.getTypes().map(({ name }) => name)),
    queries: mapped(schema.getQueryType()?.getFields() ?? {}, fieldOf),
    mutations: mapped(schema.getMutationType()?.getFields() ?? {}, fieldOf),
    ...(JSON.parse(printed('console.json')) as Pick<Printed, 'acts' | 'timelines' | 'roles'>),
  };
}

/** The part of it that members of one account can see and do. */
function ofMembers(whole: Printed) {
  const queries = Object.fromEntries(
    Object.entries(whole.queries)
      .filter(([name]) => whole.roles.queries[name] === undefined)
      .map(([name, field]) => [name, field.type.endsWith('Connection!') ? withoutAccount(field) : field]),
  );
  const mutations = without(whole.mutations, (name) => whole.acts[name] !== undefined);
  const seen = new Set<string>();
  const see = ({ type, args = {} }: ShownFields): void => {
    const name = type.replaceAll(/[[\]!]/g, '').replace(/Connection$/, '');
    for (const each of Object.values(args)) see(each);
    if (seen.has(name)) return;
    seen.add(name);
    for (const each of Object.values({ ...whole.types[name], ...whole.inputs[name] })) see(each);
    for (const each of whole.unions[name] ?? []) see({ type: each });
  };
  for (const each of Object.values({ ...queries, ...mutations })) see(each);
  const isUnseen = (name: string): boolean => !seen.has(name);
  return {
    ...whole,
    queries,
    mutations,
    types: without(whole.types, isUnseen),
    inputs: without(whole.inputs, isUnseen),
    enums: without(whole.enums, isUnseen),
    unions: without(whole.unions, isUnseen),
    acts: {},
    roles: { queries: {}, mutations: {} },
    hidden: ['accountId'],
  };
}

type Members = ReturnType<typeof ofMembers>;

/** The same without descriptions, which the dashboard loads in the reader's language. */
const undescribed = ({ types, inputs, enums, queries, mutations, ...rest }: Members): object => ({
  ...rest,
  types: mapped(types, (fields) => mapped(fields, unworded)),
  inputs: mapped(inputs, (fields) => mapped(fields, unworded)),
  enums: mapped(enums, (values) => mapped(values, () => '')),
  queries: mapped(queries, unworded),
  mutations: mapped(mutations, unworded),
});

const unworded = ({ words: _, args, ...field }: ShownFields): ShownFields => ({
  ...field,
  ...(args && { args: mapped(args, unworded) }),
});

/** English descriptions by path: `PayoutInput.amount`, `createPayout`, `decideApproval.note`. */
function descriptionsOf({ types, inputs, enums, mutations }: Members): Named<string> {
  const ofFields = (of: string, fields: Named<ShownFields>) =>
    Object.entries(fields).flatMap(([name, { words }]) => (words ? [[`${of}.${name}`, words] as const] : []));
  return Object.fromEntries([
    ...Object.entries({ ...types, ...inputs }).flatMap(([type, fields]) => ofFields(type, fields)),
    ...Object.entries(enums).flatMap(([type, values]) =>
      Object.entries(values).map(([value, words]) => [`${type}.${value}`, words] as const),
    ),
    ...Object.entries(mutations).flatMap(([name, { words, args = {} }]) => [
      ...(words ? [[name, words] as const] : []),
      ...ofFields(name, args),
    ]),
  ]);
}

const withoutAccount = (field: ShownFields): ShownFields => ({
  ...field,
  args: without(field.args ?? {}, (name) => name === 'accountId'),
});

const without = <T>(all: Named<T>, is: (name: string) => boolean): Named<T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !is(name)));

type Field = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

interface ShownFields {
  type: string;
  words?: string;
  usual?: unknown;
  args?: Named<ShownFields>;
}

function fieldOf(field: Field): ShownFields {
  const { type, description } = field;
  const args = 'args' in field ? field.args : [];
  const usual = 'defaultValue' in field ? field.defaultValue : undefined;
  return {
    type: String(type),
    ...(description && { words: description }),
    ...(usual !== undefined && { usual }),
    ...(args.length > 0 && { args: Object.fromEntries(args.map((each) => [each.name, fieldOf(each)])) }),
  };
}

const named = <T extends { readonly name: string }, V>(all: readonly T[], of: (each: T) => V): Named<V> =>
  Object.fromEntries(all.map((each) => [each.name, of(each)]));

const mapped = <T, V>(all: Readonly<Record<string, T>>, of: (each: T) => V): Named<V> =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, of(each)]));

/** A module with the value as its default export. */
function virtual(name: string, value: () => object): Plugin {
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(value()))})`
        : undefined,
  };
}

export const ofMember = (): Members => ofMembers(catalogue());
const modules = {
  console: [virtual('virtual:catalogue', catalogue)],
  dashboard: [
    virtual('virtual:catalogue', () => undescribed(ofMember())),
    virtual('virtual:descriptions', () => descriptionsOf(ofMember())),
  ],
};

/** Two programs of the same parts: the operators' console, and in mode `dashboard` the members' dashboard. */
const programs = {
  console: { root: 'src/console', pages: ['index.html', 'graphiql.html'] },
  dashboard: { root: 'src/console/dashboard', pages: ['index.html'] },
} as const;

export default defineConfig(({ mode }) => {
  const name = mode === 'dashboard' ? 'dashboard' : 'console';
  const { root: own, pages } = programs[name];
  return {
    root: join(root, own),
    base: `/${name}/`,
    plugins: modules[name],
    worker: { format: 'es' },
    build: {
      outDir: join(root, 'dist', name),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      // The editor of GraphiQL, which no other page loads.
      chunkSizeWarningLimit: 3_000,
      rolldownOptions: {
        input: pages.map((page) => join(root, own, page)),
        checks: { pluginTimings: false },
        // Directives for servers that render, of which there is none.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      },
    },
    logLevel: 'warn',
  };
});
