import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPixParts, refundOrder, type PixParts } from './pix-parts.js';

let parts: PixParts;
beforeEach(async () => {
  parts = await openPixParts();
});
afterEach(() => parts.close());

const list = '/pix?inicio=2026-01-01T00:00:00Z&fim=2026-01-02T00:00:00Z';
const inMs = (ms: number): number => Date.now() + ms;

test('an order waits for a token at most until its send_by, and is not sent after it', async () => {
  const { institution } = parts;
  const { endToEndId } = institution.rules.pay(undefined, '10.00');
  const { transport, bank } = parts.start();
  institution.tokenDelayMs = 1_500;
  // A request with a longer deadline fetches the token.
  const patient = transport.request({ method: 'GET', path: list, deadline: inMs(10_000) });
  const began = Date.now();
  await expect(bank.submit('refund-1', refundOrder(endToEndId, '1.00', 500), false)).rejects.toThrow(
    'no token in time',
  );
  expect(Date.now() - began).toBeLessThan(1_400);
  expect((await patient).status).toBe(200);
  expect(institution.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('a request with time left uses the token that one with less time requested', async () => {
  const { institution } = parts;
  const { transport } = parts.start();
  institution.tokenDelayMs = 700;
  const hasty = transport.request({ method: 'GET', path: list, deadline: inMs(300) });
  const patient = transport.request({ method: 'GET', path: list, deadline: inMs(10_000) });
  await expect(hasty).rejects.toThrow('no token in time');
  expect((await patient).status).toBe(200);
});

test('a token request is given up after 5 seconds', async () => {
  const { institution } = parts;
  const { transport } = parts.start();
  institution.tokenDelayMs = 7_000;
  const began = Date.now();
  const pending = transport.request({ method: 'GET', path: list, deadline: inMs(60_000) });
  await expect(pending).rejects.toThrow('POST /oauth/token');
  expect(Date.now() - began).toBeLessThan(6_500);
});

test('nothing is sent after the deadline', async () => {
  const { institution } = parts;
  const { transport } = parts.start();
  await transport.request({ method: 'GET', path: list, deadline: inMs(10_000) });
  const before = institution.calls.length;
  await expect(transport.request({ method: 'GET', path: list, deadline: inMs(-1) })).rejects.toThrow(
    'the rate limit lasts longer',
  );
  expect(institution.calls).toHaveLength(before);
});
