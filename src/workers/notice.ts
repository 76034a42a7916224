import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Notice, Provider } from '../ports/provider.js';
import { takeOperationNotices } from '../usecases/dispatch.js';
import { ingestPayments, takePaymentResults } from '../usecases/payin.js';

/** Takes in what a provider tells us; resolves once all of it is committed, so that nothing is told in vain. */
export function noticeTaker(
  ports: Ports,
  provider: Provider,
  log: Log,
): (notices: Notice[]) => Promise<void> {
  const { name } = provider;
  return async (notices) => {
    const payments = notices.filter((notice) => notice.type === 'payment');
    const results = notices.filter((notice) => notice.type === 'payment_result');
    const operations = notices.filter((notice) => notice.type === 'operation');
    if (payments.length > 0) await ingestPayments(ports, name, payments);
    if (results.length > 0) await takePaymentResults(ports, name, results);
    if (operations.length === 0) return;
    for (const unknown of await takeOperationNotices(ports, name, operations)) {
      log.warn(
        { provider: name, reference: unknown.reference, notice: unknown.id },
        'a notice about an operation that is not ours',
      );
    }
  };
}
