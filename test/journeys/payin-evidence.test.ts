import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Provider } from '../../src/ports/provider.js';
import { ingestPayments } from '../../src/usecases/payin.js';
import { recordConfirmations, takePaymentResults } from '../../src/usecases/payin-result.js';
import { resolveException } from '../../src/usecases/reconciliation.js';
import { compareStatement } from '../../src/usecases/statement.js';
import { operator, withHand } from '../setup/hand.js';
import { moved } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, balanceOf, deposit, eventsOf, openFundingAccount, walk } from '../setup/verbs.js';

let service: RunningService;
let account: string;
beforeAll(async () => {
  service = await openService();
  account = await openFundingAccount(service, 'MXN');
});
afterAll(() => service.stop());

type Outcome = 'completed' | 'failed' | 'reversed';
const patience = { timeout: 60_000 };

const bodyOf = (reference: string, outcome: Outcome) => ({
  funding_account_id: account,
  amount: '10.00',
  reference,
  outcome,
});
const notify = (reference: string, outcome: Outcome, more: object = {}) =>
  service.post('/v1/sandbox/deposits', { ...bodyOf(reference, outcome), ...more });
const ended = async (reference: string, outcome: Outcome) =>
  (await deposit(service, bodyOf(reference, outcome))).get('id');

interface Raised {
  readonly id: string;
  readonly type: string;
  readonly resource: { readonly id: string };
  readonly actual?: object;
}
const raisedAbout = async (payin: string) =>
  (await walk<Raised>(service, '/v1/reconciliation-exceptions')).filter(
    ({ resource }) => resource.id === payin,
  );
const statusOf = async (payin: string) => (await service.get(`/v1/payins/${payin}`)).at('status');

const paid = { amount: '10.00', currency: 'MXN' };
const late = (payin: string, actual?: object) => ({
  id: expect.stringMatching(/^rex_/),
  type: 'late_payment_evidence',
  status: 'open',
  resource: { type: 'payin', id: payin },
  ...(actual && { actual }),
  created_at: expect.any(String),
});

const contradictions = [
  ['failed', 'completed', paid],
  ['completed', 'failed', undefined],
] as const;

