import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueKey } from '../../src/usecases/account.js';
import { suspendCapability } from '../../src/usecases/capability.js';
import { blockCustomer, setCompliance } from '../../src/usecases/customer.js';
import { advance, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { documented, failuresText, unreached } from './report.js';
import { fuzz } from './run.js';
import { makeWorld, snapshot } from './world.js';

const count = sized(20_000, 1_000_000);
const width = 32;
const suspended = { product: 'payout', method: 'mobile_payment', currency: 'VES', accountId: null };

let service: RunningService;
const errorLines: string[] = [];
const unhandled: unknown[] = [];
const onUnhandled = (error: unknown): void => void unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled);
  service = await openService({}, { write: (line: string) => void errorLines.push(line) });
});
afterAll(async () => {
  process.off('unhandledRejection', onUnhandled);
  await service.stop();
});

test(
  `${count} requests of every kind get an answer that the description has`,
  { timeout: sized(300_000, 7_200_000) },
  async () => {
    const seed = seedOf('fuzz');
    const progress = progressOf('fuzz');
    const stranger = await openOtherAccount(service);
    const otherClient = clientOf(service.baseUrl, stranger.key);
    const { own, other } = await makeWorld(
      { own: service, other: otherClient, otherAccountId: stranger.id },
      {
        advance: (seconds) => advance(service, seconds),
        suspendPayouts: () => withHand(service, (ports) => suspendCapability(ports, operator, suspended)),
        blockCustomer: (id) =>
          withHand(service, (ports) => blockCustomer(ports, operator, { id, action: 'block' })),
        rejectCustomer: (id) =>
          withHand(service, (ports) => setCompliance(ports, operator, { id, status: 'rejected' })),
      },
    );
    const ask = { accountId: service.accountId, scopes: ['read'] as const, label: null, expiresAt: null };
    const { secret: readKey } = await withHand(service, (ports) => issueKey(ports, operator, ask));
    const { secret: writeKey } = await withHand(service, (ports) =>
      issueKey(ports, operator, { ...ask, scopes: ['write'] }),
    );
    const before = await snapshot(otherClient, other);

    const target = { baseUrl: service.baseUrl, own, other, key: service.apiKey, readKey, writeKey };
    const report = await fuzz(target, {
      seed,
      count,
      width,
      onProgress: (sent) => progress(`${sent} of ${count}`),
    });

    console.log(['fuzz: documented and not reached', ...unreached(report)].join('\n  '));
    expect(report.failures.length, failuresText(report)).toBe(0);
    const successes = documented().filter((way) => /^\w+ 2\d\d$/.test(way));
    expect(
      successes.filter((way) => !report.reached.has(way)),
      'successes not reached',
    ).toEqual([]);
    expect(await snapshot(otherClient, other), 'the other account is as it was').toEqual(before);
    expect(unhandled, 'no rejection is unhandled').toEqual([]);
    expect(errorLines, 'nothing is logged as an error').toEqual([]);
    await service.check();
  },
);
