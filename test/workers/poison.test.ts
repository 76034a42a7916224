import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import { Refusal } from '../../src/domain/refusal.js';
import type { Log } from '../../src/ports/log.js';
import type { Ports } from '../../src/ports/ports.js';
import type { Notice, Provider } from '../../src/ports/provider.js';
import { claimHostedDomain } from '../../src/usecases/hosted-domain.js';
import { givenUpDetail, triesMax, tryJob } from '../../src/usecases/job.js';
import { readProviderNotices } from '../../src/usecases/provider-notice.js';
import { startHostedDomains } from '../../src/workers/hosted-domain.js';
import { startHostedImages } from '../../src/workers/hosted-image.js';
import type { Loop } from '../../src/workers/loop.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';
import { queryRows } from '../setup/rows.js';

// A job that always fails in the same way is recorded as failed and delays no other job.
let sandbox: Sandbox;
let ports: Ports;
beforeAll(async () => {
  sandbox = await openSandbox();
  ({ ports } = sandbox.wired);
});
afterAll(() => sandbox.close());

const poison = (): never => {
  throw new Error('this one cannot be done');
};
const rowsOf = (statement: string, values: readonly unknown[] = []) =>
  queryRows(sandbox.url, statement, values);
const triesOf = async (worker: string, job: string) => {
  const [row] = await rowsOf('select times, given_up_at from job_try where worker = $1 and job = $2', [
    worker,
    job,
  ]);
  return row && { times: Number(row['times']), isGivenUp: row['given_up_at'] !== null };
};

describe('a job', () => {
  const outcomes = async (job: string, works: readonly (() => Promise<void>)[]): Promise<string[]> => {
    const seen: string[] = [];
    for (const work of works)
      seen.push(await tryJob(ports, { worker: 'test', job }, work).catch((error: unknown) => String(error)));
    return seen;
  };
  const fail = (why: string) => () => Promise.reject(new Error(why));
  const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);
  const done = () => Promise.resolve();

  test('that fails in the same way is given up after the maximum of tries, and stays so', async () => {
    const seen = await outcomes('same', times(triesMax + 2, fail('odd')));
    expect(seen).toEqual([...times(triesMax, 'Error: odd'), 'given_up', 'given_up']);
    expect(await triesOf('test', 'same')).toMatchObject({ isGivenUp: true });
  });

  test('that fails in another way gets as many tries again', async () => {
    const seen = await outcomes(
      'other',
      [...times(triesMax, fail('odd')), fail('even')].slice(1).concat(fail('even')),
    );
    expect(seen).not.toContain('given_up');
    expect(await triesOf('test', 'other')).toEqual({ times: 2, isGivenUp: false });
  });

  test('that ends is forgotten', async () => {
    await outcomes('ends', [...times(triesMax, fail('odd')), done].slice(1));
    expect(await triesOf('test', 'ends')).toBeUndefined();
  });

  test('does not count a try while the database or a provider was unreachable', async () => {
    const away = () => Promise.reject(new Refusal('temporarily_unavailable', 'The bank is unreachable.'));
    const seen = await outcomes('away', times(triesMax * 2, away));
    expect(seen).not.toContain('given_up');
    expect(await triesOf('test', 'away')).toBeUndefined();
  });

  test('that crashes the process counts too', async () => {
    const begin = () => ports.store.transaction(({ tries }) => tries.begin('test', ['crash']));
    for (let nth = 0; nth < triesMax; nth += 1) await begin();
    expect(await outcomes('crash', [done])).toEqual(['given_up']);
  });

  test('that was given up is tried again an hour later', async () => {
    await outcomes('anew', times(triesMax + 1, fail('odd')));
    await rowsOf(`update job_try set given_up_at = now() - interval '61 minutes' where job = 'anew'`);
    expect(await outcomes('anew', [done])).toEqual(['done']);
  });
});

/** A worker, one of its jobs that always fails, and the job's final state. */
interface Poisoned {
  readonly worker: string;
  /** Creates the failing job; returns its id. */
  readonly make: () => Promise<string>;
  readonly start: (log: Log) => Loop;
  readonly end: (id: string) => Promise<unknown>;
  readonly ended: unknown;
}

