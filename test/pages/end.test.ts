import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideRisk } from '../../src/usecases/risk.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { blockCustomer } from '../../src/usecases/customer.js';
import { changedCatalogue } from '../setup/catalogue.js';
import { advance, operator, withHand } from '../setup/hand.js';
import { enablePage } from '../setup/hosted.js';
import { payable, reviewed, until } from '../setup/hosted-visit.js';
import { openService, type RunningService } from '../setup/running.js';
import { deposit } from '../setup/verbs.js';

const own = {
  branding_mode: 'co_branded',
  brand_name: 'Andina',
  legal: { name: 'Andina S.A.C.', terms_url: 'https://andina.example/terms' },
};
let service: RunningService;
let catalogue: Awaited<ReturnType<typeof changedCatalogue>>;
beforeAll(async () => {
  catalogue = await changedCatalogue(({ risk }) =>
    Object.assign(risk.reviewAbove, { amount: '1000.000000' }),
  );
  service = await openService({ PSP_CONFIG: catalogue.file, SUPPORT_EMAIL: 'help@payments.example' });
  await enablePage(service, own);
});
afterAll(async () => {
  await service.stop();
  await catalogue.remove();
});

/** Its accounts take any amount. */
const byAch = { amount: { origin: 'USD.ach' } };

test('the payment page names the company, what arrives and who receives it', async () => {
  const { visitor } = await payable(service);
  expect(visitor.text).toMatch(/You are paying\s+Andina S\.A\.C\./);
  expect(visitor.text).toMatch(
    /Account holder\s+Sandbox account holder[^]*Bank\s+Sandbox Bank[^]*Account number/,
  );
  expect(visitor.text).toMatch(
    /Your transfer\s+Receiver gets\s+[\d,.]+ VES\s+Receiver\s+.*obile number ending in \d+/,
  );
  expect(visitor.text).toContain('Delivery time within 5 minutes after we receive your payment');
  expect(visitor.text).toContain('Terms of service');
});

