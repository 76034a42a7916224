import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCellsProxy, type CellsProxy, type Proxy } from './setup/cells.js';
import { openAccount } from '../src/usecases/account.js';
import { openOtherAccount, operator, withHand } from './setup/hand.js';
import { enablePage, openSession } from './setup/hosted.js';
import { collectionFaults, runCollection } from './setup/newman.js';
import {
  clientOf,
  openBeside,
  openService,
  type Answer,
  type Client,
  type RunningService,
} from './setup/running.js';
import { mailSettings, openMailbox, signIn } from './setup/sign-in.js';
import { fund, mxnPayout, speiBeneficiary } from './setup/verbs.js';

const trusted = { ...mailSettings, PSP_TRUSTED_PROXIES: '127.0.0.1' };
const mailbox = openMailbox();

/** The first cell had no letter when its first account was opened. */
let before: RunningService;
let a: RunningService;
let b: RunningService;

beforeAll(async () => {
  before = await openService(trusted);
  a = await openBeside(before, { PSP_CELL: 'a' });
  b = await openService({ ...trusted, PSP_CELL: 'b' }, mailbox);
  await enablePage(b);
});
afterAll(() => before.stop());
afterAll(() => a.stop());

const hostOf = ({ baseUrl }: RunningService): string => new URL(baseUrl).host;

/** Money in and out, and what lists and events tell of it. */
async function pays(client: Client): Promise<string> {
  const beneficiary = await speiBeneficiary(client);
  await fund(client, 'MXN', '1000.00');
  const made = await client.post('/v1/payouts', mxnPayout(beneficiary, '10.00'));
  expect(made.status, made.text).toBe(201);
  const id = made.get('id');
  await client.until(`/v1/payouts/${id}`, (answer) => answer.at('status') === 'completed');
  expect((await client.get('/v1/payouts?limit=1')).at('data.0.id')).toBe(id);
  expect((await client.get(`/v1/events?resource_id=${id}`)).text).toContain('payout.completed');
  return id;
}

/** An endpoint of webhooks. */
async function hook(client: Client): Promise<Answer> {
  const made = await client.post('/v1/webhook-endpoints', { url: 'https://example.com/hook' });
  expect(made.status, made.text).toBe(201);
  return made;
}

it('issued tokens name the cell, if there is one', async () => {
  expect(before.apiKey).toMatch(/^psp_test_[0-9a-z]{12}_[0-9a-f]{64}$/);
  expect(b.apiKey).toMatch(/^psp_test_b_[0-9a-z]{12}_[0-9a-f]{64}$/);
  expect(await signIn(b, mailbox, 'owner@example.com')).toMatch(/^psp_session_b_[0-9a-f]{64}$/);
  expect((await openSession(b)).get('token')).toMatch(/^hps_test_b_[0-9a-z]{12}_[0-9a-f]{64}$/);
  expect((await hook(before)).get('id')).toMatch(/^we_0[0-9a-z]{25}$/);
  expect((await hook(b)).get('id')).toMatch(/^we_b[0-9a-z]{25}$/);
});

it('lists resources by time, including those from before there were cells', async () => {
  const old = await hook(before);
  const made = await hook(a);
  const since = (time: string) => a.get(`/v1/webhook-endpoints?created_after=${time}`);
  const idsOf = ({ body }: Answer) => (body['data'] as { id: string }[]).map(({ id }) => id);
  const [later = '', earlier = ''] = idsOf(await since(old.get('created_at')));
  expect([later, earlier]).toEqual([made.get('id'), old.get('id')]);
  const to = await a.get(`/v1/webhook-endpoints?created_before=${made.get('created_at')}`);
  expect(idsOf(to)).toContain(old.get('id'));
  expect(idsOf(to)).not.toContain(made.get('id'));
});

