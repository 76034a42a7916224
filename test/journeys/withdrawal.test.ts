import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEvidence } from '../../src/usecases/evidence.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { disableDestination } from '../../src/usecases/settlement-destination.js';
import { judgeWithdrawal } from '../../src/usecases/withdrawal.js';
import type { TermsUpdate } from '../../src/domain/terms.js';
import { resumeCapability, suspendCapability } from '../../src/usecases/capability.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance, disable, operator, withHand } from '../setup/hand.js';
import { repeatedCalls, units } from '../setup/payout-journey.js';
import { patience } from '../setup/patience.js';
import { queryRows } from '../setup/rows.js';
import { openMailServer } from '../setup/smtp.js';
import { freshKey, openBeside, openService, type Answer, type RunningService } from '../setup/running.js';
import { allAtOnce, balanceOf, eventsOf, fund, refusal, speiDestination, walk } from '../setup/verbs.js';

let service: RunningService;
let treasury: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '1000000.00');
  treasury = await speiDestination(service, 1, 'treasury');
});
afterAll(async () => {
  await service.check();
  expect(await repeatedCalls(service)).toEqual([]);
  await service.stop();
});

const path = '/v1/withdrawals';
const withdraw = (rest: object = {}) =>
  service.post(path, { destination_id: treasury, amount: '100.00', ...rest });
async function made(rest: object = {}): Promise<Answer> {
  const answer = await withdraw(rest);
  expect(answer.status, answer.text).toBe(201);
  return answer;
}
const read = (id: string) => service.get(`${path}/${id}`);
const statusIs = (id: string, status: string) =>
  service.until(`${path}/${id}`, (each) => each.at('status') === status);
const statusesOf = async (id: string) =>
  (await eventsOf(service, id)).map(([type, data]) => [type, Reflect.get(data, 'status')]);
const agree = (update: TermsUpdate) =>
  withHand(service, (ports) => setAccountTerms(ports, operator, { accountId: service.accountId, update }));
const money = (amount: string, currency = 'MXN') => ({ amount, currency });
const judge = (id: string, approve: boolean) =>
  withHand(service, (ports) => judgeWithdrawal(ports, operator, { id, approve }));
const review = (id: string, approve: boolean) =>
  withHand(service, (ports) => decideRisk(ports, operator, { id, approve }));
const disabled = (id: string) => withHand(service, (ports) => disableDestination(ports, operator, { id }));
const refusedAs = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
const linesOf = async (id: string) => {
  const statement = `/v1/balances/MXN/entries?limit=100`;
  const lines = await walk<Record<string, string> & { origin: { type: string; id: string } }>(
    service,
    statement,
    'after',
  );
  return lines
    .filter(({ origin }) => origin.id === id)
    .map(
      ({ purpose, account, direction, amount, origin }) =>
        `${origin.type} ${purpose} ${account} ${direction} ${amount}`,
    )
    .reverse();
};
const exceptionsOf = async (id: string) => {
  const all = await walk<{ type: string; resource: { id: string } }>(
    service,
    '/v1/reconciliation-exceptions',
  );
  return all.filter(({ resource }) => resource.id === id).map(({ type }) => type);
};
/** The balance in its smallest units. */
async function standing() {
  const { available = '', reserved = '', total = '' } = await balanceOf(service, 'MXN');
  return { available: units(available), reserved: units(reserved), total: units(total) };
}

/** Withdrawals below 1000.00 MXN need no approval. */
async function withThreshold(work: () => Promise<void>): Promise<void> {
  await agree({ approvalThreshold: money('1000.00') });
  try {
    await work();
  } finally {
    await agree({ approvalThreshold: null });
  }
}
const pending = async (rest: object = {}) => {
  const answer = await made({ amount: '1000.01', ...rest });
  expect(answer.at('status')).toBe('pending_approval');
  return answer.get('id');
};