describe('the last page says what happened to the money, and what to do', () => {
  test('if the payment did not arrive in time, or arrived after that', async () => {
    const { visitor, path, into, remittance } = await payable(service);
    await advance(service, 1_900);
    await until(visitor, path, 'The time to pay is over');
    expect(visitor.text).toContain('We saw no payment of yours in time, so nothing was sent.');
    expect(visitor.text).toContain('Andina returns payments that arrive late');
    expect(visitor.text).toContain(remittance);
    await service.post('/v1/sandbox/deposits', { funding_account_id: into, amount: '101.50' });
    await until(visitor, path, 'Your payment arrived too late');
    expect(visitor.text).toContain('Your payment of 101.50 PEN arrived after the price had expired');
  });

  test("if the payer's bank did not complete the payment", async () => {
    const { visitor, path, into, remittance } = await payable(service);
    await deposit(service, { funding_account_id: into, outcome: 'failed' });
    await until(visitor, path, 'Your payment did not go through');
    expect(visitor.text).toContain('Your bank did not complete the payment, so nothing was sent.');
    expect(visitor.text).toContain('write to Andina with the transfer number below');
    expect(visitor.text).toContain(remittance);
  });

  test('if another amount was paid', async () => {
    const { visitor, path, into } = await payable(service);
    await service.post('/v1/sandbox/deposits', { funding_account_id: into, amount: '50' });
    await until(visitor, path, 'We are checking your payment');
    expect(visitor.text).toContain('A payment of 50.00 PEN arrived');
    expect(visitor.text).toContain('Do not pay again. Ask Andina what happens next.');
  });

  test('if less was paid into an account that accepts any amount', async () => {
    const { visitor, path, into } = await payable(service, byAch, 'USD');
    await service.post('/v1/sandbox/deposits', { funding_account_id: into, amount: '50' });
    await until(visitor, path, 'Your payment was not enough');
    expect(visitor.text).toContain(
      'Your payment of 50.00 USD arrived, but it is less than the amount we asked for',
    );
    expect(visitor.text).toContain('Andina holds your money. Ask them to return it.');
  });

  test('if such an account was paid into after the price had expired', async () => {
    const { visitor, path, into } = await payable(service, byAch, 'USD');
    await advance(service, 1_900);
    await until(visitor, path, 'The time to pay is over');
    await service.post('/v1/sandbox/deposits', { funding_account_id: into, amount: '101.50' });
    await until(visitor, path, 'Your payment arrived too late');
    expect(visitor.text).toContain('Your payment of 101.50 USD arrived after the price had expired');
    expect(visitor.text).toContain('Do not pay again here.');
  });

  test("if the receiver's bank sent the money back", async () => {
    const { visitor, path, into, remittance } = await payable(service);
    await deposit(service, { funding_account_id: into });
    await until(visitor, path, 'The money has arrived');
    expect(visitor.text).toMatch(/Receipt\s+You paid\s+101\.50 PEN\s+Fees/);
    for (const said of [
      'Received',
      'Sender',
      'María Quispe Flores',
      'Receiver',
      'Paid on',
      'Arrived on',
      'Transfer number',
      remittance,
    ])
      expect(visitor.text).toContain(said);
    const payout = (await service.get(`/v1/remittances/${remittance}`)).get('payout_id');
    await service.post(`/v1/sandbox/operations/${payout}/evidence`, { outcome: 'returned' });
    await until(visitor, path, 'The money came back');
    expect(visitor.text).toContain('The receiver does not have it. Andina holds the money now.');
    expect(visitor.text).toMatch(/Arrival \(stopped here\)[^]*What was agreed\s+To pay\s+101\.50 PEN/);
    expect(visitor.text).not.toContain('Write to');
    // A page in the platform's own look has the platform's address.
    await enablePage(service, { branding_mode: 'platform' });
    await visitor.get(path);
    expect(visitor.text).toContain('help@payments.example');
    expect(visitor.html).toContain(
      `mailto:help@payments.example?subject=${encodeURIComponent(`Transfer number ${remittance}`)}`,
    );
    await enablePage(service, own);
  });

  test('if it was paid for and could not be sent', async () => {
    const customer = await service.post('/v1/customers', {
      external_id: 'ends',
      type: 'individual',
      country: 'PE',
      display_name: 'Ana Paz',
    });
    const { visitor, path, into } = await payable(service, { body: { customer_id: customer.get('id') } });
    await withHand(service, (ports) =>
      blockCustomer(ports, operator, { id: customer.get('id'), action: 'block' }),
    );
    await deposit(service, { funding_account_id: into });
    await until(visitor, path, 'The money was not sent');
    expect(visitor.text).toContain('Andina holds your money. Ask them to return it.');
  });

  test.each([
    [true, 'The money has arrived', 'was paid to the receiver'],
    [false, 'The money was not sent', 'Andina holds your money. Ask them to return it.'],
  ])('if a person reviewed it, approved: %s', async (approve, title, said) => {
    const { visitor, path, id } = await reviewed(service, { amount: { amount: '8000' } });
    await visitor.send({ go: 'confirm' });
    await until(visitor, path, 'Pay 8,120.00 PEN');
    const made = await service.get(`/v1/hosted-sessions/${id}`);
    await deposit(service, { funding_account_id: made.get('funding_account_id') });
    await until(visitor, path, 'We are checking your transfer');
    expect(visitor.text).toContain('Your payment of 8,120.00 PEN has arrived and is safe.');
    expect(visitor.text).toContain('There is nothing for you to do now. Do not pay again.');
    const payout = (await service.get(`/v1/remittances/${made.get('remittance_id')}`)).get('payout_id');
    await withHand(service, (ports) => decideRisk(ports, operator, { id: payout, approve }));
    await until(visitor, path, title);
    expect(visitor.text).toContain(said);
  });

  test('if it waits to be sent', async () => {
    const { visitor, path, into } = await payable(service);
    await withHand(service, (ports) => stopPayouts(ports, operator, true));
    await deposit(service, { funding_account_id: into });
    await until(visitor, path, 'Your money is on its way');
    expect(visitor.text).toContain('Your payment of 101.50 PEN has arrived and is being sent on.');
    await withHand(service, (ports) => stopPayouts(ports, operator, false));
    await until(visitor, path, 'The money has arrived');
  });

  test('if no account for the payment could be opened', async () => {
    const { visitor, path } = await reviewed(service, { amount: { amount: '99.41' } });
    await visitor.send({ go: 'confirm' });
    await until(visitor, path, 'The payment could not be prepared');
    expect(visitor.text).toContain('You have paid nothing, and nothing was sent.');
  });
});

describe('a waiting page', () => {
  test('is updated by a stream; the third one of a session polls instead', async () => {
    const { path, into } = await payable(service);
    const open = (method = 'GET') => fetch(`${service.baseUrl}${path}/events`, { method });
    // HEAD is answered by the head of the stream and takes no place of its own.
    for (let nth = 0; nth < 3; nth += 1) {
      const head = await open('HEAD');
      expect([head.status, head.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
    }
    const [first, second] = await Promise.all([open(), open()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get('x-accel-buffering')).toBe('no');
    expect(first.headers.get('x-request-id')).toMatch(/^req_/);
    const third = await open();
    expect(third.status).toBe(204);
    const response = await fetch(`${service.baseUrl}${path}/state`);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(`${service.baseUrl}${path}/state`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const states = first.body?.pipeThrough(new TextDecoderStream());
    await deposit(service, { funding_account_id: into });
    let received = '';
    for await (const chunk of states ?? []) {
      received += chunk;
      if (new Set(received.match(/^data: .*$/gm)).size > 1) break;
    }
    expect(received.startsWith(`retry: 3000\nevent: state\ndata: ${etag.slice(1, -1)}\n`)).toBe(true);
    await second.body?.cancel();
    await service.check();
  });
});
