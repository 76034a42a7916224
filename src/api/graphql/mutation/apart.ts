import { isNonNullType, type GraphQLObjectType } from 'graphql';
import type { Context } from '../context.js';

/**
 * Each mutation of a document stands by itself. One that fails is null and takes nothing of the others away, such as a
 * secret that is shown once; and each answers with how things stand after it, whatever was read before.
 */
export function apart(mutations: GraphQLObjectType<unknown, Context>): void {
  mutations.description =
    'What changes something, one after the other. Each is null where it, or what it was asked to show, failed: what the others did stands, and is told.';
  for (const field of Object.values(mutations.getFields())) {
    if (isNonNullType(field.type)) field.type = field.type.ofType;
    const { resolve } = field;
    if (resolve === undefined) continue;
    field.resolve = async (...asked) => {
      const [, , { load }] = asked;
      // What those before it were asked to show was read before it acts.
      load.forget();
      try {
        return await resolve(...asked);
      } finally {
        load.forget();
      }
    };
  }
}
