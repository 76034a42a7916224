import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { memberMutations, mutationRoles } from '../../../src/api/graphql/role.js';
import { graphqlSchema, printedSchema } from '../../../src/api/graphql/schema.js';
import { projectText } from '../../setup/source.js';
import { rootFieldsOf } from '../../setup/selection.js';

const schema = graphqlSchema();
const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

/** Everything that can have a description, by its name and what it says. */
function* described(): Generator<readonly [name: string, description: string]> {
  for (const type of types) {
    if (!roots.has(type as never)) yield [type.name, type.description ?? ''];
    if (isEnumType(type)) {
      for (const value of type.getValues()) yield [`${type.name}.${value.name}`, value.description ?? ''];
    }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      yield [`${type.name}.${field.name}`, field.description ?? ''];
      for (const argument of 'args' in field ? field.args : [])
        yield [`${type.name}.${field.name}(${argument.name})`, argument.description ?? ''];
    }
  }
}

describe('the schema', () => {
  it('is the printed one', () => expect(printedSchema()).toBe(projectText('schema/schema.graphql')));

  it('is valid', () => expect(validateSchema(schema)).toEqual([]));

  it('describes every type, field, argument and value in a sentence', () => {
    const all = [...described()];
    expect(all.length).toBeGreaterThan(400);
    expect(
      all.filter(([, text]) => !/^\S.+[.…]$/s.test(text)).map(([name, text]) => `${name}: ${text}`),
    ).toEqual([]);
  });

  it('has connections only for paged lists', () => {
    const connections = types.filter(({ name }) => name.endsWith('Connection'));
    for (const type of connections) {
      expect(isObjectType(type) && Object.keys(type.getFields())).toEqual(['edges', 'nodes', 'pageInfo']);
    }
    expect(connections.length).toBeGreaterThan(12);
  });
});

describe('every mutation', () => {
  const mutations = rootFieldsOf(schema, 'mutation');
  it('has its role, and each role has a mutation', () => {
    expect(mutations.map(({ name }) => name).sort()).toEqual(
      [...memberMutations, ...Object.keys(mutationRoles)].sort(),
    );
  });

  it.each(mutations.map((field) => [field.name, field] as const))('%s needs a reason', (_name, field) => {
    expect(String(field.args.find(({ name }) => name === 'reason')?.type)).toBe('String!');
  });
});
