import { adjust, type Adjustment, type NewAdjustment } from '../domain/adjustment.js';
import { rateOf, type Catalogue } from '../domain/capability.js';
import { currencyFrom } from '../domain/currency.js';
import { amountFrom, exact, show } from '../domain/money.js';
import { worthOf } from '../domain/price.js';
import { resolveException as decideResolution, type Exception } from '../domain/reconciliation.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import type { RecordNeeds } from './bank-record.js';
import { absent } from './own.js';
import { isSeconded, proposed } from './second-operator.js';
import { checkSeen } from './seen.js';
import { compareStatement, type StatementReport } from './statement.js';

export interface Resolution {
  readonly id: string;
  /** The operator's finding, visible to the account. */
  readonly note: string;
  /** Corrects the account's available balance in the same transaction. */
  readonly adjustment?: AdjustmentAsk | undefined;
}

export interface AdjustmentAsk {
  readonly direction: Adjustment['direction'];
  readonly amount: string;
  readonly currency: string;
}

/** An exception after an operator's decision. `isProposed`: another operator has to request the same. */
export interface Resolved {
  readonly exception: Exception;
  readonly adjustment: Adjustment | undefined;
  readonly isProposed: boolean;
}

/**
 * Closes a reconciliation exception, with an adjustment if needed (supplement §3.7). An adjustment above the amount
 * at which the risk rules hold a payout takes two operators: the first request is only written to the audit log, and
 * the same request by another operator closes the exception.
 */
export function resolveException(
  ports: Pick<Ports, 'store' | 'catalogue'>,
  operator: Operator,
  ask: Resolution,
): Promise<Resolved> {
  const wanted = ask.adjustment && adjustmentOf(ask.adjustment);
  return ports.store.transaction(async (tx) => {
    const [exception] = await tx.lock('exception', [ask.id]);
    if (!exception) return absent('exception');
    checkSeen(operator, { subjectId: exception.id, state: { status: exception.status } });
    const moment = await tx.moment();
    const { exception: resolved, ...decision } = decideResolution(moment, exception, ask.note);
    const correction =
      wanted &&
      adjust(moment, exception, {
        ...wanted,
        available: await tx.lockAvailable(exception.accountId, wanted.currency),
      });
    const adjustment = correction?.adjustment;
    const about = { accountId: exception.accountId, subjectId: exception.id };
    const before = { status: exception.status };
    if (wanted && isLarge(ports.catalogue, wanted)) {
      const proposal = { action: 'exception.propose', ...about, wanted: auditFieldsOf(wanted) } as const;
      if (!(await isSeconded(tx, operator, proposal))) {
        const state = { ...before, note: ask.note };
        await tx.record([proposed(moment, operator, { ...proposal, state })]);
        return { exception, adjustment: undefined, isProposed: true };
      }
    }
    const auditedAdjustment = adjustment && {
      adjustment: { id: adjustment.id, ...auditFieldsOf(adjustment) },
    };
    const after = { status: resolved.status, note: ask.note, ...auditedAdjustment };
    const entry = audited(moment, operator, { action: 'exception.resolve', ...about, before, after });
    await tx.record([decision, ...(correction ? [correction] : []), entry]);
    return { exception: resolved, adjustment, isProposed: false };
  });
}

function isLarge(catalogue: Catalogue, { amount, currency }: NewAdjustment): boolean {
  const { amount: most, currency: of } = catalogue.risk.reviewAbove;
  const rate = rateOf(catalogue, currency, of);
  return rate === undefined || worthOf(amount, rate, of).isGreaterThan(exact(most));
}

/** The provider's reference for the subject of an exception: ours of an order, the provider's of a payment. */
export async function referenceOf(
  { reader }: Pick<Ports, 'reader'>,
  { paymentReference, resourceType, resourceId, accountId }: Exception,
): Promise<string | null> {
  if (paymentReference !== null || resourceType === 'account') return paymentReference;
  const [row] = await reader.rows(
    resourceType === 'funding_account' ? 'fundingAccount' : resourceType,
    [accountId],
    [resourceId],
  );
  if (!row) return null;
  return 'paymentReference' in row ? row.paymentReference : row.reference;
}

/** Compares each provider's statement with its clearing account now. */
export async function compareStatements(ports: RecordNeeds, operator: Operator): Promise<StatementReport[]> {
  const reports: StatementReport[] = [];
  for (const provider of ports.providers.values()) reports.push(await compareStatement(ports, provider));
  await ports.store.transaction(async (tx) => {
    const entry = audited(await tx.moment(), operator, {
      action: 'statement.compare',
      accountId: null,
      subjectId: null,
      before: null,
      after: { raised: reports.flatMap(({ raised }) => raised.map(({ id }) => id)) },
    });
    await tx.record([entry]);
  });
  return reports;
}

function adjustmentOf({ direction, amount, currency }: AdjustmentAsk) {
  currencyFrom(currency, 'adjustment.currency');
  return { direction, currency, amount: amountFrom(amount, currency, 'adjustment.amount') };
}

const auditFieldsOf = ({ direction, amount, currency }: NewAdjustment) => ({
  direction,
  amount: show(amount, currency),
  currency,
});
