import { show } from '../../../domain/money.js';
import type { StatementLine } from '../../../ports/statement.js';

/** A line as it is kept: the words of the protocol, and its part in what stands at the bank. */
export interface Line {
  readonly told: string;
  readonly currency: string;
  /** Money in is positive. */
  readonly amount: string;
  /** Its number in the bank's own record. */
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
  const told = {
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
    told: JSON.stringify(told),
    currency: line.currency,
    amount: line.amount.times(sign).toFixed(),
    source: String(line.sequence),
  };
}