describe('a withdrawal', () => {
  test('reserves amount and fee, is sent, and takes both; the fee goes to the platform', async () => {
    await agree({ withdrawalFee: money('10.00') });
    const before = await standing();
    const key = freshKey();
    const body = { destination_id: treasury, amount: '1500', description: 'November' };
    const answer = await service.post(path, body, { idempotencyKey: key });
    expect(answer.status, answer.text).toBe(201);
    const id = answer.get('id');
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^wdr_[0-9a-z]{26}$/),
      status: 'processing',
      destination_id: treasury,
      amount: '1500.00',
      fee: '10.00',
      total: '1510.00',
      currency: 'MXN',
      description: 'November',
      risk_status: 'allowed',
      metadata: {},
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: answer.get('created_at'),
    });
    const ended = await statusIs(id, 'completed');
    const { submitted_at, completed_at } = ended.body;
    expect([typeof submitted_at, typeof completed_at]).toEqual(['string', 'string']);
    expect(await statusesOf(id)).toEqual([
      ['withdrawal.created', 'processing'],
      ['withdrawal.submitted', 'submitted'],
      ['withdrawal.completed', 'completed'],
    ]);
    const { description: _, ...inEvents } = ended.body;
    expect((await eventsOf(service, id)).at(-1)?.[1]).toEqual(inEvents);
    expect(await linesOf(id)).toEqual([
      'withdrawal withdrawal_reserve available debit 1510.00',
      'withdrawal withdrawal_reserve reserved credit 1510.00',
      'withdrawal withdrawal_capture reserved debit 1510.00',
    ]);
    const after = await standing();
    expect(after).toEqual({
      ...before,
      available: before.available - 151_000n,
      total: before.total - 151_000n,
    });
    const again = await service.post(path, body, { idempotencyKey: key });
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      200,
      'true',
      ended.body,
    ]);
    await agree({ withdrawalFee: null });
  });

  test('is listed, newest first, by status, destination and time', async () => {
    const other = await speiDestination(service, 2);
    const ids = [(await made()).get('id'), (await made({ destination_id: other })).get('id')];
    for (const id of ids) await statusIs(id, 'completed');
    const list = async (query: string) =>
      ((await service.get(`${path}?${query}`)).at('data') as { id: string }[]).map(({ id }) => id);
    expect((await list('limit=2')).toSorted()).toEqual(ids.toSorted());
    expect(await list(`destination_id=${other}`)).toEqual([ids[1]]);
    expect(await list(`destination_id=${other}&status=failed`)).toEqual([]);
    expect(await list(`status=completed&destination_id=${other}`)).toEqual([ids[1]]);
    const { created_at } = (await read(ids[1] ?? '')).body as { created_at: string };
    expect(await list(`destination_id=${other}&created_after=${created_at}`)).toEqual([ids[1]]);
    expect(await list(`destination_id=${other}&created_before=${created_at}`)).toEqual([]);
    expect(refusal(await service.get(`${path}?status=approved`))).toEqual([
      400,
      'invalid_parameter',
      'status',
    ]);
    expect(refusal(await service.get(`${path}?destination_id=x`))).toEqual([
      400,
      'invalid_parameter',
      'destination_id',
    ]);
  });

  test('that the balance cannot fund with its fee is created failed, reserves nothing and uses up its key', async () => {
    const { available } = await balanceOf(service, 'MXN');
    await agree({ withdrawalFee: money('0.01'), approvalThreshold: money('1.00') });
    const before = await standing();
    const key = freshKey();
    const body = { destination_id: treasury, amount: available, description: 'sim:review' };
    const failed = await service.post(path, body, { idempotencyKey: key });
    expect(failed.status, failed.text).toBe(201);
    expect(failed.body).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_funds',
      fee: '0.01',
      failed_at: failed.get('created_at'),
      risk_status: 'allowed',
    });
    const id = failed.get('id');
    expect(await statusesOf(id)).toEqual([['withdrawal.failed', 'failed']]);
    expect(await linesOf(id)).toEqual([]);
    expect(await standing()).toEqual(before);
    const again = await service.post(path, body, { idempotencyKey: key });
    expect([again.status, again.get('id'), again.at('status')]).toEqual([200, id, 'failed']);
    expect(refusal(await service.post(path, { ...body, amount: '1' }, { idempotencyKey: key }))).toEqual([
      409,
      'idempotency_key_reused',
      'Idempotency-Key',
    ]);
    const unheld = await service.post(path, {
      destination_id: await brlDestination(),
      amount: '1.00',
    });
    expect([unheld.status, unheld.at('failure_code')]).toEqual([201, 'insufficient_funds']);
    await agree({ withdrawalFee: null, approvalThreshold: null });
  });

  test('a fee and a threshold in another currency are converted, the fee rounded up', async () => {
    await agree({ withdrawalFee: money('1.00', 'USD'), approvalThreshold: money('10.00', 'USD') });
    // 18.222625 MXN per USD, and 0.0543184 USD per MXN.
    const below = await made({ amount: '184.09' });
    expect(below.body).toMatchObject({ fee: '18.23', total: '202.32', status: 'processing' });
    const above = await made({ amount: '184.11' });
    expect(above.at('status')).toBe('pending_approval');
    await judge(above.get('id'), false);
    await agree({ withdrawalFee: null, approvalThreshold: null });
    await statusIs(below.get('id'), 'completed');
  });

  const absent = 'sdst_01k9zq3v5e8x7m2n4p6r8t0w1y';
  test.each([
    [{ destination_id: absent }, [404, 'not_found', 'destination_id']],
    [{ destination_id: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y' }, [400, 'invalid_parameter', 'destination_id']],
    [{ amount: '0' }, [400, 'invalid_parameter', 'amount']],
    [{ amount: '1.001' }, [400, 'invalid_parameter', 'amount']],
    [{ amount: '-1' }, [400, 'invalid_parameter', 'amount']],
    [{ amount: 1 }, [400, 'invalid_body', 'amount']],
    [{ currency: 'MXN' }, [400, 'invalid_body', 'currency']],
    [{ description: 'x'.repeat(501) }, [400, 'invalid_parameter', 'description']],
    [{ description: 'sim:block' }, [422, 'risk_blocked']],
  ])('refuses %j', async (body, refused) => {
    expect(refusal(await withdraw(body))).toEqual(refused);
  });

  test('needs an Idempotency-Key', async () => {
    const body = { destination_id: treasury, amount: '1' };
    expect(refusal(await service.call('POST', path, { body }))).toEqual([
      400,
      'idempotency_key_required',
      'Idempotency-Key',
    ]);
  });

  test('W1, W2: 200 concurrent withdrawals reserve no more than the balance, and the total never rises', async () => {
    const rich = await openService();
    const beside = await openBeside(rich);
    try {
      await fund(rich, 'MXN', '1000.00');
      await withHand(rich, (ports) =>
        setAccountTerms(ports, operator, {
          accountId: rich.accountId,
          update: { withdrawalFee: money('1.00'), approvalThreshold: money('5.00') },
        }),
      );
      const to = await speiDestination(rich);
      const totals: bigint[] = [];
      let isDone = false;
      const watch = (async () => {
        while (!isDone) totals.push(units((await balanceOf(rich, 'MXN'))['total'] ?? ''));
      })();
      // A busy machine may refuse some with 503: the same key finds what was created.
      const ask = async (index: number): Promise<Answer> => {
        const body = { destination_id: to, amount: index % 2 === 0 ? '9.00' : '4.00' };
        const idempotencyKey = `withdraw-${index}`;
        for (;;) {
          const on = index % 3 === 0 ? rich : beside;
          const answer = await on.post(path, body, { idempotencyKey });
          if (answer.status !== 503) return answer;
        }
      };
      const answers = await allAtOnce(200, ask).finally(() => (isDone = true));
      for (const each of answers) expect([200, 201], each.text).toContain(each.status);
      const outcomes = Map.groupBy(answers, (each) => each.get('status'));
      const held = answers.filter((each) => each.at('status') !== 'failed');
      const sum = held.reduce((all, each) => all + units(each.get('total')), 0n);
      expect(sum).toBeLessThanOrEqual(100_000n);
      // The rest does not cover the smallest failed one.
      const failed = outcomes.get('failed') ?? [];
      const least = failed.map((each) => units(each.get('total'))).sort((a, b) => Number(a - b))[0] ?? 0n;
      expect(100_000n - sum).toBeLessThan(least);
      for (const each of held.filter((one) => one.at('status') === 'processing'))
        await rich.until(`${path}/${each.get('id')}`, (one) => one.at('status') === 'completed');
      await watch;
      expect(totals).toEqual(totals.toSorted((a, b) => Number(b - a)));
      const { reserved } = await balanceOf(rich, 'MXN');
      const waiting = outcomes.get('pending_approval') ?? [];
      expect(units(reserved ?? '')).toBe(BigInt(waiting.length) * 1_000n);
      await rich.check();
    } finally {
      await beside.stop();
      await rich.stop();
    }
  });
});

