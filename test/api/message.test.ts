import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suspendCapability } from '../../src/usecases/capability.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

let keys = 0;
const call = (method: string, path: string, body?: object) =>
  sandbox
    .call(method, path)
    .set('Idempotency-Key', `message-${(keys += 1)}`)
    .send(body);
const messageOf = async (method: string, path: string, body?: object): Promise<string> =>
  (await call(method, path, body)).body.error.message;

const quote = { method: 'pix', currency: 'BRL', source_currency: 'USDT', amount: '1', amount_side: 'source' };
const pagoMovil = { phone: '04121234567', bank_code: '0102' };
const venezuelan = (details: object) => ({ method: 'mobile_payment', currency: 'VES', details });
const customer = (more: object) => ({ type: 'individual', country: 'PE', display_name: 'Ana', ...more });
const hook = { url: 'https://shop.example.com/webhooks' };

describe('a message says what is wrong and what to send', () => {
  it.each<[path: string, body: object, message: string]>([
    // A wrong type.
    ['/v1/quotes', { ...quote, amount: 10 }, 'amount: has the wrong type; send a string such as "10.00".'],
    [
      '/v1/payouts',
      { amount: 10.5, beneficiary_id: 'x' },
      'amount: has the wrong type; send a string such as "10.00".',
    ],
    [
      '/v1/funding-accounts',
      { method: 'pix', currency: 'BRL', amount: null },
      'amount: has the wrong type; send a string such as "10.00".',
    ],
    [
      '/v1/customers',
      customer({ external_id: 'a', profile: 'x' }),
      'profile: has the wrong type; send an object.',
    ],
    [
      '/v1/customers',
      customer({ external_id: 'a', type: 7 }),
      'type: has the wrong type; send one of individual, business.',
    ],
    ['/v1/beneficiaries', { ...venezuelan({}), label: 7 }, 'label: has the wrong type; send a string.'],
    // Left out.
    ['/v1/quotes', { ...quote, amount: undefined }, 'amount: is required; send a string such as "10.00".'],
    [
      '/v1/quotes',
      { ...quote, amount_side: undefined },
      'amount_side: is required; send one of source, destination.',
    ],
    ['/v1/quotes', { ...quote, method: undefined }, 'method: is required without beneficiary_id.'],
    // Not known.
    [
      '/v1/webhook-endpoints',
      { ...hook, events: [] },
      'events: is not a known field; send only url, description, event_types.',
    ],
    // Lower case.
    [
      '/v1/quotes',
      { ...quote, source_currency: 'usdt' },
      'source_currency: must be in upper case; send USDT.',
    ],
    ['/v1/quotes', { ...quote, currency: 'brl' }, 'currency: must be in upper case; send BRL.'],
    [
      '/v1/customers',
      customer({ external_id: 'a', country: 'pe' }),
      'country: must be in upper case; send PE.',
    ],
    // No choice.
    [
      '/v1/quotes',
      { ...quote, amount_side: 'both' },
      'amount_side: is not an allowed value; send one of source, destination.',
    ],
    [
      '/v1/webhook-endpoints',
      { ...hook, event_types: ['payout.paid'] },
      'event_types[0]: is not an event type; send one such as payout.completed.',
    ],
    [
      '/v1/webhook-endpoints',
      { ...hook, event_types: ['payout.completed', 7] },
      'event_types[1]: has the wrong type; send a string such as "payout.completed".',
    ],
    // Flat.
    [
      '/v1/beneficiaries',
      venezuelan({ ...pagoMovil, 'document.type': 'V', 'document.number': '12345678' }),
      'details.document.type: must be nested; send {"document": {"type": …}}.',
    ],
    // Short.
    [
      '/v1/funding-accounts',
      { method: 'pix', currency: 'BRL', amount: '1.00', payer: { document: '52998224725' } },
      'payer.document: needs its full name as the key, as in {"payer": {"payer.document": …}}.',
    ],
    [
      '/v1/funding-accounts',
      { method: 'pix', currency: 'BRL', amount: '1.00', payer: { 'payer.phone': '1' } },
      'payer.phone: is not a field of this method; send payer.name, payer.document.',
    ],
    // Numbers.
    [
      '/v1/sandbox/deposits',
      { funding_account_id: 'fa_1', delay_ms: 1.5 },
      'delay_ms: is not a whole number.',
    ],
    [
      '/v1/sandbox/deposits',
      { funding_account_id: 'fa_1', delay_ms: 99_999 },
      'delay_ms: is too large; send at most 60000.',
    ],
  ])('POST %s %j', async (path, body, message) => {
    expect(await messageOf('POST', path, body)).toBe(message);
  });

  const choices = (path: string, values: string) =>
    [`${path}?status=paid`, `status: is not an allowed value; send one of ${values}.`] as const;
  const aTime = 'is not an RFC 3339 timestamp; send one such as 2026-11-20T14:03:07.512Z.';
  it.each<readonly [path: string, message: string]>([
    ['/v1/payouts?limit=500', 'limit: is out of range; send a whole number from 1 to 100.'],
    ['/v1/events?limit=0', 'limit: is out of range; send a whole number from 1 to 100.'],
    ['/v1/customers?limit=ten', 'limit: is out of range; send a whole number from 1 to 100.'],
    choices('/v1/payouts', 'processing, verification_pending, completed, failed, returned, cancelled'),
    choices('/v1/customers', 'active, blocked, closed'),
    ['/v1/payouts?created_after=2026-11-20', `created_after: ${aTime}`],
    ['/v1/customers?created_before=2026-11-20T10:00', `created_before: ${aTime}`],
    ['/v1/capabilities?currency=brl', 'currency: must be in upper case; send BRL.'],
    ['/v1/capabilities?country=br', 'country: must be in upper case; send BR.'],
    ['/v1/customers?limit=1&limit=2', 'limit: is sent twice; send it once.'],
    [
      '/v1/events?types=payout.completed',
      'types: is not a parameter of this path; send only limit, after, type, resource_id.',
    ],
  ])('GET %s', async (path, message) => {
    expect(await messageOf('GET', path)).toBe(message);
  });
});

describe('a stop by the platform', () => {
  const operator = { name: 'test', reason: 'a test' };
  const spei = {
    product: 'payout',
    method: 'spei',
    currency: 'MXN',
    details: { name: 'Rosa', clabe: '032180000118359719' },
  } as const;

  it('of all payouts has its own message, and Retry-After', async () => {
    const { product: _, ...account } = spei;
    const { body } = await call('POST', '/v1/beneficiaries', account);
    await stopPayouts(sandbox.wired.ports, operator, true);
    const payout = {
      beneficiary_id: body.id,
      source_currency: 'MXN',
      amount: '1.00',
      amount_side: 'source',
    };
    const answer = await call('POST', '/v1/payouts', payout);
    expect([answer.status, answer.headers['retry-after'], answer.body.error]).toMatchObject([
      503,
      '60',
      {
        code: 'operation_suspended',
        message: 'The platform has stopped sending money to banks; try again later.',
      },
    ]);
  });

  it('of one capability names it, and has Retry-After too', async () => {
    const { details: _, ...capability } = spei;
    await stopPayouts(sandbox.wired.ports, operator, false);
    await suspendCapability(sandbox.wired.ports, operator, { ...capability, accountId: null });
    const answer = await call('POST', '/v1/quotes', { ...quote, method: 'spei', currency: 'MXN' });
    expect([answer.status, answer.headers['retry-after'], answer.body.error.message]).toEqual([
      503,
      '60',
      'The platform suspended payout by spei in MXN; try again later.',
    ]);
  });
});
