import type { Nouns } from '../domain/decision.js';
import type { Metadata } from '../domain/noun/declare.js';
import type { Ports } from '../ports/ports.js';
import type { LabelledNoun } from '../ports/store.js';
import { auditedFor, type Operator } from './audit.js';
import { lockOwn } from './own.js';

export interface MetadataAsk {
  readonly accountId: string;
  readonly id: string;
  readonly metadata: Metadata;
  /** The member or operator who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

/** Replaces the metadata of a row in any state. Nothing else changes, and no event is published. */
export function updateMetadata<N extends LabelledNoun>(
  ports: Pick<Ports, 'store'>,
  noun: N,
  ask: MetadataAsk,
): Promise<Nouns[N]> {
  const { metadata, by } = ask;
  return ports.store.transaction(async (tx) => {
    const row: Nouns[N] = await lockOwn(tx, noun, ask);
    tx.relabel(noun, row, metadata);
    await tx.record(auditedFor(await tx.moment(), by, { noun, verb: 'update', row }));
    return { ...row, metadata };
  });
}