describe('what becomes of it', () => {
  test.each([
    ['sim:paid', ['submitted', 'completed'], undefined, []],
    ['sim:fail', ['failed'], 'provider_rejected', []],
    ['sim:fail:account_closed', ['failed'], 'account_closed', []],
    ['sim:fail:late', ['failed'], 'provider_rejected', ['late_payment_evidence']],
    ['sim:uncertain:paid', ['submitted', 'completed'], undefined, []],
    ['sim:uncertain:fail', ['failed'], 'simulated_failure', []],
    ['sim:return', ['submitted', 'completed'], undefined, ['late_payment_evidence']],
    ['sim:mismatch', ['submitted', 'completed'], undefined, ['provider_mismatch']],
    ['sim:unsent', ['failed'], 'not_submitted', []],
    ['sim:queue:200', ['submitted', 'completed'], undefined, []],
  ])('%s: %j', async (description, statuses, code, exceptions) => {
    const before = await standing();
    const id = (await made({ description })).get('id');
    const ended = await statusIs(id, statuses.at(-1) ?? '');
    expect(ended.at('failure_code')).toBe(code);
    await expect.poll(() => exceptionsOf(id)).toEqual(exceptions);
    expect(await statusesOf(id)).toEqual([
      ['withdrawal.created', 'processing'],
      ...statuses.map((status) => [`withdrawal.${status}`, status]),
    ]);
    const spent = statuses.at(-1) === 'completed' ? 10_000n : 0n;
    expect(await standing()).toEqual({
      ...before,
      available: before.available - spent,
      total: before.total - spent,
    });
  });

  test('W5: uncertain, it is verification_pending and keeps its money, until evidence arrives', async () => {
    const before = await standing();
    const id = (await made({ description: 'sim:uncertain' })).get('id');
    await statusIs(id, 'verification_pending');
    expect((await statusesOf(id)).map(([type]) => type)).toEqual(['withdrawal.created']);
    expect(await standing()).toEqual({
      ...before,
      available: before.available - 10_000n,
      reserved: before.reserved + 10_000n,
    });
    const evidence = `/v1/sandbox/operations/${id}/evidence`;
    const answer = await service.post(evidence, { outcome: 'not_executed', code: 'AC04' });
    expect([answer.status, answer.at('status'), answer.at('failure_code')]).toEqual([200, 'failed', 'ac04']);
    expect((await read(id)).body).toEqual(answer.body);
    for (const outcome of ['paid', 'returned'])
      expect(refusal(await service.post(evidence, { outcome }))).toEqual([409, 'operation_not_in_flight']);
    expect(await standing()).toEqual(before);
    const paid = (await made({ description: 'sim:uncertain' })).get('id');
    await statusIs(paid, 'verification_pending');
    const settled = await service.post(`/v1/sandbox/operations/${paid}/evidence`, { outcome: 'paid' });
    expect(settled.at('status')).toBe('completed');
    expect(typeof settled.at('submitted_at')).toBe('string');
  });

  test('accepted and in flight, it is submitted; an operator’s late evidence raises an exception', async () => {
    const id = (await made({ description: 'sim:hold' })).get('id');
    await statusIs(id, 'submitted');
    const { row } = await withHand(service, (ports) =>
      recordEvidence(ports, operator, { id, outcome: 'paid' }),
    );
    expect([row.id, row.status]).toEqual([id, 'completed']);
    const late = await withHand(service, (ports) =>
      recordEvidence(ports, operator, { id, outcome: 'not_executed' }),
    );
    expect([late.row.status, late.exception?.type]).toEqual(['completed', 'late_payment_evidence']);
  });
});

