import { once } from 'node:events';
import { createServer as createTcp, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  newNonce,
  signatureHeader,
  signed,
  verify,
} from '../../src/adapters/providers/connector/signature.js';
import type { Reference } from '../../src/adapters/providers/reference.js';
import { machineClock } from '../../src/main/clock.js';
import type { Provider } from '../../src/ports/provider.js';
import { aSubmission } from '../ports/provider-suite.js';
import { authority, local, receiverKey, trusted } from '../setup/certificate.js';
import { aConnector, aReferenceConnector, ourKeys, theirKeys } from '../setup/connector.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { aHandMadeConnector, type HandMade } from '../setup/hand-made-connector.js';

let bank: HandMade;
let aheadMs: number;
const clock = { ...machineClock, machineNow: () => new Date(Date.now() + aheadMs) };
let provider: Provider;
const opened: Provider[] = [];

function connected(...args: Parameters<typeof aConnector>): Provider {
  const made = aConnector(...args);
  opened.push(made);
  return made;
}

beforeEach(async () => {
  bank = await aHandMadeConnector();
  aheadMs = 0;
  provider = connected(bank.url, { deadlineMs: 400, clock });
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop()));
  await bank.close();
});

const orders = () => bank.requests.filter(({ method }) => method === 'PUT').length;
const findings = (reference: string) => ({ findings: [{ reference, outcome: 'not_found' }] });
const paid = {
  outcome: 'paid',
  amount: '120.50',
  currency: 'PEN',
  at: '2026-11-26T10:00:00Z',
  trace_reference: 'T 1',
};

describe('Retry-After', () => {
  test('of a read delays reads but not orders', async () => {
    bank.says('GET', /^\/notices/, { status: 429, headers: { 'Retry-After': '30' } });
    await expect(provider.remote?.notices()).rejects.toThrow('429');
    const before = bank.requests.length;
    await expect(provider.remote?.notices()).rejects.toThrow('to wait 30 more seconds');
    await expect(provider.lookUp(['a'])).rejects.toThrow('it asked to wait');
    expect(bank.requests).toHaveLength(before);
    expect(await provider.submit(aSubmission(undefined))).toEqual({ outcome: 'accepted' });
  });

  test('of an order is ignored, and the order is not sent again', async () => {
    bank.says('PUT', /^\/operations\//, { status: 503, headers: { 'Retry-After': '1' } });
    const submission = aSubmission(undefined);
    expect(await provider.submit(submission)).toMatchObject({ outcome: 'uncertain' });
    bank.says('POST', /lookup$/, { body: findings(submission.reference) });
    expect((await provider.lookUp([submission.reference])).size).toBe(1);
    expect(orders()).toBe(1);
  });

  test('accepts an HTTP date unless it has passed', async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
    bank.says('GET', /^\/notices/, { status: 503, headers: { 'Retry-After': at(-5) } });
    await expect(provider.remote?.notices()).rejects.toThrow('503');
    bank.says('GET', /^\/notices/, { status: 503, headers: { 'Retry-After': at(60) } });
    await expect(provider.remote?.notices()).rejects.toThrow('503');
    await expect(provider.remote?.notices()).rejects.toThrow('it asked to wait');
  });
});

