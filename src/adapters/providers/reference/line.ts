import { show } from '../../../domain/money.js';
import type { StatementLine } from '../../../ports/statement.js';

/** A stored statement line: its protocol JSON, and the amount by which it changes the balance. */
export interface Line {
  readonly told: string;
  readonly currency: string;
  /** Positive for money in. */
  readonly amount: string;
  /** Unique number in the bank's record. */
  readonly source: string;
}

const kinds = {
  order: { kind: 'operation', sign: -1 },
  order_returned: { kind: 'operation_returned', sign: 1 },
  payment: { kind: 'payment', sign: 1 },
  payment_reversed: { kind: 'payment_reversed', sign: -1 },
} as const;

export function lineOf(line: StatementLine, today: string): Line {
  const { kind, sign } = kinds[line.kind];
  const message = {
    kind,
    reference: line.reference,
    amount: show(line.amount, line.currency),
    currency: line.currency,
    booked_on: today,
    ...(line.trace && { trace_reference: line.trace.value, trace_kind: line.trace.kind }),
    ...(line.accountId !== undefined && { account_id: line.accountId }),
    ...(line.payment && {
      funding_reference: line.payment.fundingReference,
      bank_reference: line.payment.bankReference,
    }),
  };
  return {
    told: JSON.stringify(message),
    currency: line.currency,
    amount: line.amount.times(sign).toFixed(),
    source: String(line.sequence),
  };
}
