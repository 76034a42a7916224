import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { CustomerResolver } from './customer.js';
import { mutationRoles, platformQueries } from './role.js';
import { DateTime } from './scalar.js';

/** The whole schema, from the resolvers of the nouns. */
export function graphqlSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [CustomerResolver],
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // Arguments are checked where they are used: with the codes and params of REST.
    validate: false,
  });
  checkTables(schema);
  return schema;
}

/** As it is kept in the repository: the same text for the same schema. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
}

/** A mutation that no role is bound to would be everybody's or nobody's; neither is meant. */
function checkTables(schema: GraphQLSchema): void {
  const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const unbound = fields.filter((name) => mutationRoles[name] === undefined);
  const absent = Object.keys(mutationRoles).filter((name) => !fields.includes(name));
  const queries = schema.getQueryType()?.getFields() ?? {};
  const gone = Object.keys(platformQueries).filter((name) => queries[name] === undefined);
  const wrong = [...unbound, ...absent, ...gone];
  if (wrong.length > 0) throw new Error(`The table of roles and the schema differ: ${wrong.join()}`);
}