describe('above the threshold', () => {
  test('it waits with its money reserved; approved, it is sent with unchanged fee and amount', async () => {
    await withThreshold(async () => {
      await agree({ withdrawalFee: money('10.00') });
      const exactly = await made({ amount: '1000.00' });
      expect(exactly.at('status')).toBe('processing');
      await statusIs(exactly.get('id'), 'completed');
      const before = await standing();
      const id = await pending();
      expect(await standing()).toEqual({
        ...before,
        available: before.available - 101_001n,
        reserved: before.reserved + 101_001n,
      });
      // W3: new terms apply to later requests.
      await agree({ withdrawalFee: money('99.00'), approvalThreshold: money('5000.00') });
      expect((await read(id)).body).toMatchObject({ fee: '10.00', status: 'pending_approval' });
      expect((await judge(id, true)).status).toBe('processing');
      const ended = await statusIs(id, 'completed');
      expect(ended.body).toMatchObject({ amount: '1000.01', fee: '10.00', total: '1010.01' });
      expect(await standing()).toEqual({
        ...before,
        available: before.available - 101_001n,
        total: before.total - 101_001n,
      });
      expect(await statusesOf(id)).toEqual([
        ['withdrawal.created', 'pending_approval'],
        ['withdrawal.pending_approval', 'pending_approval'],
        ['withdrawal.approved', 'processing'],
        ['withdrawal.submitted', 'submitted'],
        ['withdrawal.completed', 'completed'],
      ]);
      await agree({ withdrawalFee: null });
    });
  });

  test('declined, it is cancelled, returns its money, and is never sent', async () => {
    await withThreshold(async () => {
      const before = await standing();
      const id = await pending();
      const evidence = await service.post(`/v1/sandbox/operations/${id}/evidence`, { outcome: 'paid' });
      expect(refusal(evidence)).toEqual([409, 'operation_not_in_flight']);
      expect((await judge(id, false)).status).toBe('cancelled');
      const declined = await read(id);
      expect(declined.at('cancelled_at')).toBe(declined.at('updated_at'));
      expect(await standing()).toEqual(before);
      expect(await statusesOf(id)).toEqual([
        ['withdrawal.created', 'pending_approval'],
        ['withdrawal.pending_approval', 'pending_approval'],
        ['withdrawal.cancelled', 'cancelled'],
      ]);
      expect(await refusedAs(judge(id, true))).toBe('state_changed');
      const calls = await queryRows(
        service.databaseUrl,
        `select 1 from simulator.call join withdrawal w using (reference) where w.id = $1`,
        [id],
      );
      expect(calls).toEqual([]);
    });
  });

  test('only a waiting withdrawal can be decided', async () => {
    const id = (await made()).get('id');
    await statusIs(id, 'completed');
    expect(await refusedAs(judge(id, false))).toBe('state_changed');
    expect(await refusedAs(judge(absent, true))).toBe('not_found');
  });

  test('also held by risk rules, it is sent after both approvals, in either order', async () => {
    await withThreshold(async () => {
      const first = await pending({ description: 'sim:review' });
      expect((await read(first)).at('risk_status')).toBe('in_review');
      expect((await judge(first, true)).status).toBe('processing');
      await review(first, true);
      await statusIs(first, 'completed');
      const next = await pending({ description: 'sim:review' });
      await review(next, true);
      expect((await read(next)).body).toMatchObject({ status: 'pending_approval', risk_status: 'approved' });
      await judge(next, true);
      await statusIs(next, 'completed');
    });
  });

  test('declining or rejecting closes the other decision', async () => {
    await withThreshold(async () => {
      const before = await standing();
      const declined = await pending({ description: 'sim:review' });
      await judge(declined, false);
      const { risk_decision_id: reviewId } = (await read(declined)).body as Record<string, string>;
      const [row] = await queryRows(service.databaseUrl, 'select status from risk_decision where id = $1', [
        reviewId,
      ]);
      expect(row).toEqual({ status: 'rejected' });
      expect(await refusedAs(review(declined, true))).toBe('invalid_request');
      const rejected = await pending({ description: 'sim:review' });
      await review(rejected, false);
      expect((await read(rejected)).body).toMatchObject({
        status: 'failed',
        failure_code: 'risk_rejected',
        risk_status: 'rejected',
      });
      expect(await refusedAs(judge(rejected, true))).toBe('state_changed');
      expect(await standing()).toEqual(before);
    });
  });
});

