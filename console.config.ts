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

/** The printed schema as the console reads it: all that it knows of nouns and acts. */
function catalogue(): object {
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
    ...(JSON.parse(printed('console.json')) as object),
  };
}

type Field = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

function fieldOf(field: Field): object {
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

const named = <T extends { readonly name: string }>(all: readonly T[], of: (each: T) => unknown): object =>
  Object.fromEntries(all.map((each) => [each.name, of(each)]));

const mapped = <T>(all: Readonly<Record<string, T>>, of: (each: T) => unknown): object =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, of(each)]));

function printedCatalogue(): Plugin {
  const name = 'virtual:catalogue';
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue()))})`
        : undefined,
  };
}

export default defineConfig({
  root: join(root, 'src/console'),
  base: '/console/',
  plugins: [printedCatalogue()],
  worker: { format: 'es' },
  build: {
    outDir: join(root, 'dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // The editor of GraphiQL, which no other page loads.
    chunkSizeWarningLimit: 3_000,
    rolldownOptions: {
      input: ['index.html', 'graphiql.html'].map((page) => join(root, 'src/console', page)),
      checks: { pluginTimings: false },
      // Directives for servers that render, of which there is none.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
  logLevel: 'warn',
});
