import { adjust, type Adjustment } from '../domain/adjustment.js';
import { isCurrency, notCurrency } from '../domain/currency.js';
import { amountFrom, show } from '../domain/money.js';
import { resolveException as decideResolution, type Exception } from '../domain/reconciliation.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

export interface Resolution {
  readonly id: string;
  /** The operator's finding; the account reads it. */
  readonly note: string;
  /** Sets the account's available balance right in the same transaction. */
  readonly adjustment?: AdjustmentAsk | undefined;
}

export interface AdjustmentAsk {
  readonly direction: Adjustment['direction'];
  readonly amount: string;
  readonly currency: string;
}

/** Closes a reconciliation exception, with a correction where one is due (supplement §3.7). */
export function resolveException(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  ask: Resolution,
): Promise<{ exception: Exception; adjustment: Adjustment | undefined }> {
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
    const entry = audited(moment, operator, {
      action: 'exception.resolve',
      accountId: exception.accountId,
      subjectId: exception.id,
      before: { status: exception.status },
      after: { status: resolved.status, note: ask.note, ...(adjustment && told(adjustment)) },
    });
    await tx.record([decision, ...(correction ? [correction] : []), entry]);
    return { exception: resolved, adjustment };
  });
}

function adjustmentOf({ direction, amount, currency }: AdjustmentAsk) {
  if (!isCurrency(currency)) {
    refuse('invalid_parameter', `adjustment.currency: ${notCurrency(currency)}.`, {
      param: 'adjustment.currency',
    });
  }
  return { direction, currency, amount: amountFrom(amount, currency, 'adjustment.amount') };
}

const told = ({ id, direction, amount, currency }: Adjustment) => ({
  adjustment: { id, direction, amount: show(amount, currency), currency },
});
