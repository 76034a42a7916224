import type { Decision, Noun, Nouns } from '../domain/decision.js';
import type { Ports } from '../ports/ports.js';
import { refuse } from '../domain/refusal.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { auditedFor, type Operator } from './audit.js';
import type { CreateResult } from './made.js';

export interface Outcome<T> {
  readonly row: T;
  readonly decision: Decision;
  readonly how?: 'created' | 'existing';
}

/** Refuses to repeat a key that is bound to a delivery that was dropped after its retention. */
export const deliveryDeleted = (): never =>
  refuse('not_found', 'The delivery created with this key has been deleted.');

/**
 * Runs the work once per idempotency key. The key is bound in the same transaction; a refusal binds nothing; a repeat
 * returns the row as it is now (contract §4.1, supplement §1). Acts of operators and members are audited.
 */
export function once<N extends Noun>(
  ports: Pick<Ports, 'store'>,
  ask: {
    readonly noun: N;
    readonly use: KeyUse | undefined;
    readonly by?: Operator | undefined;
    /** The verb in the audit log; default `create`. */
    readonly verb?: string;
  },
  work: (tx: Tx) => Promise<Outcome<Nouns[N]>>,
): Promise<CreateResult<Nouns[N]>> {
  return ports.store.transaction(async (tx) => {
    const bound = ask.use && (await tx.claimKey(ask.use));
    if (bound !== undefined) {
      const [row] = await tx.find(ask.noun, { id: bound } as Partial<Nouns[N]>);
      if (!row && ask.noun === 'webhookDelivery') return deliveryDeleted();
      if (!row) throw new Error(`key bound to ${bound}, which is no ${ask.noun}`);
      return { resource: row, how: 'replayed' };
    }
    const { row, decision, how = 'created' } = await work(tx);
    const entries = how === 'created' ? auditedFor(await tx.moment(), ask.by, { ...ask, row }) : [];
    await tx.record([decision, ...entries], ask.use ? [{ ...ask.use, resourceId: row.id }] : []);
    return { resource: row, how };
  });
}
