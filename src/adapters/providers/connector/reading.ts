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
export function receiptOf(outcome: LinkOutcome): Receipt {
  switch (outcome.is) {
    case 'not sent':
      return { outcome: 'not_sent', reason: outcome.why };
    case 'too late':
      return { outcome: 'too_late' };
    case 'broken':
      return unsure(outcome.why);
    case 'answered':
      return answered(outcome.status, outcome.body);
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
export function findingOf(message: z.output<typeof findings>['findings'][number]): Finding {
  switch (message.outcome) {
    case 'paid':
    case 'returned': {
      const money = moneyFrom(message.amount, message.currency);
      return money ? { outcome: message.outcome, ...money, ...traceOf(message) } : { outcome: 'unknown' };
    }
    case 'not_executed':
      return { outcome: message.outcome, code: message.code, ...traceOf(message) };
    case 'in_flight':
    case 'not_found':
    case 'unknown':
      return { outcome: message.outcome, ...traceOf(message) };
  }
}

/** As `findingOf`: an invalid amount becomes `pending`. */
export function confirmationOf(
  message: z.output<typeof confirmations>['confirmations'][number],
): Confirmation {
  switch (message.outcome) {
    case 'confirmed': {
      const money = moneyFrom(message.amount, message.currency);
      return money ? { outcome: message.outcome, ...money, ...traceOf(message) } : { outcome: 'pending' };
    }
    case 'not_confirmed':
      return { outcome: message.outcome, code: message.code, ...traceOf(message) };
    case 'pending':
      return { outcome: message.outcome, ...traceOf(message) };
  }
}

export function noticeOf(message: NoticeMessage): Notice {
  const { id } = message;
  switch (message.type) {
    case 'operation':
      return {
        id,
        type: message.type,
        reference: message.reference,
        outcome: message.outcome,
        ...(message.code !== undefined && { code: message.code }),
        ...(message.amount !== undefined && { amount: exact(message.amount) }),
        ...(message.currency !== undefined && { currency: message.currency }),
        ...traceOf(message),
      };
    case 'payment':
      return {
        id,
        type: message.type,
        fundingReference: message.funding_reference,
        paymentReference: message.payment_reference,
        bankReference: message.bank_reference,
        amount: exact(message.amount),
        currency: message.currency,
        ...traceOf(message),
      };
    case 'payment_result': {
      const { type, payment_reference: paymentReference, outcome } = message;
      return { id, type, paymentReference, outcome, ...traceOf(message) };
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
export function lineOf(message: LineMessage): StatementLine[] {
  if (message.kind === 'day_closed') return [];
  return [
    {
      sequence: BigInt(message.sequence),
      kind: kinds[message.kind],
      reference: message.reference,
      amount: exact(message.amount),
      currency: message.currency,
      bookedAt: new Date(`${message.booked_on}T00:00:00.000Z`),
      ...traceOf(message),
      ...('account_id' in message && { accountId: message.account_id }),
      ...('bank_reference' in message && {
        payment: { fundingReference: message.funding_reference, bankReference: message.bank_reference },
      }),
    },
  ];
}