const absent = 'wdr_01k9zq3v5e8x7m2n4p6r8t0w1y';

describe('held by risk rules', () => {
  test('it stays processing with its money reserved, and continues once approved, or fails', async () => {
    const held = await made({ description: 'sim:review' });
    expect(held.body).toMatchObject({ status: 'processing', risk_status: 'in_review' });
    const id = held.get('id');
    expect(await statusesOf(held.get('risk_decision_id'))).toEqual([['risk.review_required', 'in_review']]);
    await review(id, true);
    await statusIs(id, 'completed');
    const rejected = (await made({ description: 'sim:review' })).get('id');
    await review(rejected, false);
    expect((await statusIs(rejected, 'failed')).at('failure_code')).toBe('risk_rejected');
  });

  test('W7: a large withdrawal to a new destination is held until the destination is a day old', async () => {
    const { file, remove } = await changedCatalogue(({ risk }) => {
      risk.newDestination = { hours: 24, above: { amount: '100.000000', currency: 'USDT' } };
    });
    const mails = await openMailServer();
    const strict = await openService({
      PSP_CONFIG: file,
      SMTP_URL: mails.url,
      MAIL_FROM: 'Payments <no-reply@payments.example>',
    });
    const expectMails = async (subjects: readonly string[]) => {
      await expect.poll(() => mails.taken.length, patience).toBe(subjects.length);
      const taken = await Promise.all(
        mails.taken.map(async ({ rcpt, mail }) => [rcpt, (await mail).subject]),
      );
      expect(taken.map(([, subject]) => subject)).toEqual(subjects);
      expect(taken.every(([rcpt]) => JSON.stringify(rcpt) === '["owner@example.com"]')).toBe(true);
    };
    const added = 'New withdrawal destination registered';
    const rushed = 'Large withdrawal to a new destination on hold';
    try {
      await fund(strict, 'MXN', '20000.00');
      const to = await speiDestination(strict, 7);
      await speiDestination(strict, 7);
      await expectMails([added]);
      const ask = (amount: string) => strict.post(path, { destination_id: to, amount });
      // 0.0544 USDT per MXN.
      expect((await ask('1838.23')).at('risk_status')).toBe('allowed');
      const [held, ...others] = await allAtOnce(3, () => ask('1838.24'));
      expect(others.map((each) => each.at('risk_status'))).toEqual(['in_review', 'in_review']);
      if (held === undefined) throw new Error('none was made');
      expect(held.at('risk_status')).toBe('in_review');
      const [, data] = (await eventsOf(strict, held.get('risk_decision_id')))[0] ?? [];
      expect(data).toMatchObject({ reasons: ['large_withdrawal_to_new_destination'] });
      await expectMails([added, rushed]);
      const text = (await mails.taken[1]?.mail)?.text;
      expect(text).toContain('a withdrawal of 1,838.24\u00a0MXN by SPEI to the account ending in');
      await advance(strict, 24 * 3_600 - 60);
      expect((await ask('1838.24')).at('risk_status')).toBe('in_review');
      await advance(strict, 60);
      expect((await ask('1838.24')).at('risk_status')).toBe('allowed');
      await withHand(strict, (ports) => disableDestination(ports, operator, { id: to }));
      const anew = await speiDestination(strict, 8);
      const again = await strict.post(path, { destination_id: anew, amount: '1838.24' });
      expect(again.at('risk_status')).toBe('in_review');
      // The owners get no second mail, because the second one waited beside the first.
      await expectMails([added, rushed, added, rushed]);
      await strict.check();
    } finally {
      await strict.stop();
      await mails.close();
      await remove();
    }
  });
});

