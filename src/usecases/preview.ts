import { decide, type Decision } from '../domain/decision.js';
import { sidesOf, type Side } from '../domain/ledger.js';
import { show, zero, type Amount } from '../domain/money.js';
import type { Refund } from '../domain/noun/refund.js';
import type { BatchCounts, PayoutBatch, PayoutBatchItem } from '../domain/payout-batch.js';
import type { Payout } from '../domain/payout.js';
import { Refusal, type Shortfall } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { acceptBatch, type BatchAsk } from './payout-batch.js';
import { commandOf } from './payout-batch-turn.js';
import { decideGroup, type Verdict } from './group.js';
import { PayoutGroup, type DecidedPayout, type DecidingNeeds, type PayoutCommand } from './payout-group.js';
import { decideRefund, type RefundCommand, type RefundNeeds } from './refund.js';

/** The result that an operation would have if requested now. */
export type Preview<T> =
  | { readonly refusal: Refusal; readonly short: Shortfall | null }
  | {
      readonly row: T;
      readonly entries: readonly Entry[];
      /** Why the risk rules would hold it. */
      readonly reasons: readonly string[];
      readonly warnings: readonly string[];
      readonly short: Shortfall | null;
    };

/** A side of a posting with its purpose. */
export interface Entry extends Side {
  readonly purpose: string;
}

/** A batch as it would be accepted, with the results of its items. */
export type BatchPreview =
  | { readonly refusal: Refusal }
  | {
      readonly batch: PayoutBatch;
      readonly counts: BatchCounts;
      /** The money missing for all items to succeed, by currency. */
      readonly short: readonly Shortfall[];
      readonly items: readonly (readonly [PayoutBatchItem, Preview<Payout>])[];
    };

type Needs<N> = N & Pick<Ports, 'store' | 'vault'>;

/** A key that no request can have: keys of callers contain no space, and this one is never used again. */
const noKey = ({ vault }: Pick<Ports, 'vault'>): string => `preview ${vault.randomText(24)}`;
const noUse = (ports: Pick<Ports, 'vault'>, accountId: string): KeyUse => ({
  accountId,
  key: noKey(ports),
  fingerprint: '',
});

/** Decides a payout as `createPayout` would, with the same rules and locks, and rolls back. */
export async function previewPayout(
  ports: Needs<DecidingNeeds>,
  ask: Omit<PayoutCommand, 'use'>,
): Promise<Preview<Payout>> {
  const commands = [{ ...ask, use: noUse(ports, ask.accountId) }];
  const [verdict] = await ports.store.rolledBack((tx) => verdictsOn(ports, tx, commands));
  return payoutPreview(verdict);
}

/** Accepts a batch as `createPayoutBatch` would, decides its items as if nothing else moved, and rolls back. */
export function previewPayoutBatch(ports: Needs<DecidingNeeds>, ask: BatchAsk): Promise<BatchPreview> {
  return ports.store.rolledBack((tx) =>
    refusalAsValue(async (): Promise<BatchPreview> => {
      const { batch, counts, changes } = await acceptBatch(
        { ...ports, tx },
        ask,
        noUse(ports, ask.accountId),
      );
      // Payouts need their beneficiaries recorded. Recording only rows takes no ledger locks.
      const payees = changes.filter(({ noun }) => noun === 'beneficiary');
      if (payees.length > 0) await tx.record([decide({ changes: payees })]);
      const items = changes.flatMap((change) => (change.noun === 'payoutBatchItem' ? [change.row] : []));
      const commands = items.map((item) => commandOf(ports, batch, item));
      const verdicts = await verdictsOn(ports, tx, commands);
      const previews = items.map((item, index) => [item, payoutPreview(verdicts[index])] as const);
      return { batch, counts, short: lacking(verdicts), items: previews };
    }),
  );
}

async function verdictsOn(ports: DecidingNeeds, tx: Tx, commands: readonly PayoutCommand[]) {
  const group = await PayoutGroup.load({ ports, tx }, commands, { wait: true, keyed: false });
  return (await decideGroup('payout', group, commands)).verdicts;
}

/** Decides a refund as `createRefund` would, and rolls back. */
export function previewRefund(
  ports: Needs<RefundNeeds>,
  ask: Omit<RefundCommand, 'use'>,
): Promise<Preview<Refund>> {
  return ports.store.rolledBack((tx) =>
    refusalAsValue(async () => {
      const { row, decision } = await decideRefund(ports, tx, { ...ask, use: noUse(ports, ask.accountId) });
      return accepted(row, decision);
    }),
  );
}

async function refusalAsValue<T>(
  decide: () => Promise<T>,
): Promise<T | { refusal: Refusal; short: Shortfall | null }> {
  try {
    return await decide();
  } catch (error) {
    // An error of the database is not a decision.
    if (error instanceof Refusal && error.cause === undefined) return refused(error);
    throw error;
  }
}

const refused = (refusal: Refusal) => ({ refusal, short: refusal.short ?? null });

function payoutPreview(verdict: Verdict<DecidedPayout> | undefined): Preview<Payout> {
  if (verdict && 'refusal' in verdict) return refused(verdict.refusal);
  if (!verdict || 'replayOf' in verdict) throw new Error('a payout without a key is decided');
  const { row: payout, decision, available, warnings } = verdict;
  const { total, sourceCurrency: currency, failureCode } = payout;
  const isShort = failureCode === 'insufficient_funds';
  return {
    ...accepted(payout, decision),
    warnings,
    short: isShort ? { amount: show(total.minus(available), currency), currency } : null,
  };
}

function lacking(verdicts: readonly (Verdict<DecidedPayout> | undefined)[]): Shortfall[] {
  const left = new Map<string, Amount>();
  const unpaid = new Map<string, Amount>();
  for (const verdict of verdicts) {
    if (!verdict || !('row' in verdict)) continue;
    const { row: payout, available } = verdict;
    const { sourceCurrency: currency, total } = payout;
    const isPaid = payout.status !== 'failed';
    left.set(currency, isPaid ? available.minus(total) : available);
    if (!isPaid) unpaid.set(currency, (unpaid.get(currency) ?? zero).plus(total));
  }
  return [...unpaid].map(([currency, sum]) => ({
    amount: show(sum.minus(left.get(currency) ?? zero), currency),
    currency,
  }));
}

function accepted<T>(row: T, { changes, journals }: Decision) {
  const entries = journals.flatMap((journal) =>
    sidesOf(journal).map((side) => ({ ...side, purpose: journal.purpose })),
  );
  const reasons = changes.flatMap((change) => (change.noun === 'riskDecision' ? change.row.reasons : []));
  return { row, entries, reasons, warnings: [], short: null };
}
