import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { closedUntil } from '../../src/domain/ledger-seal.js';
import { issueKey } from '../../src/usecases/account.js';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { imposePolicy } from '../../src/usecases/approval-policy.js';
import { blockCustomer, setCompliance } from '../../src/usecases/customer.js';
import { removeBefore } from '../setup/archive.js';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance, disable, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { askCode, mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import { staleAims } from './aim.js';
import { growthOf, paceOf, paceText } from './pace.js';
import { openPeople } from './people.js';
import { failuresText, unreached } from './report.js';
import { fuzz } from './run.js';
import { makeWorld, snapshot } from './world.js';

const count = sized(12_000, 1_000_000);
const width = 32;
const dayMs = 86_400_000;
const directory = mkdtempSync(join(tmpdir(), 'psp-fuzz-'));
/** Number of people who have signed in. */
const sessions = 3;
/** Payouts above this wait for approval. */
const payoutsAbove = { amount: '5000', currency: 'USDT' };
const suspended = { product: 'payout', method: 'mobile_payment', currency: 'VES', accountId: null };
const suspendedAtTimes = { product: 'payin', method: 'ach', currency: 'USD', accountId: null };
const disabled = { product: 'payout', method: 'ach', currency: 'USD' };

/** Documented answers that only a fault causes, or that another test reaches. */
const unreachable = [
  // test/journeys/funding-account.test.ts: a currency without a rate
  /^422 pricing_unavailable: (createFundingAccount|createWithdrawal)$/,
  // test/journeys/remittance.test.ts: terms that change between price and use
  /^422 (limit_exceeded|unsupported_method): (createRemittance|createWithdrawal)$/,
  // test/journeys/approval.test.ts, approval-remittance.test.ts: a policy that requires payee checks
  /^422 beneficiary_not_verified: (createPayout|createRemittance)$/,
  // test/journeys/hosted-session.test.ts: a disabled page
  /^409 page_not_enabled: createHostedSession$/,
  // test/journeys/sign-in.test.ts: clients that ask too often
  /^429 rate_limited: (signIn|createSession|deleteSession)$/,
  // test/journeys/member.test.ts: fifty open invitations, and two owners who demote each other
  /^422 limit_exceeded: inviteMember$/,
  /^409 last_owner: updateMember$/,
  // test/journeys/withdrawal.test.ts, settlement-destination.test.ts: a destination disabled by an operator
  /^409 destination_disabled: (createWithdrawal|createSettlementDestination)$/,
  // test/journeys/settlement.test.ts: a settlement at a cut-off; test/journeys/hosted-domain.test.ts: ten claims and
  // a replay
  /^200: (getSettlement|getSettlementTimeline|claimHostedDomain)$/,
  // test/journeys/passkey.test.ts: a service with a public name, an authenticator, and an account that requires passkeys
  /^20[014]: (startPasskey|startPasskeySignIn|createPasskey|createPasskeySession|deletePasskey|deleteMemberPasskeys)$/,
  /^401 invalid_api_key: createPasskeySession$/,
  /^403 passkey_required: /,
  /^422 limit_exceeded: createPasskey$/,
  /^409 passkeys_unavailable: /,
  /^403 no_membership: createPasskey/,
  /^429 rate_limited: (start|create|list|delete)Passkey/,
  // test/journeys/step-up.test.ts: sessions whose last proof is old, mailed codes, and authenticators
  /^403 confirmation_required: /,
  /^200: (createConfirmation|startPasskeyConfirmation|createPasskeyConfirmation)$/,
  /^429 rate_limited: (sendConfirmationCode|createConfirmation)$/,
  // test/journeys/session.test.ts: a person's other sessions
  /^(204|404 not_found|400 invalid_(body|parameter)|413 body_too_large|415 unsupported_media_type): deleteSessionById$/,
  /^429 rate_limited: (listSessions|deleteOtherSessions|deleteSessionById)$/,
  // test/journeys/archive-remove.test.ts: a settlement of archived days
  /^410 archived: getSettlement$/,
  /^500 internal_error: /,
  /^503 temporarily_unavailable: /,
];

afterAll(() => rmSync(directory, { recursive: true }));

let service: RunningService;
let removeCatalogue: () => Promise<void>;
let errorLines: string[];
let mailbox: ReturnType<typeof openMailbox>;
let unhandled: unknown[];
const onUnhandled = (error: unknown): void => void unhandled.push(error);

// A run leaves capabilities disabled, so each try has its own service.
beforeEach(async () => {
  [errorLines, unhandled, mailbox] = [[], [], openMailbox()];
  process.on('unhandledRejection', onUnhandled);
  // The sol has a tiny rate here, so its smallest amount converts to zero.
  const catalogue = await changedCatalogue(({ rates }) => {
    const rate = rates.find(({ from, to }) => from === 'PEN' && to === 'USDT');
    Object.assign(rate ?? {}, { rate: '0.00005' });
  });
  removeCatalogue = catalogue.remove;
  service = await openService(
    // Webhook URLs without a listener, so deliveries fail at once.
    {
      ...mailSettings,
      PSP_CONFIG: catalogue.file,
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
      // People sign in from many addresses.
      PSP_TRUSTED_PROXIES: '127.0.0.1',
    },
    {
      write(line: string) {
        mailbox.write(line);
        if ((JSON.parse(line) as { level: string }).level === 'error') errorLines.push(line);
      },
    },
  );
});
afterEach(async () => {
  process.off('unhandledRejection', onUnhandled);
  await service.stop();
  await removeCatalogue();
});

test(
  `${count} requests of every kind get an answer that the OpenAPI file allows`,
  { timeout: sized(1_800_000, 14_400_000) },
  async () => {
    expect(staleAims(), 'aims at what the description has not').toEqual([]);
    const seed = seedOf('fuzz');
    const progress = progressOf('fuzz');
    const stranger = await openOtherAccount(service);
    const otherClient = clientOf(service.baseUrl, stranger.key);
    const { own, other } = await makeWorld(
      { own: service, other: otherClient, otherAccountId: stranger.id },
      {
        advance: (seconds) => advance(service, seconds),
        archive: () =>
          withHand(service, async ({ reader }) => {
            const before = new Date(closedUntil(await reader.now()).getTime() - 3 * dayMs);
            await removeBefore(service.databaseUrl, { directory, before, accountId: service.accountId });
            return before;
          }),
        requireApprovals: () =>
          withHand(service, (ports) =>
            imposePolicy(ports, operator, { accountId: service.accountId, payoutsAbove }),
          ),
        suspend: () => withHand(service, (ports) => suspendCapability(ports, operator, suspended)),
        disable: () => disable(service, service.accountId, disabled),
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
    own.keepId(service.accountId);
    const before = await snapshot(otherClient, other);

    const { session, memberId, addresses } = await openPeople(service);
    own.keepId(memberId);
    for (const [nth, address] of addresses.entries()) {
      const isCode = nth < addresses.length - sessions;
      if (isCode) own.add('code', `${address} ${await askCode(service, mailbox, address)}`);
      else own.add('session', await signIn(service, mailbox, address));
    }
    const keys = { key: service.apiKey, readKey, writeKey, session };
    const stop = (stopped: boolean) =>
      withHand(service, async (ports) => {
        await stopPayouts(ports, operator, stopped);
        const act = stopped ? suspendCapability : resumeCapability;
        await act(ports, operator, suspendedAtTimes);
      });
    const target = { baseUrl: service.baseUrl, own, other, ...keys, stop };
    const pace = paceOf(count);
    const report = await fuzz(target, {
      seed,
      count,
      width,
      onProgress(sent) {
        pace.report(sent);
        progress(`${sent} of ${count}`);
      },
    });
    console.log(paceText(pace));
    console.log(`fuzz: ${report.late} answers came late and were asked for again alone`);
    const missing = unreached(report);
    console.log(['fuzz: documented and not reached', ...missing].join('\n  '));
    expect(report.failures.length, failuresText('fuzz.test.ts', report)).toBe(0);
    const owed = unreached(report, unreachable);
    expect(
      owed.filter((each) => each.startsWith('2')),
      'successes not reached',
    ).toEqual([]);
    expect(owed.length, owed.join('\n')).toBeLessThanOrEqual(sized(20, 0));
    expect(growthOf(pace, 'heapMb'), 'MB more in use').toBeLessThan(50);
    // Beside other tests the CPU is shared, and the cost of a request means little.
    const dearer = sized(Infinity, pace.stretches[0]?.cpuMs ?? 0);
    expect(growthOf(pace, 'cpuMs'), 'ms more for a request').toBeLessThan(dearer);
    expect(await snapshot(otherClient, other), 'the other account is as it was').toEqual(before);
    expect(unhandled, 'no rejection is unhandled').toEqual([]);
    expect(errorLines, 'nothing is logged as an error').toEqual([]);
    const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
    expect(metrics, 'no deadlock').toMatch(/^psp_transaction_retries_total 0$/m);
    await service.check();
  },
);