describe('the clock of a connector', () => {
  test.each([
    [-32, true],
    [32, true],
    [-28, false],
    [28, false],
  ])('%i seconds apart: sends wait: %s', async (seconds, waits) => {
    const headers = { Date: new Date(Date.now() + seconds * 1000).toUTCString() };
    bank.says('PUT', /^\/operations\//, { body: { outcome: 'accepted' }, headers });
    await provider.remote?.refresh();
    expect(provider.remote?.waitMs()).toBe(0);
    await provider.submit(aSubmission(undefined));
    expect((provider.remote?.waitMs() ?? 0) > 0).toBe(waits);
    const alarm = expect.stringMatching(/^its clock is -?3[1-3] seconds off/) as string;
    expect(provider.remote?.troubles()).toEqual(waits ? [alarm] : []);
    // The clock is right again. The capabilities are read although they are not due for an hour.
    aheadMs = 6_000;
    await provider.remote?.refresh();
    expect(provider.remote?.waitMs()).toBe(0);
    expect(provider.remote?.troubles()).toEqual([]);
  });
});

describe('the limits of an exchange', () => {
  test('a missing or dripping answer is uncertain after the total time limit', async () => {
    const drips: NodeJS.Timeout[] = [];
    bank.says('PUT', /^\/operations\//, {
      body: paid,
      write: (answer, text) => {
        let at = 0;
        drips.push(setInterval(() => answer.write(text[at++] ?? ''), 50));
      },
    });
    expect(await provider.submit(aSubmission(undefined))).toEqual({
      outcome: 'uncertain',
      reason: 'no answer in time',
    });
    for (const each of drips) clearInterval(each);
    bank.says('PUT', /^\/operations\//, { write: () => undefined });
    expect(await provider.submit(aSubmission(undefined))).toMatchObject({ outcome: 'uncertain' });
  });

  test('no byte of the order is sent if the handshake exceeds the limit', async () => {
    const mute = createTcp(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const one = connected(`https://127.0.0.1:${port}`, { deadlineMs: 300 });
    expect(await one.submit(aSubmission(undefined))).toEqual({
      outcome: 'not_sent',
      reason: 'no answer in time',
    });
    await one.stop();
    mute.close();
  });

  test('an answer of 256 KiB is read, and one with one more byte is uncertain', async () => {
    const whole = JSON.stringify(paid);
    const most = whole.padEnd(256 * 1024, ' ');
    bank.says('PUT', /^\/operations\//, { text: most });
    expect(await provider.submit(aSubmission(undefined))).toMatchObject({ outcome: 'paid' });
    bank.says('PUT', /^\/operations\//, { text: `${most} ` });
    expect(await provider.submit(aSubmission(undefined))).toMatchObject({ outcome: 'uncertain' });
  });

  test('redirects are not followed, and proxies of the environment are not used', async () => {
    const other = await aHandMadeConnector();
    vi.stubEnv('HTTP_PROXY', other.url);
    vi.stubEnv('http_proxy', other.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    bank.says('PUT', /^\/operations\//, { status: 307, headers: { Location: `${other.url}/operations/x` } });
    const one = connected(bank.url);
    expect(await one.submit(aSubmission(undefined))).toMatchObject({ outcome: 'uncertain' });
    vi.unstubAllEnvs();
    expect([orders(), other.requests]).toEqual([1, []]);
    await other.close();
  });

  test('passes traceparent on, but no headers outside the protocol', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const one = connected(bank.url, { traceparent: () => traceparent });
    await one.submit(aSubmission('July'));
    const [order] = bank.requests;
    expect(order?.headers['traceparent']).toBe(traceparent);
    expect(Object.keys(JSON.parse(order?.body ?? '') as object).toSorted()).toEqual(
      ['account_id', 'amount', 'currency', 'details', 'kind', 'memo', 'method', 'send_by'].toSorted(),
    );
  });
});

describe('two keys during a rotation', () => {
  const old = { ours: ourKeys[0] ?? '', theirs: theirKeys[0] ?? '' };
  const next = {
    ours: 'the next key with which the service signs',
    theirs: 'the next key of the connector, 12',
  };
  const third = 'a key of nobody, which is as long as any';

  test('each request has a signature for both keys', async () => {
    const one = connected(bank.url, { sendingKeys: [old.ours, next.ours] });
    await one.submit(aSubmission(undefined));
    const [{ method, path, headers, body } = bank.requests[0] as never] = bank.requests;
    const signature = headers[signatureHeader]?.toString();
    const known = (key: string) =>
      verify({ method, path, body: Buffer.from(body) }, signature, { keys: [key], at: new Date() }).isGood;
    expect([old.ours, next.ours, third].map(known)).toEqual([true, true, false]);
  });

  test('an answer may be signed with either key, but not with a third', async () => {
    const one = connected(bank.url, { receivingKeys: [old.theirs, next.theirs] });
    const outcomes = [];
    for (const keys of [[old.theirs], [next.theirs], [third, next.theirs], [third]]) {
      bank.says('PUT', /^\/operations\//, { body: { outcome: 'accepted' }, keys });
      outcomes.push((await one.submit(aSubmission(undefined))).outcome);
    }
    expect(outcomes).toEqual(['accepted', 'accepted', 'accepted', 'uncertain']);
  });

  test('notices may be signed with either key and are answered with both, and keys work in one direction only', () => {
    const one = connected(bank.url, {
      sendingKeys: [old.ours, next.ours],
      receivingKeys: [old.theirs, next.theirs],
    });
    const notice = {
      id: 'n1',
      sequence: 1,
      type: 'payment_result',
      payment_reference: 'p',
      outcome: 'settled',
    };
    const body = Buffer.from(JSON.stringify({ notices: [notice] }));
    const message = { method: 'POST', path: '/providers/reference/notices', body };
    const received = (key: string, at = new Date()) => {
      const signature = signed(message, { keys: [key], nonce: newNonce(), at });
      return one.remote?.receive({ ...message, signature });
    };
    for (const key of [old.theirs, next.theirs]) {
      const taken = received(key);
      expect(taken?.notices).toHaveLength(1);
      const [name, value = ''] = taken?.signatureOf('{}') ?? [];
      expect(name).toBe(signatureHeader);
      for (const ours of [old.ours, next.ours]) {
        const checked = { keys: [ours], at: new Date() };
        expect(verify({ ...message, body: Buffer.from('{}') }, value, checked).isGood).toBe(true);
      }
    }
    for (const key of [old.ours, next.ours, third]) expect(() => received(key)).toThrow('has no known key');
    expect(() => received(old.theirs, new Date(Date.now() - 302_000))).toThrow('300 seconds');
    expect(() => received(old.theirs, new Date(Date.now() + 302_000))).toThrow('300 seconds');
  });
});

describe('evidence in a notice', () => {
  const notice = { id: 'n1', type: 'operation', reference: 'r1', outcome: 'paid' } as const;

  test('is a hint by default and is looked up', async () => {
    bank.says('POST', /lookup$/, {
      body: { findings: [{ reference: 'r1', outcome: 'not_executed', code: 'closed' }] },
    });
    expect(await provider.remote?.proven([notice])).toEqual([
      { ...notice, outcome: 'not_executed', code: 'closed' },
    ]);
    bank.says('POST', /lookup$/, { body: findings('r1') });
    expect(await provider.remote?.proven([notice])).toEqual([]);
    expect(bank.requests).toHaveLength(2);
  });

  test('is accepted without a look-up if notices are trusted', async () => {
    const one = connected(bank.url, { trustsNotices: true });
    expect(await one.remote?.proven([notice])).toEqual([notice]);
    expect(bank.requests).toEqual([]);
  });
});

describe('an amount that is invalid for its currency, or of an unknown currency', () => {
  const odd = [
    { amount: '1.001', currency: 'PEN' },
    { amount: '1.00', currency: 'XYZ' },
  ];

  test.each(odd)('leaves a paid order uncertain: $amount $currency', async (money) => {
    bank.says('PUT', /^\/operations\//, { body: { ...paid, ...money } });
    expect(await provider.submit(aSubmission(undefined))).toMatchObject({ outcome: 'uncertain' });
  });

  test.each(odd)('leaves a finding undecided and keeps the others: $amount $currency', async (money) => {
    const found = [
      { ...paid, reference: 'odd', ...money },
      { ...paid, reference: 'fine', amount: '120.500' },
    ];
    bank.says('POST', /lookup$/, { body: { findings: found } });
    const looked = await provider.lookUp(['odd', 'fine']);
    expect([...looked.values()].map(({ outcome }) => outcome)).toEqual(['unknown', 'paid']);
    const confirmations = found.map((each) => ({ ...each, outcome: 'confirmed' }));
    bank.says('POST', /confirm$/, { body: { confirmations } });
    const confirmed = await provider.confirmPayins(['odd', 'fine']);
    expect([...confirmed.values()].map(({ outcome }) => outcome)).toEqual(['pending', 'confirmed']);
  });

  test.each(odd)('makes a notice and a statement line invalid: $amount $currency', async (money) => {
    const names = { funding_reference: 'f', payment_reference: 'p', bank_reference: 'b' };
    const payment = { id: 'n1', sequence: 1, type: 'payment', ...names, ...money };
    const order = { id: 'n2', sequence: 2, type: 'operation', reference: 'r', outcome: 'paid', ...money };
    for (const notice of [payment, order]) {
      const body = Buffer.from(JSON.stringify({ notices: [notice] }));
      const message = { method: 'POST', path: '/providers/reference/notices', body };
      const signature = signed(message, { keys: theirKeys, nonce: newNonce(), at: new Date() });
      expect(() => provider.remote?.receive({ ...message, signature })).toThrow('notices.0.amount');
      bank.says('GET', /^\/notices/, { body: { notices: [notice], next: 'n', has_more: false } });
      await expect(provider.remote?.notices()).rejects.toThrow('notices.0.amount');
    }
    const line = { sequence: 1, reference: 'r', kind: 'operation', booked_on: '2026-11-26', ...money };
    bank.says('GET', /^\/statement/, {
      body: { lines: [line], next: 'l', has_more: false, closed_sequence: 0 },
    });
    await expect(provider.statement()).rejects.toThrow('lines.0.amount');
  });
});

describe('TLS', () => {
  const client = { ca: local, cert: trusted, key: receiverKey };
  let database: TestDatabase;
  let reference: Reference;
  let counted = 0;

  beforeAll(async () => {
    database = await createDatabase('template1');
    reference = await aReferenceConnector(database.url, {
      host: 'localhost',
      tls: { cert: local, key: receiverKey, ca: authority },
    });
  });
  afterAll(async () => {
    await reference.close();
    await database.drop();
  });

  test('pays an order with a private CA and our client certificate', async () => {
    const one = connected(reference.url, { tls: client });
    expect(await one.submit(aSubmission(undefined))).toMatchObject({ outcome: 'paid' });
    counted = (await reference.calls()).length;
    expect(counted).toBe(1);
  });

  test.each([
    ['an authority that is not known', { cert: trusted, key: receiverKey }, 'localhost', 'not_sent'],
    ['another authority', { ...client, ca: authority }, 'localhost', 'not_sent'],
    ['another name', client, '127.0.0.1', 'not_sent'],
    ['no certificate of ours', { ca: local }, 'localhost', undefined],
    [
      'one of ours that it does not know',
      { ca: local, cert: local, key: receiverKey },
      'localhost',
      undefined,
    ],
  ])('executes nothing with %s', async (_words, tls, host, outcome) => {
    const one = connected(reference.url.replace('localhost', host), { tls });
    const receipt = await one.submit(aSubmission(undefined));
    // The refusal of our certificate may arrive after the handshake on our side.
    if (outcome === undefined) expect(['not_sent', 'uncertain']).toContain(receipt.outcome);
    else expect(receipt.outcome).toBe(outcome);
    expect(await reference.calls()).toHaveLength(counted);
  });
});
