import type { z } from 'zod';
import type { Nouns } from '../../domain/decision.js';
import { declarations } from '../../domain/noun/all.js';
import type { Declaration } from '../../domain/noun/declare.js';
import type { Ports } from '../../ports/ports.js';
import type { LabelledNoun } from '../../ports/store.js';
import { updateMetadata } from '../../usecases/label.js';
import { labelsUpdateSchema } from '../ask/label.js';
import { ok, route, type Route } from './route.js';

interface Parts<N extends LabelledNoun> {
  readonly tag: string;
  readonly schema: z.ZodType;
  /** Example of a retrieve response. */
  readonly example: object;
  readonly show: (ports: Ports, row: Nouns[N]) => Promise<object> | object;
}

/** PATCH for metadata and reference of a noun. */
export function metadataRoute<N extends LabelledNoun>(
  noun: N,
  { tag, schema, example, show }: Parts<N>,
): Route {
  const { name, called }: Declaration = declarations[noun];
  const [one, many] = called;
  return route({
    method: 'PATCH',
    path: `/v1/${many.replaceAll(' ', '-')}/{id}`,
    idKind: noun,
    operationId: `update${name}`,
    tag,
    summary: `Update the metadata of a ${one}`,
    description: 'Works in any status. Only the metadata changes, and no event is published.',
    scope: 'write',
    idempotency: 'none',
    body: labelsUpdateSchema,
    answers: { 200: schema },
    examples: { 200: example },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id, body: { metadata } }) => {
      const ask = { accountId: caller.account.id, id, metadata, by };
      return ok(await show(ports, await updateMetadata(ports, noun, ask)));
    },
  });
}