describe.each(contradictions)('a pay-in that has %s and is then reported as %s', (end, other, actual) => {
  /** Expects that nothing moved, the pay-in is unchanged, and one exception reports it. */
  const isLate = async (payin: string, balance: unknown) => {
    await expect.poll(() => raisedAbout(payin), patience).toEqual([late(payin, actual)]);
    expect(await statusOf(payin)).toBe(end);
    expect(await balanceOf(service, 'MXN')).toEqual(balance);
    expect((await eventsOf(service, payin)).map(([type]) => type)).toEqual([`payin.${end}`]);
    await service.check();
  };

  test('by a deposit returns the exception, and the same one again', async () => {
    const reference = `deposit ${end}`;
    const payin = await ended(reference, end);
    const balance = await balanceOf(service, 'MXN');
    const response = await notify(reference, other);
    const [exception] = await raisedAbout(payin);
    const answer = { funding_account_id: account, reconciliation_exception_id: exception?.id };
    expect([response.status, response.body]).toEqual([201, answer]);
    const again = await notify(` ${reference}\t`, other);
    expect([again.status, again.body]).toEqual([200, answer]);
    const asItWas = await notify(reference, end);
    expect([asItWas.status, asItWas.at('id')]).toEqual([200, payin]);
    const onceMore = await notify(reference, other);
    expect([onceMore.status, onceMore.body]).toEqual([200, answer]);
    await isLate(payin, balance);
    expect(await eventsOf(service, exception?.id ?? '')).toEqual([
      ['reconciliation.exception_created', late(payin, actual)],
    ]);
  });

  test('by a deposit with a key is replayed as the exception', async () => {
    const payin = await ended(`key ${end}`, end);
    const idempotencyKey = freshKey();
    const once = () => service.post('/v1/sandbox/deposits', bodyOf(`key ${end}`, other), { idempotencyKey });
    const [first, replayed] = [await once(), await once()];
    const [exception] = await raisedAbout(payin);
    const answer = { funding_account_id: account, reconciliation_exception_id: exception?.id };
    expect([first.status, first.body]).toEqual([201, answer]);
    expect([replayed.status, replayed.headers.get('idempotent-replayed'), replayed.body]).toEqual([
      200,
      'true',
      answer,
    ]);
  });

  test('by a deposit at once, while it is being confirmed', async () => {
    const reference = `at once ${end}`;
    const first = await notify(reference, end);
    const response = await notify(reference, other);
    expect([response.status, Object.keys(response.body)]).toEqual([
      201,
      ['funding_account_id', 'reconciliation_exception_id'],
    ]);
    await isLate(first.get('id'), await balanceOf(service, 'MXN'));
  });

  test('by ten deposits at the same time raises one exception', async () => {
    const payin = await ended(`ten ${end}`, end);
    const balance = await balanceOf(service, 'MXN');
    const answers = await allAtOnce(10, () => notify(`ten ${end}`, other));
    expect(new Set(answers.map((each) => each.at('reconciliation_exception_id'))).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    await isLate(payin, balance);
  });

  /** Changes the bank's own record without a notice. */
  const turnAtTheBank = async (payin: string) => {
    await queryRows(
      service.databaseUrl,
      `with changed as (update simulator.payment set outcome = $2, is_unbooked = true
         where reference = (select payment_reference from payin where id = $1)) select`,
      [payin, other],
    );
    const [row] = await queryRows(service.databaseUrl, 'select payment_reference from payin where id = $1', [
      payin,
    ]);
    return row?.['payment_reference'] ?? '';
  };

  test.each(['sandbox', 'elsewhere'])('by a notice, after the bank was queried (%s)', async (provider) => {
    const payin = await ended(`notice ${provider} ${end}`, end);
    const balance = await balanceOf(service, 'MXN');
    const paymentReference = await turnAtTheBank(payin);
    const settled = (id: string) =>
      withHand(service, (ports) =>
        takePaymentResults(ports, provider, [
          { id: `${id} ${paymentReference}`, type: 'payment_result', paymentReference, outcome: 'settled' },
        ]),
      );
    await settled('first');
    await isLate(payin, balance);
    await settled('second');
    await expect
      .poll(
        () => queryRows(service.databaseUrl, 'select next_step_at from payin where id = $1', [payin]),
        patience,
      )
      .toEqual([{ next_step_at: null }]);
    await isLate(payin, balance);
  });

  test('by a look-up with a late answer', async () => {
    const payin = await ended(`look-up ${end}`, end);
    const balance = await balanceOf(service, 'MXN');
    await turnAtTheBank(payin);
    const ask = async () =>
      withHand(service, async (ports) => {
        const [row] = await ports.reader.rows('payin', [service.accountId], [payin]);
        const bank = ports.providers.get('sandbox') as Provider;
        const reference = row?.paymentReference ?? '';
        const confirmation = (await bank.confirmPayins([reference])).get(reference);
        if (!row || !confirmation) throw new Error('the bank gave no answer');
        await recordConfirmations(ports, [{ payin: row, confirmation }]);
      });
    await ask();
    await ask();
    expect(await raisedAbout(payin)).toHaveLength(1);
    await isLate(payin, balance);
  });
});

describe('a line of a statement', () => {
  test('about a pay-in that failed is late evidence, once', async () => {
    const payin = await ended('statement', 'failed');
    const balance = await balanceOf(service, 'MXN');
    await queryRows(
      service.databaseUrl,
      `with changed as (update simulator.payment set outcome = 'completed', is_unbooked = true
         where bank_reference = 'statement') select`,
    );
    const compare = () =>
      withHand(service, (ports) => compareStatement(ports, ports.providers.get('sandbox') as Provider));
    await compare();
    await compare();
    expect(await raisedAbout(payin)).toEqual([late(payin, paid)]);
    expect(await balanceOf(service, 'MXN')).toEqual(balance);
    await service.check();
  });
});

describe('a payment notice without an outcome', () => {
  test('about a failed pay-in queries the bank, and is late evidence if the bank has the money', async () => {
    const payin = await ended('seen', 'failed');
    await queryRows(
      service.databaseUrl,
      `with changed as (update simulator.payment set outcome = 'completed' where bank_reference = 'seen') select`,
    );
    await withHand(service, async (ports) => {
      const [row] = await ports.reader.rows('payin', [service.accountId], [payin]);
      const [funding] = await ports.reader.rows('fundingAccount', [service.accountId], [account]);
      if (!row || !funding) throw new Error('they are there');
      const notice = {
        id: 'seen again',
        type: 'payment',
        fundingReference: funding.reference,
        paymentReference: row.paymentReference ?? '',
        bankReference: 'seen',
        amount: row.paidAmount,
        currency: row.paidCurrency,
      } as const;
      const results = await ingestPayments(ports, [notice, notice]);
      expect(results.map((each) => each?.how)).toEqual(['existing', 'existing']);
    });
    await expect.poll(() => raisedAbout(payin), patience).toEqual([late(payin, paid)]);
    await service.check();
  });
});

test('another outcome reported before the bank has decided is its decision', async () => {
  const first = await notify('undecided', 'completed', { delay_ms: 1_500 });
  const response = await notify('undecided', 'failed');
  expect([response.status, response.at('id'), response.at('status')]).toEqual([
    200,
    first.get('id'),
    'processing',
  ]);
  await service.until(`/v1/payins/${first.get('id')}`, (each) => each.at('status') === 'failed');
  expect(await raisedAbout(first.get('id'))).toEqual([]);
  await service.check();
});

test('a failed payment reported as reversed was received and reversed: both raise exceptions', async () => {
  const payin = await ended('came and went', 'failed');
  const balance = await balanceOf(service, 'MXN');
  const response = await notify('came and went', 'reversed');
  expect(response.status).toBe(201);
  const id = response.get('reconciliation_exception_id');
  await expect
    .poll(() => raisedAbout(payin), patience)
    .toMatchObject([{ type: 'payin_reversed' }, { type: 'late_payment_evidence', id }]);
  expect(await balanceOf(service, 'MXN')).toEqual(balance);
  const again = await notify('came and went', 'completed');
  expect([again.status, again.at('reconciliation_exception_id')]).toEqual([200, id]);
  await service.check();
});

test('another outcome and another amount raise two exceptions', async () => {
  const payin = await ended('both', 'completed');
  const mismatch = await notify('both', 'failed', { amount: '11.00' });
  const contradiction = await notify('both', 'failed');
  expect([mismatch.status, contradiction.status]).toEqual([201, 201]);
  const types = (await raisedAbout(payin)).map(({ type }) => type);
  expect(types).toEqual(['late_payment_evidence']);
  const [exception] = (await raisedAbout(account)).filter(
    ({ id }) => id === mismatch.get('reconciliation_exception_id'),
  );
  expect(exception?.type).toBe('provider_mismatch');
});

test('a credited payment later reported failed cannot be refunded until an operator has decided', async () => {
  const payin = await ended('denied', 'completed');
  const refund = () => service.post('/v1/refunds', { payin_id: payin });
  const refundable = async () => (await service.get(`/v1/payins/${payin}`)).at('refundable.amount');
  expect(await refundable()).toBe('10.00');
  const id = (await notify('denied', 'failed')).get('reconciliation_exception_id');
  expect(await refundable()).toBe('0.00');
  expect((await refund()).at('error.code')).toBe('refund_not_supported');
  await withHand(service, (ports) => resolveException(ports, operator, { id, note: 'the bank has it' }));
  expect(await refundable()).toBe('10.00');
  expect((await refund()).status).toBe(201);
});

test('an operator credits a late payment with the resolution', async () => {
  const payin = await ended('credited by hand', 'failed');
  const response = await notify('credited by hand', 'completed');
  // What the tests before have reserved is returned first.
  const reserved = async () => (await balanceOf(service, 'MXN'))['reserved'];
  await expect.poll(reserved).toBe('0.00');
  const before = await balanceOf(service, 'MXN');
  const adjustment = { direction: 'credit', ...paid } as const;
  const id = response.get('reconciliation_exception_id');
  await withHand(service, (ports) =>
    resolveException(ports, operator, { id, note: 'the bank has it', adjustment }),
  );
  expect(moved(before, await balanceOf(service, 'MXN'))).toEqual({ available: 1000n });
  expect(await raisedAbout(payin)).toMatchObject([{ id, status: 'resolved' }]);
  const again = await notify('credited by hand', 'completed');
  expect([again.status, again.at('reconciliation_exception_id')]).toEqual([200, id]);
  await service.check();
});
