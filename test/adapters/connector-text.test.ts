import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleaned, jsonOf } from '../../src/adapters/providers/connector/body.js';
import { newNonce, signed } from '../../src/adapters/providers/connector/signature.js';
import { machineClock } from '../../src/main/clock.js';
import type { Provider } from '../../src/ports/provider.js';
import { aSubmission } from '../ports/provider-suite.js';
import { aConnector, theirKeys } from '../setup/connector.js';
import { aHandMadeConnector, type HandMade } from '../setup/hand-made-connector.js';

let bank: HandMade;
let provider: Provider;

beforeEach(async () => {
  bank = await aHandMadeConnector();
  provider = aConnector(bank.url);
});
afterEach(async () => {
  await provider.stop();
  await bank.close();
});

const hostile = `R\u0000\u001b[31m\u0085${'x'.repeat(600)}`;
const stored = `R[31m${'x'.repeat(495)}`;
const money = { amount: '1.00', currency: 'PEN' };
const moved = { ...money, at: '2026-11-26T10:00:00Z', trace_reference: hostile };

/** Sends notices as a connector does. */
function receive(text: string) {
  const message = { method: 'POST' as const, path: '/providers/reference/notices', body: Buffer.from(text) };
  const signature = signed(message, { keys: theirKeys, nonce: newNonce(), at: machineClock.machineNow() });
  return provider.remote?.receive({ ...message, signature }).notices;
}

describe('text of a provider', () => {
  test.each([
    ['a\u0000b', 'ab'],
    ['\u0000', '?'],
    ['\ud800x', '\ufffdx'],
    ['línea\r\ndos', 'líneados'],
    ['𝒜'.repeat(600), '𝒜'.repeat(500)],
  ])('%j is stored without control characters, 500 characters at most', (text, stored) => {
    expect(cleaned(text)).toBe(stored);
  });

  test('is cleaned in an answer, a refusal and an error', async () => {
    bank.says('PUT', /^\/operations/, { body: { outcome: 'refused', code: hostile } });
    expect(await provider.submit(aSubmission(undefined))).toEqual({ outcome: 'refused', code: stored });
    bank.says('PUT', /^\/operations/, {
      status: 500,
      body: { error: { code: 'a\u0000b', message: hostile } },
    });
    expect(await provider.submit(aSubmission(undefined))).toEqual({
      outcome: 'uncertain',
      reason: 'it answered 500 ab',
    });
  });

  test('is cleaned in look-ups, confirmations and openings', async () => {
    const finding = { reference: 'a', outcome: 'not_executed', code: hostile };
    bank.says('POST', /^\/operations\/lookup/, { body: { findings: [finding] } });
    expect([...(await provider.lookUp(['a'])).values()]).toEqual([{ outcome: 'not_executed', code: stored }]);
    const confirmation = { reference: 'a', outcome: 'not_confirmed', code: hostile };
    bank.says('POST', /^\/payments\/confirm/, { body: { confirmations: [confirmation] } });
    expect([...(await provider.confirmPayins(['a'])).values()]).toEqual([
      { outcome: 'not_confirmed', code: stored },
    ]);
  });

  test('is cleaned in notices, pushed or read, and in statement lines', async () => {
    const notice = {
      id: hostile,
      sequence: 1,
      type: 'payment',
      funding_reference: 'fa',
      payment_reference: 'pay',
      bank_reference: hostile,
      ...money,
    };
    const expected = { id: stored, bankReference: stored };
    expect(receive(JSON.stringify({ notices: [notice] }))).toMatchObject([expected]);
    bank.says('GET', /^\/notices/, { body: { notices: [notice], next: '1', has_more: false } });
    expect((await provider.remote?.notices())?.notices).toMatchObject([expected]);
  });

  test('is rejected in references and cursors if it has a control character', async () => {
    const page = { notices: [], next: 'a\u0000', has_more: false };
    bank.says('GET', /^\/notices/, { body: page });
    await expect(provider.remote?.notices()).rejects.toThrow('does not follow the protocol: next');
    const finding = { reference: 'a\u0000', outcome: 'paid', ...moved };
    bank.says('POST', /^\/operations\/lookup/, { body: { findings: [finding] } });
    await expect(provider.lookUp(['a'])).rejects.toThrow('does not follow the protocol');
  });
});

describe('a repeated JSON key', () => {
  const paid = JSON.stringify({ outcome: 'paid', ...moved }).slice(1);
  const twice = `{"outcome":"refused","code":"x",${paid}`;

  test('makes JSON invalid at any depth and in any spelling', () => {
    for (const text of ['{"a":1,"a":1}', '[{"b":{"a":1,"\\u0061":2}}]', '{"__proto__":1}', '{', '\xff'])
      expect(jsonOf(Buffer.from(text, 'latin1'))).toBeUndefined();
    expect(jsonOf(Buffer.from('{"a":{"b":1},"c":[{"b":1},{"b":2}]}'))).toEqual({
      a: { b: 1 },
      c: [{ b: 1 }, { b: 2 }],
    });
  });

  test('leaves an order uncertain', async () => {
    bank.says('PUT', /^\/operations/, { text: twice });
    expect(await provider.submit(aSubmission(undefined))).toMatchObject({ outcome: 'uncertain' });
  });

  test('makes a look-up, a page of notices and a statement unreadable, so that they are read again', async () => {
    bank.says('POST', /^\/operations\/lookup/, {
      text: `{"findings":[{"reference":"a","reference":"a","outcome":"not_found"}]}`,
    });
    await expect(provider.lookUp(['a'])).rejects.toThrow('does not follow the protocol');
    bank.says('GET', /^\/notices/, { text: '{"notices":[],"next":"1","next":"2","has_more":false}' });
    await expect(provider.remote?.notices()).rejects.toThrow('does not follow the protocol');
    bank.says('GET', /^\/statement/, {
      text: '{"lines":[],"next":"1","has_more":false,"has_more":false,"closed_sequence":0}',
    });
    await expect(provider.statement(undefined)).rejects.toThrow('does not follow the protocol');
  });

  test('makes pushed notices fail with 400, and none is stored', () => {
    const notice =
      '{"id":"n","sequence":1,"type":"payment_result","payment_reference":"p","outcome":"settled"';
    expect(receive(`{"notices":[${notice}}]}`)).toHaveLength(1);
    expect(() => receive(`{"notices":[${notice},"outcome":"reversed"}]}`)).toThrow(
      expect.objectContaining({ code: 'invalid_body' }),
    );
  });
});
