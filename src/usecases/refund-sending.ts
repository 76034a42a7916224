import type { Refund } from '../domain/noun/refund.js';
import { refundSpec } from '../domain/refund.js';
import type { Readiness, SentKind } from '../ports/operation.js';

/** How refunds are sent to providers: by the method of the payment, with the provider's reference of it. */
export const refunds: SentKind<Refund> = {
  spec: refundSpec,
  async loadReadiness(_needs, tx, rows) {
    const payins = await tx.find('payin', { id: [...new Set(rows.map(({ payinId }) => payinId))] });
    const accountIds = [...new Set(payins.map(({ fundingAccountId }) => fundingAccountId))];
    const accounts = await tx.find('fundingAccount', { id: accountIds });
    const methods = new Map(accounts.map(({ id, method }) => [id, method]));
    const payments = new Map(payins.map((payin) => [payin.id, payin]));
    const readinessOf = ({ id, payinId }: Refund): Readiness => {
      const payment = payments.get(payinId);
      const method = methods.get(payment?.fundingAccountId ?? '');
      if (!payment || method === undefined) throw new Error(`${id} has no pay-in`);
      const { paymentReference } = payment;
      if (paymentReference === null) return { outcome: 'fails', code: 'no_route' };
      return { outcome: 'ready', method, details: { payment_reference: paymentReference } };
    };
    return { of: readinessOf };
  },
};
