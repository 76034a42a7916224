import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOperator } from '../../src/usecases/operator.js';
import { recordEvidence } from '../../src/usecases/evidence.js';
import { enterRestored, leaveRestored } from '../../src/usecases/restored.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { asker, withoutErrors } from '../setup/graphql.js';
import { pathOf, pay, statusIs } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { balanceOf, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

// Acts that could hurt the platform if one operator errs take effect when another requests the same.
let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService({ TWO_OPERATORS: 'on', PSP_SEND_WINDOW_MS: '1000' });
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const by = (name: string, id?: string) => ({ ...operator, name, ...(id !== undefined && { id }) });
type By = ReturnType<typeof by>;
const register = (name: string) =>
  withHand(service, (ports) => createOperator(ports, operator, { name, role: 'admin', expiresAt: null }));
const prove = (id: string, who: By, outcome: 'paid' | 'not_executed' = 'not_executed', code?: string) =>
  withHand(service, (ports) => recordEvidence(ports, who, { id, outcome, code }));
const waiting = async (): Promise<{ act: string; operator: string }[]> => {
  const { token } = await register('the reader');
  const ask = withoutErrors(asker(service.internalUrl, token));
  const response = await ask(
    '{ proposedActs(first: 10) { act subjectId accountId operator reason wanted } }',
  );
  return response.at('proposedActs') as { act: string; operator: string }[];
};

describe('evidence that gives money back', () => {
  let id: string;
  beforeEach(async () => {
    id = (await pay(service, mxnPayout(beneficiaryId, '10.00', 'sim:uncertain'))).get('id');
    await statusIs(service, id, 'verification_pending');
  });

  test('takes effect when a second operator requests the same', async () => {
    const before = await balanceOf(service, 'MXN');
    expect(await prove(id, by('Ana'))).toMatchObject({
      isProposed: true,
      row: { status: 'verification_pending' },
    });
    expect(await balanceOf(service, 'MXN')).toEqual(before);
    expect(await waiting()).toEqual([
      {
        act: 'recordEvidence',
        subjectId: id,
        accountId: service.accountId,
        operator: 'Ana',
        reason: operator.reason,
        wanted: '{"outcome": "not_executed"}',
      },
    ]);
    expect(await prove(id, by('Ben'))).toMatchObject({ isProposed: false, row: { status: 'failed' } });
    expect(await waiting()).toEqual([]);
    expect((await service.get(pathOf(id))).at('status')).toBe('failed');
  });

  test.each([
    ['the same operator', (): Promise<By> => Promise.resolve(by('Ana'))],
    ['another token of the same name', async () => by('Ana', (await register('Ana')).registered.id)],
    [
      'a token that was registered after the request',
      async () => by('Zoe', (await register('Zoe')).registered.id),
    ],
  ])('is not confirmed by %s', async (_who, another) => {
    await prove(id, by('Ana'));
    expect(await prove(id, await another())).toMatchObject({ isProposed: true });
    expect((await service.get(pathOf(id))).at('status')).toBe('verification_pending');
  });

  test('is not confirmed by a second token of the same name that was registered before', async () => {
    const [first, second] = [(await register('Uma')).registered.id, (await register('Uma')).registered.id];
    await prove(id, by('Uma', first));
    expect(await prove(id, by('Uma', second))).toMatchObject({ isProposed: true });
  });

  test('is not confirmed by a request for something else', async () => {
    await prove(id, by('Ana'));
    expect(await prove(id, by('Ben'), 'not_executed', 'account_closed')).toMatchObject({ isProposed: true });
  });

  test('is confirmed by an operator who was registered before', async () => {
    const { registered } = await register('Eva');
    await prove(id, by('Ana'));
    expect(await prove(id, by('Eva', registered.id))).toMatchObject({ isProposed: false });
  });

  /** A token, or with `subject` a person of the issuer; `email` is what is known of the person. */
  const holder = async (name: string, { email, subject }: { email?: string; subject?: string }) => {
    const ask = { name, role: 'admin', expiresAt: null, email } as const;
    const { registered } = await withHand(service, (ports) => createOperator(ports, operator, ask));
    if (subject !== undefined)
      await queryRows(service.databaseUrl, 'update operator set subject_hash = $2 where id = $1', [
        registered.id,
        createHash('sha256').update(`${subject} ${registered.id}`).digest('hex'),
      ]);
    return by(name, registered.id);
  };
  const email = 'ana@platform.example';
  const other = 'ben@platform.example';
  test.each([
    ['one person: sign-in and token of one address', { subject: 'ana', email }, { email }, true],
    ['one person: two tokens of one address', { email }, { email }, true],
    ['perhaps one person: sign-in, and a token without an address', { subject: 'ana', email }, {}, true],
    ['perhaps one person: sign-in without an address, and a token', { subject: 'ana' }, { email }, true],
    ['perhaps one person: one token of two has an address', { email }, {}, true],
    [
      'two people: sign-in and a token of another address',
      { subject: 'ana', email },
      { email: other },
      false,
    ],
    ['two people: two sign-ins', { subject: 'ana', email }, { subject: 'ben' }, false],
    ['two people: two tokens without an address', {}, {}, false],
  ])('%s', async (_who, one, another, isProposed) => {
    const [first, second] = [await holder(`A ${id}`, one), await holder(`B ${id}`, another)];
    for (const [asks, seconds] of [
      [first, second],
      [second, first],
    ] as const) {
      const payout = (await pay(service, mxnPayout(beneficiaryId, '10.00', 'sim:uncertain'))).get('id');
      await statusIs(service, payout, 'verification_pending');
      expect(await prove(payout, asks)).toMatchObject({ isProposed: true });
      expect(await prove(payout, seconds)).toMatchObject({ isProposed });
    }
  });

  test('expires after seven days', async () => {
    await prove(id, by('Ana'));
    await advance(service, 8 * 86_400);
    expect((await waiting()).filter(({ operator: name }) => name === 'Ana')).toEqual([]);
    expect(await prove(id, by('Ben'))).toMatchObject({ isProposed: true });
  });

  test('that a payout was paid returns nothing, and takes one operator', async () => {
    expect(await prove(id, by('Ana'), 'paid')).toMatchObject({
      isProposed: false,
      row: { status: 'completed' },
    });
  });
});

test('the end of restored mode takes two operators, who both request it after it began', async () => {
  const begin = () => withHand(service, (ports) => enterRestored(ports, by('Ana'), () => undefined));
  const ended = async (who: By) => {
    let last: Awaited<ReturnType<typeof leaveRestored>> | undefined;
    await expect
      .poll(
        async () => {
          last = await withHand(service, (ports) => leaveRestored(ports, who, () => undefined)).catch(
            () => undefined,
          );
          return last !== undefined;
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(true);
    return last;
  };
  await begin();
  expect(await ended(by('Ana'))).toMatchObject({ isProposed: true });
  expect((await waiting()).map(({ act }) => act)).toContain('leaveRestored');
  expect(await ended(by('Ana'))).toMatchObject({ isProposed: true });
  expect((await ended(by('Ben')))?.restoredAt).toBeNull();
  await begin();
  expect(await ended(by('Ben'))).toMatchObject({ isProposed: true });
  expect((await ended(by('Ana')))?.restoredAt).toBeNull();
});