describe.each<Proxy>(['haproxy', 'caddy'])('%s with the shipped configuration', (name) => {
  let proxy: CellsProxy;
  beforeAll(async () => {
    proxy = await startCellsProxy(name, { a: hostOf(a), b: hostOf(b) });
  });
  afterAll(() => proxy.stop());

  it('routes each account to its cell, also with keys from before there were cells', async () => {
    const second = await openOtherAccount(a);
    expect(second.key).toMatch(/^psp_test_a_/);
    const clients = [before.apiKey, second.key, b.apiKey].map((key) => clientOf(proxy.url, key));
    const [ofBefore = '', , ofB = ''] = await Promise.all(clients.map(pays));
    // Each by its own cell, and by no other.
    expect((await a.get(`/v1/payouts/${ofBefore}`)).status).toBe(200);
    expect((await b.get(`/v1/payouts/${ofB}`)).status).toBe(200);
    expect((await b.get(`/v1/payouts/${ofBefore}`)).status).toBe(404);
  });

  it('routes signed-in people and hosted pages to their cell', async () => {
    const token = await signIn(b, mailbox, 'owner@example.com');
    const me = await clientOf(proxy.url, token).get('/v1/balances');
    expect(me.status, me.text).toBe(200);
    const path = (await openSession(b)).get('path');
    await expectWhole(proxy.url, path);
  });

  it('parses tokens as the service does', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      const headers = { authorization: `${scheme} ${b.apiKey}` };
      expect((await fetch(`${proxy.url}/v1/balances`, { headers })).status, scheme).toBe(200);
    }
  });

  it.each(['a', 'b'] as const)('serves the other cells while cell %s is stopped', async (stopped) => {
    const cell = stopped === 'a' ? a : b;
    const doomed = await openBeside(cell, { PSP_CELL: stopped });
    const own = await startCellsProxy(name, { a: hostOf(a), b: hostOf(b), [stopped]: hostOf(doomed) });
    const [lost, live] = (stopped === 'a' ? [a, b] : [b, a]).map(({ apiKey }) => clientOf(own.url, apiKey));
    if (lost === undefined || live === undefined) throw new Error('there are two cells');
    const seen = { lost: new Set<number>(), live: new Set<number>() };
    let isOver = false;
    // A request that is under way when its cell stops gets no answer: 0.
    const statusOf = (client: Client): Promise<number> =>
      client.get('/v1/balances').then(
        ({ status }) => status,
        () => 0,
      );
    const read = async (client: Client, statuses: Set<number>): Promise<void> => {
      while (!isOver) statuses.add(await statusOf(client));
    };
    const reading = Promise.all([read(lost, seen.lost), read(live, seen.live), read(live, seen.live)]);
    try {
      await expect.poll(() => seen.lost.has(200)).toBe(true);
      await doomed.stop();
      await expect.poll(() => seen.lost.has(503)).toBe(true);
      const refused = await lost.get('/v1/balances');
      expect(refused.at('error.code')).toBe('temporarily_unavailable');
      expect(refused.headers.get('retry-after')).toBe('1');
      await pays(live);
      if (stopped === 'a') await expectWhole(own.url, (await openSession(b)).get('path'));
    } finally {
      isOver = true;
      await reading;
      await own.stop();
    }
    expect([...seen.live]).toEqual([200]);
  });
});

it('the whole contract holds through the proxy for accounts of both cells', async () => {
  const ask = { name: 'Fresh', ownerEmail: 'fresh@example.com' };
  const proxy = await startCellsProxy('haproxy', { a: hostOf(a), b: hostOf(b) });
  try {
    for (const cell of [a, b]) {
      const { secret } = await withHand(cell, (ports) => openAccount(ports, operator, ask));
      const run = await runCollection({ ...cell, baseUrl: proxy.url, apiKey: secret });
      expect(collectionFaults(run)).toEqual([]);
      expect(run.stats.assertions.total).toBeGreaterThan(2 * run.stats.items.total);
    }
  } finally {
    await proxy.stop();
  }
});

/** A hosted page with each of its files. */
async function expectWhole(origin: string, path: string): Promise<void> {
  const page = await fetch(`${origin}${path}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="(\/p\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(files.some((file) => file.startsWith('/p/static/'))).toBe(true);
  expect(files.some((file) => file.startsWith('/p/theme/hp_b'))).toBe(true);
  for (const file of files) expect((await fetch(`${origin}${file}`)).status, file).toBe(200);
}