describe('W4: a disabled destination', () => {
  let number = 100;
  const fresh = () => speiDestination(service, (number += 1));

  test('accepts no more withdrawals', async () => {
    const to = await fresh();
    await disabled(to);
    expect(refusal(await withdraw({ destination_id: to }))).toEqual([
      409,
      'destination_disabled',
      'destination_id',
    ]);
  });

  test('a withdrawal to it that waits for approval can only be declined', async () => {
    await withThreshold(async () => {
      const before = await standing();
      const to = await fresh();
      const id = await pending({ destination_id: to });
      await disabled(to);
      expect(await refusedAs(judge(id, true))).toBe('destination_disabled');
      expect((await read(id)).at('status')).toBe('pending_approval');
      await judge(id, false);
      expect(await standing()).toEqual(before);
    });
  });

  test.each([
    ['has not been sent', 'sim:queue:60000', 'processing', ['failed', 'destination_disabled']],
    ['is held by risk rules', 'sim:review', 'processing', ['failed', 'destination_disabled']],
    ['was sent', 'sim:hold', 'submitted', ['submitted', undefined]],
    ['nobody knows the end of', 'sim:uncertain', 'verification_pending', ['verification_pending', undefined]],
    ['was paid', 'sim:paid', 'completed', ['completed', undefined]],
  ])('what %s: %s', async (_what, description, status, [then, code]) => {
    const before = await standing();
    const to = await fresh();
    const id = (await made({ destination_id: to, description })).get('id');
    await statusIs(id, status);
    await disabled(to);
    const ended = await statusIs(id, then ?? '');
    expect(ended.at('failure_code')).toBe(code);
    if (then === 'failed') expect(await standing()).toEqual(before);
    else if (then !== 'completed')
      await service.post(`/v1/sandbox/operations/${id}/evidence`, { outcome: 'not_executed' });
  });

  test('disabled during a request, either the disabling or the request comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const to = await fresh();
      const [answer] = await Promise.all([withdraw({ destination_id: to }), disabled(to)]);
      if (answer.status === 409) continue;
      expect(answer.status, answer.text).toBe(201);
      const ended = await service.until(`${path}/${answer.get('id')}`, (each) =>
        ['completed', 'failed'].includes(each.get('status')),
      );
      const code = ended.at('failure_code');
      expect([undefined, 'destination_disabled']).toContain(code);
    }
  });
});

