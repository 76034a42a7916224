import type { Ports } from '../ports/ports.js';
import type { Notice, Provider } from '../ports/provider.js';
import { isAway, tryJob } from './job.js';
import { takeOperationNotices } from './operation-notice.js';
import { ingestPayments } from './payin.js';
import { takePaymentResults } from './payin-result.js';

type Needs = Pick<Ports, 'store' | 'catalogue' | 'operations' | 'wake' | 'log'>;

/** Takes in a provider's notices. Resolves once all are committed, so that an acknowledged notice is never lost. */
export async function takeProviderNotices(
  ports: Needs,
  { name }: Pick<Provider, 'name'>,
  notices: readonly Notice[],
): Promise<void> {
  const about = (notice: string, reference: string) => ({ provider: name, notice, reference });
  const { log } = ports;
  const payments = notices.filter((notice) => notice.type === 'payment');
  const results = notices.filter((notice) => notice.type === 'payment_result');
  const operations = notices.filter((notice) => notice.type === 'operation');
  const ingested = payments.length > 0 ? await ingestPayments(ports, payments) : [];
  for (const [index, { id, fundingReference }] of payments.entries()) {
    if (!ingested[index])
      log.warn(about(id, fundingReference), 'notice about an unknown funding account ignored');
  }
  const early = results.length > 0 ? await takePaymentResults(ports, name, results) : [];
  for (const { id, paymentReference } of early) {
    log.warn(about(id, paymentReference), 'notice about an unknown payment stored');
  }
  const unknown = operations.length > 0 ? await takeOperationNotices(ports, name, operations) : [];
  for (const { id, reference } of unknown) {
    log.warn(about(id, reference), 'notice about an unknown operation stored');
  }
}

/**
 * Takes in a page of notices at once. If that fails, takes each notice separately, so that a bad notice does not
 * block those behind it: it is retried with the page, and given up after too many tries. Throws the first failure
 * that will be retried.
 */
async function takePage(ports: Needs, provider: Provider, notices: readonly Notice[]): Promise<void> {
  const [first] = notices;
  if (first === undefined) return;
  const page = { worker: 'notice page', job: `${provider.name} ${first.id}` };
  const isTaken = await tryJob(ports, page, () => takeProviderNotices(ports, provider, notices)).catch(
    (error: unknown) => {
      if (isAway(error)) throw error;
      return 'failed';
    },
  );
  if (isTaken === 'done') return;
  const failures: unknown[] = [];
  for (const notice of notices) {
    const about = { provider: provider.name, notice: notice.id };
    const job = { worker: 'notice', job: `${provider.name} ${notice.id}` };
    const end = await tryJob(ports, job, () => takeProviderNotices(ports, provider, [notice])).catch(
      (error: unknown) => void failures.push(error),
    );
    if (end === 'given_up') ports.log.error(about, 'notice failed too often; skipped');
  }
  if (failures.length > 0) throw failures[0];
}

/** Reads a connector's notice log from the last cursor, so that a notice that was never pushed is only late. */
export function readProviderNotices(ports: Needs, provider: Provider): Promise<void> {
  const { store } = ports;
  const { name, remote } = provider;
  return store.alone(`notices ${name}`, async (lost) => {
    for (let hasMore = remote !== undefined; remote && hasMore;) {
      lost.throwIfAborted();
      const cursor = await store.transaction((tx) => tx.noticeCursor(name));
      const page = await remote.notices(cursor);
      await takePage(ports, provider, await remote.proven(page.notices));
      await store.transaction((tx) => tx.setNoticeCursor(name, page.next));
      hasMore = page.hasMore && page.next !== cursor;
    }
  });
}
