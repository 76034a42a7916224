import { clientsOf } from './client.js';
import { curlOf } from './curl.js';
import type { Description, Operation } from './description.js';
import { operationOf, recipeOf, type Call, type Fields } from './recipe.js';

/**
 * An example in each language, and why it begins with another call. The reason is not in the code because
 * shells may reject pasted comments.
 */
export interface Example {
  readonly shell: string;
  readonly node?: string;
  readonly python?: string;
  readonly why?: string;
}

/**
 * The example of an operation, for a shell in which `setup` was pasted and for programs with that
 * environment.
 */
export function exampleOf(operation: Operation, description: Description): Example {
  const { calls, writes, why } = recipeOf(operation, description);
  const shell = Object.entries(writes).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    curlOf(calls, description),
  );
  return { shell, ...clientsOf(calls, description), ...(why !== undefined && { why }) };
}

/** An example call with its own body or filter. */
export function callTo(
  operationId: string,
  description: Description,
  own: { readonly body?: Fields } & Pick<Call, 'filter'> = {},
): Example {
  const calls = [{ operation: operationOf(operationId, description), name: `start-${operationId}`, ...own }];
  return { shell: curlOf(calls, description), ...clientsOf(calls, description) };
}
