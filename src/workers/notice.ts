import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import type { Notice, Provider } from '../ports/provider.js';
import { takeOperationNotices } from '../usecases/operation-notice.js';
import { ingestPayments } from '../usecases/payin.js';
import { takePaymentResults } from '../usecases/payin-result.js';

/** Takes in what a provider tells us; resolves once all of it is committed, so that nothing is told in vain. */
export function noticeTaker(
  ports: Ports,
  provider: Provider,
  log: Log,
): (notices: Notice[]) => Promise<void> {
  const { name } = provider;
  const about = (notice: string, reference: string) => ({ provider: name, notice, reference });
  return async (notices) => {
    const payments = notices.filter((notice) => notice.type === 'payment');
    const results = notices.filter((notice) => notice.type === 'payment_result');
    const operations = notices.filter((notice) => notice.type === 'operation');
    const ingested = payments.length > 0 ? await ingestPayments(ports, payments) : [];
    for (const [index, { id, fundingReference }] of payments.entries()) {
      if (!ingested[index])
        log.warn(about(id, fundingReference), 'a payment into a funding account that is not ours');
    }
    const early = results.length > 0 ? await takePaymentResults(ports, name, results) : [];
    for (const { id, paymentReference } of early) {
      log.warn(about(id, paymentReference), 'a notice about a payment that is not known yet is kept');
    }
    const unknown = operations.length > 0 ? await takeOperationNotices(ports, name, operations) : [];
    for (const { id, reference } of unknown) {
      log.warn(about(id, reference), 'a notice about an operation that is not known yet is kept');
    }
  };
}