describe('withdrawals that the platform stops', () => {
  const spei = { product: 'payout', method: 'spei', currency: 'MXN' } as const;

  test('a suspended method, and the kill switch: 503, and unsent ones wait', async () => {
    const waiting = (await made({ description: 'sim:queue:60000' })).get('id');
    await withHand(service, (ports) => stopPayouts(ports, operator, true));
    expect(refusal(await withdraw())).toEqual([503, 'operation_suspended']);
    await advance(service, 60);
    expect((await read(waiting)).at('status')).toBe('processing');
    await withHand(service, (ports) => stopPayouts(ports, operator, false));
    await advance(service, 5);
    await statusIs(waiting, 'completed');
    const ask = { ...spei, accountId: null };
    await withHand(service, (ports) => suspendCapability(ports, operator, ask));
    expect(refusal(await withdraw())).toEqual([503, 'operation_suspended']);
    await withHand(service, (ports) => resumeCapability(ports, operator, ask));
    await statusIs((await made()).get('id'), 'completed');
  });

  test('a method that was disabled: 422', async () => {
    await disable(service, service.accountId, spei);
    expect(refusal(await withdraw())).toEqual([422, 'unsupported_method']);
    await agree({ methods: [{ ...spei, enabled: true }] });
  });
});

/** A destination in a currency that the account does not hold. */
async function brlDestination(): Promise<string> {
  const details = { name: 'Acme Ltda', pix_key: 'acme@example.com' };
  const body = { method: 'pix', currency: 'BRL', details };
  return (await service.post('/v1/settlement-destinations', body)).get('id');
}