const poisoned: readonly Poisoned[] = [
  {
    worker: 'hostedImage',
    make: async () => {
      await sandbox
        .call('put', '/v1/hosted-page')
        .send({
          enabled: true,
          branding_mode: 'co_branded',
          brand_name: 'Acme',
          logo_url: 'https://images.example/logo.png',
        })
        .expect(200);
      const [row] = await rowsOf(`select id from hosted_image where status = 'wanted'`);
      return row?.['id'] ?? '';
    },
    start: (log) =>
      startHostedImages({ ...ports, fetcher: { ...ports.fetcher, get: poison, stop: () => undefined } }, log),
    end: async (id) => (await rowsOf('select status, detail from hosted_image where id = $1', [id]))[0],
    ended: { status: 'refused', detail: givenUpDetail },
  },
  {
    worker: 'hostedDomain',
    make: async () => {
      const ask = { accountId: sandbox.accountId, hostname: 'pay.poison.example' };
      return (await claimHostedDomain(ports, ask)).resource.id;
    },
    start: (log) => startHostedDomains({ ...ports, records: { ...ports.records, texts: poison } }, log),
    end: async (id) =>
      (await rowsOf('select verification_status, next_step_at from hosted_domain where id = $1', [id]))[0],
    ended: { verification_status: 'failed', next_step_at: null },
  },
];

describe.each(poisoned)('of the worker $worker', ({ worker, make, start, end, ended }) => {
  test('a job that always fails is tried up to the maximum, recorded as failed, and logged', async () => {
    const id = await make();
    const messages: string[] = [];
    const onLog = (_fields: object, message: string): void => void messages.push(message);
    const loop = start({ info: onLog, warn: onLog, error: onLog });
    try {
      await expect
        .poll(
          async () => {
            await ports.store.transaction((tx) => tx.moveClock(61_000));
            loop.wake();
            return end(id);
          },
          { timeout: 60_000, interval: 50 },
        )
        .toEqual(ended);
    } finally {
      await loop.stop();
    }
    expect(messages.filter((line) => line === 'job failed; retrying')).toHaveLength(triesMax);
    expect(messages).toContain('job failed too often; given up');
    expect(await triesOf(worker, id)).toMatchObject({ isGivenUp: true });
    const backlog = await ports.reader.backlog();
    expect(backlog.find(({ name }) => name === 'jobs_given_up')?.count).toBeGreaterThan(0);
  });
});

test('a notice that can never be taken in is given up, and those behind it are read', async () => {
  const simulator = [...ports.providers.values()][0];
  if (!simulator) throw new Error('a sandbox has a provider');
  const funded = await sandbox
    .call('post', '/v1/funding-accounts')
    .set('Idempotency-Key', 'poisoned-account')
    .send({ method: 'spei', currency: 'MXN' })
    .expect(201);
  const [account] = await rowsOf('select reference from funding_account where id = $1', [
    (funded.body as { id: string }).id,
  ]);
  const notice = (id: string, amount: string): Notice => ({
    id,
    type: 'payment',
    fundingReference: account?.['reference'] ?? '',
    bankReference: id,
    paymentReference: `ref-${id}`,
    amount: exact(amount),
    currency: 'MXN',
  });
  // Longer than the column allows.
  const notices = [
    notice('good-1', '10.00'),
    notice('poison', `1${'0'.repeat(200_000)}`),
    notice('good-2', '11.00'),
  ];
  const pages = new Map([[undefined as string | undefined, notices]]);
  const provider: Provider = {
    ...simulator,
    name: 'poisoned',
    remote: {
      notices: (cursor?: string) =>
        Promise.resolve({ notices: pages.get(cursor) ?? [], next: 'end', hasMore: false }),
      proven: (notices: readonly Notice[]) => Promise.resolve(notices),
    } as unknown as NonNullable<Provider['remote']>,
  };
  const cursorOf = () => ports.store.transaction((tx) => tx.noticeCursor('poisoned'));
  let reads = 0;
  while ((await cursorOf()) !== 'end' && reads < 20) {
    reads += 1;
    const read = await Promise.allSettled([readProviderNotices(ports, provider)]);
    if (reads <= triesMax) expect(read[0].status, `read ${reads}`).toBe('rejected');
  }
  expect(reads).toBe(triesMax + 1);
  const taken = await rowsOf(`select bank_reference as name from payin where bank_reference like 'good-%'
    union select cause from exception where cause like 'good-%' order by 1`);
  expect(taken.map(({ name }) => name)).toEqual(['good-1', 'good-2']);
  expect(sandbox.lines.map(({ message }) => message)).toContain('notice failed too often; skipped');
});
