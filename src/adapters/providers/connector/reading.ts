import type { z } from 'zod';
import { exact, moneyFrom } from '../../../domain/money.js';
import { cut } from '../../../domain/text.js';
import type { Confirmation, Finding, Notice, Receipt, Tracing } from '../../../ports/provider.js';
import type { StatementLine } from '../../../ports/statement.js';
import { cleaned } from './body.js';
import { codeOf, whyOf, type LinkOutcome } from './link.js';
import {
  answer,
  type confirmations,
  type findings,
  type LineMessage,
  type NoticeMessage,
  type TraceMessage,
} from './protocol.js';

/** Only the defined answers decide the state of an order; any other outcome after sending is uncertain. */
export function receiptOf(told: LinkOutcome): Receipt {
  switch (told.is) {
    case 'not sent':
      return { outcome: 'not_sent', reason: told.why };
    case 'too late':
      return { outcome: 'too_late' };
    case 'broken':
      return unsure(told.why);
    case 'answered':
      return answered(told.status, told.body);
  }
}

function answered(status: number, body: unknown): Receipt {
  if (status < 200 || status > 299) return unsure(`it answered ${status} ${codeOf(body)}`);
  const parsed = answer.safeParse(body);
  if (!parsed.success) return unsure(`its answer does not follow the protocol: ${whyOf(parsed.error)}`);
  const { data } = parsed;
  const trace = traceOf(data);
  switch (data.outcome) {
    case 'accepted':
      return { outcome: data.outcome, ...trace };
    case 'refused':
      return { outcome: data.outcome, code: data.code, ...trace };
    case 'paid':
      return { outcome: data.outcome, amount: exact(data.amount), currency: data.currency, ...trace };
  }
}

/** A reference without a kind gets the kind `other`; a kind without a reference is ignored. */
function traceOf({ trace_reference: value, trace_kind: kind = 'other' }: TraceMessage): Tracing {
  return value === undefined ? {} : { trace: { kind, value } };
}

const unsure = (reason: string): Receipt => ({ outcome: 'uncertain', reason: cut(cleaned(reason), 200) });

/** An entry with an invalid amount becomes `unknown`; the other entries of the answer still count. */
export function findingOf(told: z.output<typeof findings>['findings'][number]): Finding {
  switch (told.outcome) {
    case 'paid':
    case 'returned': {
      const money = moneyFrom(told.amount, told.currency);
      return money ? { outcome: told.outcome, ...money, ...traceOf(told) } : { outcome: 'unknown' };
    }
    case 'not_executed':
      return { outcome: told.outcome, code: told.code, ...traceOf(told) };
    case 'in_flight':
    case 'not_found':
    case 'unknown':
      return { outcome: told.outcome, ...traceOf(told) };
  }
}

/** As `findingOf`: an invalid amount becomes `pending`. */
export function confirmationOf(told: z.output<typeof confirmations>['confirmations'][number]): Confirmation {
  switch (told.outcome) {
    case 'confirmed': {
      const money = moneyFrom(told.amount, told.currency);
      return money ? { outcome: told.outcome, ...money, ...traceOf(told) } : { outcome: 'pending' };
    }
    case 'not_confirmed':
      return { outcome: told.outcome, code: told.code, ...traceOf(told) };
    case 'pending':
      return { outcome: told.outcome, ...traceOf(told) };
  }
}

export function noticeOf(told: NoticeMessage): Notice {
  const { id } = told;
  switch (told.type) {
    case 'operation':
      return {
        id,
        type: told.type,
        reference: told.reference,
        outcome: told.outcome,
        ...(told.code !== undefined && { code: told.code }),
        ...(told.amount !== undefined && { amount: exact(told.amount) }),
        ...(told.currency !== undefined && { currency: told.currency }),
        ...traceOf(told),
      };
    case 'payment':
      return {
        id,
        type: told.type,
        fundingReference: told.funding_reference,
        paymentReference: told.payment_reference,
        bankReference: told.bank_reference,
        amount: exact(told.amount),
        currency: told.currency,
        ...traceOf(told),
      };
    case 'payment_result': {
      const { type, payment_reference: paymentReference, outcome } = told;
      return { id, type, paymentReference, outcome, ...traceOf(told) };
    }
  }
}

const kinds = {
  operation: 'order',
  operation_returned: 'order_returned',
  payment: 'payment',
  payment_reversed: 'payment_reversed',
} as const;

/** Empty for the marker that closes a day. */
export function lineOf(told: LineMessage): StatementLine[] {
  if (told.kind === 'day_closed') return [];
  return [
    {
      sequence: BigInt(told.sequence),
      kind: kinds[told.kind],
      reference: told.reference,
      amount: exact(told.amount),
      currency: told.currency,
      bookedAt: new Date(`${told.booked_on}T00:00:00.000Z`),
      ...traceOf(told),
      ...('account_id' in told && { accountId: told.account_id }),
      ...('bank_reference' in told && {
        payment: { fundingReference: told.funding_reference, bankReference: told.bank_reference },
      }),
    },
  ];
}
