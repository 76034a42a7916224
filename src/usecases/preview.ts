import { decide, type Decision } from '../domain/decision.js';
import { sidesOf, type Side } from '../domain/ledger.js';
import { show, zero, type Amount } from '../domain/money.js';
import type { Refund } from '../domain/noun/refund.js';
import type { BatchCounts, PayoutBatch, PayoutBatchItem } from '../domain/payout-batch.js';
import type { Payout } from '../domain/payout.js';
import { Refusal, type Short } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { acceptBatch, type BatchAsk } from './payout-batch.js';
import { commandOf } from './payout-batch-turn.js';
import { decideGroup, type Verdict } from './group.js';
import { PayoutGroup, type DecidedPayout, type DecidingNeeds, type PayoutCommand } from './payout-group.js';
import { decideRefund, type RefundCommand, type RefundNeeds } from './refund.js';

/** The end that an operation would come to, were it asked for now. */
export type Preview<T> =
  | { readonly refusal: Refusal; readonly short: Short | null }
  | {
      readonly row: T;
      readonly entries: readonly Entry[];
      /** Why risk rules would hold it. */
      readonly reasons: readonly string[];
      readonly warnings: readonly string[];
      readonly short: Short | null;
    };

/** A side of a posting, with what it is posted for. */
export interface Entry extends Side {
  readonly purpose: string;
}

/** A batch as it would be accepted, with what would become of its items. */
export type BatchPreview =
  | { readonly refusal: Refusal }
  | {
      readonly batch: PayoutBatch;
      readonly counts: BatchCounts;
      /** The money that would have to come in for none to fail, by currency. */
      readonly short: readonly Short[];
      /** Codes, as those of a payout. */
      readonly warnings: readonly string[];
      readonly items: readonly (readonly [PayoutBatchItem, Preview<Payout>])[];
    };

type Needs<N> = N & Pick<Ports, 'store' | 'vault'>;

/** No caller's own key has a space in it, and nobody ever asks for this one. */
const noKey = ({ vault }: Pick<Ports, 'vault'>): string => `preview ${vault.randomText(24)}`;
const noUse = (ports: Pick<Ports, 'vault'>, accountId: string): KeyUse => ({
  accountId,
  key: noKey(ports),
  fingerprint: '',
});

/** A payout as `createPayout` would decide it: by the same rules under the same locks, and nothing is kept. */
export async function previewPayout(
  ports: Needs<DecidingNeeds>,
  ask: Omit<PayoutCommand, 'use'>,
): Promise<Preview<Payout>> {
  const commands = [{ ...ask, use: noUse(ports, ask.accountId) }];
  const [verdict] = await ports.store.undone((tx) => verdictsOn(ports, tx, commands));
  return payoutPreview(verdict);
}

/** A batch as `createPayoutBatch` would accept it, and its items as they would then be decided, if nothing else moved. */
export function previewPayoutBatch(ports: Needs<DecidingNeeds>, ask: BatchAsk): Promise<BatchPreview> {
  return ports.store.undone((tx) =>
    orRefusal(async (): Promise<BatchPreview> => {
      const { batch, counts, changes } = await acceptBatch(
        { ...ports, tx },
        ask,
        noUse(ports, ask.accountId),
      );
      // Payouts are decided on beneficiaries that are there; rows alone take no lock of the books.
      const payees = changes.filter(({ noun }) => noun === 'beneficiary');
      if (payees.length > 0) await tx.record([decide({ changes: payees })]);
      const items = changes.flatMap((change) => (change.noun === 'payoutBatchItem' ? [change.row] : []));
      const commands = items.map((item) => commandOf(ports, batch, item));
      const verdicts = await verdictsOn(ports, tx, commands);
      const previews = items.map((item, index) => [item, payoutPreview(verdicts[index])] as const);
      const warnings = changes.some(({ noun }) => noun === 'approval') ? ['approval_required'] : [];
      return { batch, counts, warnings, short: lacking(verdicts), items: previews };
    }),
  );
}

async function verdictsOn(ports: DecidingNeeds, tx: Tx, commands: readonly PayoutCommand[]) {
  const group = await PayoutGroup.load({ ports, tx }, commands, { wait: true, keyed: false });
  return (await decideGroup('payout', group, commands)).verdicts;
}

/** A refund as `createRefund` would decide it. */
export function previewRefund(
  ports: Needs<RefundNeeds>,
  ask: Omit<RefundCommand, 'use'>,
): Promise<Preview<Refund>> {
  return ports.store.undone((tx) =>
    orRefusal(async () => {
      const { row, decision } = await decideRefund(ports, tx, { ...ask, use: noUse(ports, ask.accountId) });
      return accepted(row, decision);
    }),
  );
}

async function orRefusal<T>(
  decide: () => Promise<T>,
): Promise<T | { refusal: Refusal; short: Short | null }> {
  try {
    return await decide();
  } catch (error) {
    // The database having no answer is no decision.
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

function lacking(verdicts: readonly (Verdict<DecidedPayout> | undefined)[]): Short[] {
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
