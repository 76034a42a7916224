import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance } from '../setup/hand.js';
import { enablePage } from '../setup/hosted.js';
import { payable, reviewed, until, visit } from '../setup/hosted-visit.js';
import { answers } from '../setup/page.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { deposit } from '../setup/verbs.js';
import { Visitor } from '../setup/visitor.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
  await enablePage(service, { public_start: true });
});
afterAll(() => service.stop());

const session = (id: string) => service.get(`/v1/hosted-sessions/${id}`);

describe('a transfer without scripts', () => {
  test('goes from the amount to its end, with an explanation at each step', async () => {
    const { visitor, path, id, into, remittance } = await payable(service);
    const account = await service.get(`/v1/funding-accounts/${into}`);
    expect(visitor.text).toContain(account.get('instructions.reference'));
    expect(visitor.html).toContain(`data-value="${account.get('instructions.bank_account')}"`);
    expect(visitor.headers.get('cache-control')).toBe('no-store');
    await visitor.send({}, `${path}/paid`);
    expect(visitor.title).toBe('Waiting for your payment');
    expect((await session(id)).at('payment_reported_at')).toEqual(expect.any(String));
    await deposit(service, { funding_account_id: into });
    await until(visitor, path, 'The money has arrived');
    expect(visitor.text).toContain('6,888.25 VES was paid to the receiver.');
    expect((await session(id)).body).toMatchObject({ status: 'submitted', remittance_id: remittance });
    await service.check();
  });

  test('survives back, reload and a second tab, and is created once', async () => {
    const { visitor, path, id, remittance } = await payable(service);
    for (const step of ['', '/amount', '/sender', '/beneficiary', '/review', '/pay']) {
      await visitor.get(`${path}${step}`);
      expect(visitor.title, step).toBe('Pay 101.50 PEN');
    }
    await visitor.send({ ...answers.amount, amount: '5' }, `${path}/amount`);
    await visitor.send({ go: 'confirm', quote: 'quo_01k9zq3v5e8x7m2n4p6r8t0w1y.3' }, `${path}/review`);
    expect(visitor.title).toBe('Pay 101.50 PEN');
    expect((await session(id)).get('remittance_id')).toBe(remittance);
  });

  test('confirmed fifty times concurrently, is one remittance, one account and one customer', async () => {
    const before = await counts();
    const { visitor, path } = await reviewed(service);
    const quote = visitor.hidden()['quote'] ?? '';
    const confirms = Array.from({ length: 50 }, () =>
      new Visitor(service.baseUrl).send({ go: 'confirm', quote }, `${path}/review`),
    );
    const titles = (await Promise.all(confirms)).map(({ title }) => title);
    for (const title of titles)
      expect(title).toMatch(/^(Pay 101.50 PEN|We are preparing your payment details)$/);
    const after = await counts();
    expect(
      Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)])),
    ).toEqual({
      remittance: 1,
      funding_account: 1,
      customer: 1,
      beneficiary: 1,
    });
    await service.check();
  });

  test('is never created at an unseen price: the old and the new one are shown', async () => {
    const { visitor, path, id } = await reviewed(service);
    const quote = visitor.hidden()['quote'] ?? '';
    // Another tab chooses another amount.
    await new Visitor(service.baseUrl).send({ ...answers.amount, amount: '200' }, `${path}/amount`);
    await visitor.send({ go: 'confirm', quote }, `${path}/review`);
    expect(visitor.status).toBe(409);
    expect(visitor.text).toContain('The price has changed');
    expect(visitor.text).toContain('You pay 101.50 PEN');
    expect(visitor.text).toContain('You pay 203.00 PEN');
    expect((await session(id)).at('remittance_id')).toBeUndefined();
    await visitor.send({ go: 'confirm' });
    await until(visitor, path, 'Pay 203.00 PEN');
  });

  test('says that a price has expired, and uses the current one only on request', async () => {
    const { visitor, path, id } = await reviewed(service, { body: { expires_in: 604_800 } });
    const { quote = '' } = visitor.hidden();
    await advance(service, 1_900);
    await visitor.get(`${path}/review`);
    expect(visitor.text).toContain('The price has expired');
    expect(visitor.hidden()).not.toHaveProperty('quote');
    await visitor.send({ go: 'confirm', quote }, `${path}/review`);
    expect(visitor.status).toBe(409);
    expect((await session(id)).at('remittance_id')).toBeUndefined();
    await visitor.get(`${path}/review`);
    await visitor.send({ go: 'confirm' });
    await until(visitor, path, 'Pay 101.50 PEN');
  });

  test('for a known customer skips the sender, and shows earlier accounts by their last digits', async () => {
    const customer = await service.post('/v1/customers', {
      external_id: `canary-${randomBytes(4).toString('hex')}`,
      type: 'individual',
      country: 'PE',
      display_name: 'Canary Apellido',
    });
    const { visitor } = await reviewed(service, { body: { customer_id: customer.get('id') } });
    expect(visitor.text).toContain('Step 3 of 3');
    await visitor.send({ go: 'confirm' });
    const next = await visit(service, { customer_id: customer.get('id') });
    await next.visitor.send(answers.amount);
    expect(next.visitor.title).toBe('Who receives the money?');
    expect(next.visitor.text).toContain('Mobile number ending in 4567');
    for (const secret of ['04141234567', '12345678', 'Luis Pérez', 'Canary']) {
      expect(next.visitor.html).not.toContain(secret);
    }
    const [, known = ''] = /value="(ben_[0-9a-z]+)"/.exec(next.visitor.html) ?? [];
    await next.visitor.send({ payee: known });
    expect(next.visitor.title).toBe('Check before you confirm');
    await next.visitor.send({ go: 'confirm' });
    await until(next.visitor, next.path, 'Pay 101.50 PEN');
  });

  test('asks a sender to Peru for a document, and a company for its name', async () => {
    const { visitor } = await visit(service);
    await visitor.send({
      origin: 'BRL.pix',
      target: 'PEN.bank_transfer',
      amount: '100',
      side: 'destination',
    });
    expect(visitor.title).toBe('Who sends the money?');
    await visitor.send({ 'sender.type': 'business', 'sender.first_name': '', 'sender.last_name': '' });
    expect(visitor.status).toBe(200);
    expect(visitor.html).toContain('name="sender.name"');
    expect(visitor.html).not.toContain('sender.first_name');
    await visitor.send({ 'sender.type': 'business', 'sender.name': 'Andina SAC', 'sender.country': 'BR' });
    expect(visitor.status).toBe(422);
    expect(visitor.text).toContain('Choose an answer: Kind of identity document.');
    await visitor.send({
      'sender.type': 'business',
      'sender.name': 'Andina SAC',
      'sender.country': 'BR',
      'sender.identity_document_type': 'TAX_ID',
      'sender.identity_document': '11222333000181',
    });
    await visitor.send({
      'details.cci': '002-193-001234567890-12',
      'details.document_number': '12345678',
      'details.first_name': 'Ana',
      'details.last_name': 'Paz',
    });
    expect(visitor.title, visitor.text).toBe('Check before you confirm');
    expect(visitor.text).toContain('00219300123456789012');
    await visitor.send({ go: 'confirm' });
    expect(visitor.title).toMatch(/^(Pay |We are preparing)/);
  });
});

async function counts(): Promise<Record<string, number>> {
  const [row] = await queryRows(
    service.databaseUrl,
    `select (select count(*) from remittance) as remittance, (select count(*) from funding_account) as funding_account,
       (select count(*) from customer) as customer, (select count(*) from beneficiary) as beneficiary`,
    [],
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]));
}
