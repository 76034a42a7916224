import { show } from '../../../domain/money.js';
import type { Notice, Tracing } from '../../../ports/provider.js';
import type { NoticeMessage } from '../connector/protocol.js';

/** The simulated bank's reference; our own reference if the bank has none. */
export const traceOf = ({ trace }: Tracing, reference: string) => ({
  trace_reference: trace?.value ?? `REF-${reference}`,
  trace_kind: trace?.kind ?? ('other' as const),
});

export const traceMessage = ({ trace }: Tracing) =>
  trace && { trace_reference: trace.value, trace_kind: trace.kind };

type Unnumbered<T> = T extends unknown ? Omit<T, 'sequence'> : never;

/** A notice in protocol form; its number is assigned when it is logged. */
export function protocolNotice(notice: Notice): { id: string; message: Unnumbered<NoticeMessage> } {
  const { id } = notice;
  switch (notice.type) {
    case 'operation': {
      const { type, reference, outcome, code, amount, currency } = notice;
      const money = amount && currency !== undefined && { amount: show(amount, currency), currency };
      const words = code !== undefined && { code };
      return { id, message: { id, type, reference, outcome, ...words, ...money, ...traceMessage(notice) } };
    }
    case 'payment': {
      const { type, fundingReference, paymentReference, bankReference, amount, currency } = notice;
      return {
        id,
        message: {
          id,
          type,
          funding_reference: fundingReference,
          payment_reference: paymentReference,
          bank_reference: bankReference,
          amount: show(amount, currency),
          currency,
          ...traceMessage(notice),
        },
      };
    }
    case 'payment_result': {
      const { type, paymentReference, outcome } = notice;
      const message = { id, type, payment_reference: paymentReference, outcome, ...traceMessage(notice) };
      return { id, message };
    }
  }
}
