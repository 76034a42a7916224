import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withheld } from '../../src/adapters/postgres/check/secrecy.js';
import { readSampler } from '../../src/api/rest/request-line.js';
import { operations, resolved, type Schema } from '../api/description.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { operatorOf } from '../setup/graphql.js';
import { openOtherAccount, withHand } from '../setup/hand.js';
import { enablePage } from '../setup/hosted.js';
import { loggedRequest } from '../setup/logged.js';
import { inParallel } from '../setup/parallel.js';
import { queryRows } from '../setup/rows.js';
import {
  clientOf,
  freshKey,
  openBeside,
  openService,
  type Answer,
  type Client,
  type RunningService,
} from '../setup/running.js';
import { mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import { fund, mxnPayout, speiBeneficiary, speiDestination } from '../setup/verbs.js';
import { scrape } from '../setup/scrape.js';
import { waitersFor } from '../setup/waiter.js';

type Line = Readonly<Record<string, unknown>>;

const mailbox = openMailbox();
let service: RunningService;
let other: Client;
let beneficiary: string;

beforeAll(async () => {
  await buildCommandLine();
  const settings = { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...mailSettings };
  service = await openService(settings, mailbox);
  other = clientOf(service.baseUrl, (await openOtherAccount(service)).key);
  await fund(service, 'MXN', '1000.00');
  beneficiary = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const idOf = (answer: Answer): string => answer.headers.get('x-request-id') ?? '';

/** The log line of that request, once it exists. */
async function lineOf(answer: Answer, client: Client = service): Promise<Line> {
  const found = await client.until(`/v1/requests/${idOf(answer)}`, ({ status }) => status === 200);
  return found.body;
}

async function listed(query: string): Promise<readonly Line[]> {
  const page = await service.get(`/v1/requests?${query}`);
  expect(page.status, page.text).toBe(200);
  return page.at('data') as Line[];
}

it('a request is found by the request_id of its error, with its bodies', async () => {
  const body = { ...mxnPayout(beneficiary), currency_of: 'MXN', description: 'for Rosa' };
  const refused = await service.post('/v1/payouts', body, {
    idempotencyKey: 'request-log-0001',
    headers: {
      'User-Agent': 'shop/1.2 node/24.1 (Rosa Campos; rosa@example.com)',
      'X-Correlation-Id': 'order-4711',
    },
  });
  const { created_at: createdAt, duration_ms: took, ...line } = await lineOf(refused);
  expect(refused.get('error.request_id')).toBe(line['id']);
  expect([Date.parse(String(createdAt)) <= Date.now(), Number(took) > 0]).toEqual([true, true]);
  expect(line).toEqual({
    id: idOf(refused),
    method: 'POST',
    path: '/v1/payouts',
    route: '/v1/payouts',
    status: 400,
    outcome: 'refused',
    error_code: 'invalid_body',
    api_key_prefix: service.apiKey.replace(/_[0-9a-f]{64}$/, ''),
    idempotency_key: 'request-log-0001',
    replayed: false,
    correlation_id: 'order-4711',
    user_agent: 'shop/1.2 node/24.1',
    request_body: { ...mxnPayout(beneficiary), description: '[redacted]' },
    response_body: refused.body,
  });
});

it('requests that created or changed a resource are found by its id, and replays are marked', async () => {
  const idempotencyKey = freshKey();
  const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:slow:60'), {
    idempotencyKey,
  });
  const replay = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:slow:60'), {
    idempotencyKey,
  });
  const cancel = await service.post(`/v1/payouts/${made.get('id')}/cancel`, {});
  await lineOf(cancel);
  const lines = await listed(`resource_id=${made.get('id')}`);
  expect(lines.map(({ id, replayed }) => [id, replayed])).toEqual([
    [idOf(cancel), false],
    [idOf(replay), true],
    [idOf(made), false],
  ]);
  expect((await listed(`idempotency_key=${idempotencyKey}`)).map(({ id }) => id)).toEqual([
    idOf(replay),
    idOf(made),
  ]);
});

it('lists have filters and cursors, and reading the log adds no line', async () => {
  const missing = await service.get('/v1/payouts?limit=2&status=completed');
  await service.get('/v1/payouts/pout_01k9zq3v5e8x7m2n4p6r8t0w1y');
  await lineOf(await service.get('/v1/balances/MXN/entries?limit=1'));
  const prefix = service.apiKey.replace(/_[0-9a-f]{64}$/, '');
  for (const [query, field, value] of [
    ['outcome=refused', 'outcome', 'refused'],
    ['status=404', 'status', 404],
    ['method=POST', 'method', 'POST'],
    ['path=/v1/balances/MXN/entries', 'path', '/v1/balances/MXN/entries'],
    [`api_key_prefix=${prefix}`, 'api_key_prefix', prefix],
  ] as const) {
    const lines = await listed(query);
    expect([query, ...new Set(lines.map((line) => line[field]))]).toEqual([query, value]);
  }
  expect((await lineOf(missing))['query']).toEqual({ limit: '2', status: 'completed' });
  const malformed = await service.get('/v1/requests?resource_id=x');
  expect([malformed.status, malformed.get('error.param')]).toEqual([400, 'resource_id']);
  const all = await listed('limit=100');
  expect(all.filter(({ path }) => String(path).startsWith('/v1/requests'))).toEqual([]);
  const walked: unknown[] = [];
  let next: string | undefined = '';
  while (next !== undefined) {
    const page: Answer = await service.get(`/v1/requests?limit=3${next && `&starting_after=${next}`}`);
    walked.push(...(page.at('data') as Line[]).map(({ id }) => id));
    next = page.at('next_cursor') as string | undefined;
  }
  expect(walked).toEqual(all.map(({ id }) => id));
  expect(await listed(`created_before=${String(all.at(-1)?.['created_at'])}`)).toEqual([]);
  for (const query of ['status=4xx', 'outcome=odd', 'method=get', 'nothing=1'])
    expect((await service.get(`/v1/requests?${query}`)).get('error.code')).toBe('invalid_parameter');
});

it('GraphQL and the command line show the same lines, and another account sees none of them', async () => {
  const [line] = await listed('status=400&method=POST');
  const id = String(line?.['id']);
  expect((await other.get(`/v1/requests/${id}`)).status).toBe(404);
  expect((await other.get(`/v1/requests?idempotency_key=request-log-0001`)).at('data')).toEqual([]);
  const { get } = await operatorOf(service, 'viewer');
  const { data } = await get(
    `query ($id: ID!, $of: ID) { request(id: $id) { method requestBody account { id } }
      requests(accountId: $of, filter: { outcome: [refused], status: [400], method: [POST] }) { nodes { id } } }`,
    { id, of: service.accountId },
  );
  const { request, requests } = data as { request: Line; requests: { nodes: Line[] } };
  expect(request).toMatchObject({ method: 'POST', account: { id: service.accountId } });
  expect(requests.nodes.map((each) => each['id'])).toContain(id);
  const outcome = await runWarm(['request', 'show', id, '--json'], service.env);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ id, account_id: service.accountId });
  const found = await runWarm(['request', 'list', '--idempotency-key', 'request-log-0001'], service.env);
  expect(found.stdout).toContain('POST /v1/payouts');
});

/** Every text in a field that events withhold, except amounts. */
function personalIn(value: unknown, isPersonal = false): string[] {
  if (typeof value === 'string') return isPersonal && value.length > 3 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  if ('amount' in value && 'currency' in value && Object.keys(value).length === 2) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    personalIn(
      each,
      isPersonal || (!Array.isArray(value) && withheld.includes(name) && !name.startsWith('refund')),
    ),
  );
}

/** A body in which each text names its path, with an unknown field. */
function canaries(schema: Schema, at = 'canary'): unknown {
  const { properties, oneOf, anyOf, allOf, type } = resolved(schema);
  const parts = [...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])];
  if (properties === undefined && parts[0] !== undefined) return canaries(parts[0], at);
  if (properties === undefined)
    return type === 'object' ? { [`k${at.length}`]: `${at}-other` } : `${at}-text`;
  const fields = Object.entries(properties).map(
    ([name, each]) => [name, canaries(each, `${at}-${name}`)] as const,
  );
  return { ...Object.fromEntries(fields), unheard_of: `${at}-unheard-of` };
}

it("no operation's line contains a personal field or a secret", async () => {
  const token = await signIn(service, mailbox, 'owner@example.com');
  await enablePage(service);
  await speiDestination(service, 7);
  const secrets: string[] = [service.apiKey, token];
  const allowed = JSON.stringify(await listed('limit=100'));
  for (const { method, path, body, example } of operations) {
    if (body === undefined) continue;
    const to = path.replace(/\{\w+\}/, /webhook/.test(path) ? 'we_01k9zq3v5e8x7m2n4p6r8t0w1y' : 'x');
    for (const [key, sent] of [
      [service.apiKey, example],
      [token, { ...example, unheard_of: 'canary-unheard-of' }],
      [service.apiKey, canaries(body)],
    ] as const) {
      const answer = await service.call(method, to, { key, body: sent, idempotencyKey: freshKey() });
      secrets.push(...personalIn(sent), ...personalIn(answer.body));
    }
  }
  const people = await service.post('/v1/customers', {
    external_id: 'kept-1',
    type: 'individual',
    country: 'MX',
    display_name: 'Aurelia Buendía',
    profile: { first_name: 'Aurelia', last_name: 'Buendía', email: 'aurelia@example.com' },
  });
  secrets.push('Aurelia', 'Buendía', 'aurelia@example.com');
  await service.get(`/v1/customers/${people.get('id')}`);
  const hook = await service.post('/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/token-in-the-path' });
  secrets.push(hook.get('secret'), 'token-in-the-path');
  await service.post(`/v1/webhook-endpoints/${hook.get('id')}/rotate-secret`, {});
  await lineOf(await service.get('/v1/customers'));
  const rows = (await queryRows(service.databaseUrl, 'select r::text as line from request r')).map(
    ({ line }) => String(line),
  );
  const text = rows.join('\n');
  const known = [service.apiKey, token, 'Rosa Campos', '032180000118359719', hook.get('secret')];
  expect([...known, 'token-in-the-path', 'Aurelia', 'Buendía'].filter((each) => text.includes(each))).toEqual(
    [],
  );
  const found = [...new Set(secrets)].filter((each) => text.includes(each) && !allowed.includes(each));
  expect(found).toEqual([]);
  expect(text).not.toContain('canary-unheard-of');
  expect(secrets.filter((each) => each.startsWith('canary')).length).toBeGreaterThan(20);
  expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThan(50);
});

it('a call that is refused before its body is read has a line too', async () => {
  const headers = { 'Content-Type': 'text/plain' };
  const refused = await service.post('/v1/customers', {}, { headers });
  expect(refused.status).toBe(415);
  expect(await lineOf(refused)).toMatchObject({ status: 415, error_code: 'unsupported_media_type' });
});

it('error messages that repeat redacted values are redacted', async () => {
  const person = { external_id: 'kept-2', type: 'individual', country: 'AURELIA-MX', display_name: 'A' };
  const line = await lineOf(await service.post('/v1/customers', person));
  expect(JSON.stringify(line)).not.toContain('AURELIA');
  const misplaced = {
    method: '4111111111111111',
    currency: 'MXN',
    label: 'Aurelia B',
    details: { name: 'Aurelia' },
  };
  const searched = await service.get('/v1/customers?external_id=aurelia%40example.com&country=PE');
  expect((await lineOf(searched))['query']).toEqual({ external_id: '[redacted]', country: 'PE' });
  expect((await lineOf(await service.post('/v1/beneficiaries', misplaced)))['request_body']).toEqual({
    method: '[redacted]',
    currency: 'MXN',
    label: '[redacted]',
    details: '[redacted]',
  });
  const payer = { 'María Souza': 'x' };
  for (const body of [
    { method: 'pix', currency: 'BRL', settlement_currency: 'BRL', usage: 'one_payment', payer },
    { method: 'spei', currency: 'MXN', details: { '12345678901': 'x' } },
    { items: Array.from({ length: 12 }, () => ({ 'María Souza': 'x', '12345678901': 'x' })) },
  ])
    for (const path of ['/v1/funding-accounts', '/v1/beneficiaries', '/v1/payout-batches']) {
      const logged = await lineOf(await service.post(path, body));
      expect(JSON.stringify(logged)).not.toMatch(/María|12345678901/);
    }
  const strange = await service.call('GET', '/v1/payouts/aurelia@example.com?aurelia=1');
  expect(await lineOf(strange)).toMatchObject({ path: '/v1/payouts/{id}', status: 404 });
  const mistyped = await lineOf(await service.get('/v1/payouts?limits=2&limits%20of=3'));
  expect(mistyped).toMatchObject({ response_body: { error: { param: 'limits' } } });
  expect(JSON.stringify(mistyped)).not.toContain('limits of');
});

it('lines beyond the newest of an account are deleted', async () => {
  const ids = (await queryRows(service.databaseUrl, 'select id from request order by id desc')).map(
    ({ id }) => id,
  );
  const sweep = (most: number) => withHand(service, ({ requestLog }) => requestLog.sweep(most));
  expect(await sweep(1_000)).toBe(0);
  expect(await sweep(5)).toBe(ids.length - 5);
  const left = await queryRows(service.databaseUrl, 'select id from request order by id desc');
  expect(left.map(({ id }) => id)).toEqual(ids.slice(0, 5));
});

it('a caller who disconnected before the answer finds the result', async () => {
  const holder = new pg.Client(service.databaseUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from balance where account_id = $1 for update', [service.accountId]);
  const leaving = new AbortController();
  const options = { idempotencyKey: 'left-0001', signal: leaving.signal };
  const left = service.post('/v1/payouts', mxnPayout(beneficiary, '11.00'), options);
  try {
    await expect.poll(() => waitersFor(holder)).not.toEqual([]);
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    // The service notices it before it answers this request.
    await other.get('/v1/customers');
  } finally {
    await holder.end();
  }
  const lines = await service.until(
    '/v1/requests?idempotency_key=left-0001',
    (each) => (each.at('data') as Line[]).length > 0,
  );
  const replay = await service.post('/v1/payouts', mxnPayout(beneficiary, '11.00'), {
    idempotencyKey: 'left-0001',
  });
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(lines.at('data')).toEqual([
    expect.objectContaining({ status: 499, outcome: 'unheard', resource_id: replay.get('id') }),
  ]);
  const line = await service.get(`/v1/requests/${lines.get('data.0.id')}`);
  expect(line.at('response_body.id')).toBe(replay.get('id'));
});

it('a caller who disconnected while sending the body has a line too', async () => {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.apiKey}\r\nContent-Type: application/json\r\nX-Correlation-Id: cut-0001\r\nContent-Length: 100\r\n\r\n{`,
  );
  await once(socket, 'connect');
  await other.get('/v1/customers');
  socket.destroy();
  const found = await service.until('/v1/requests?outcome=unheard&path=/v1/customers', (each) =>
    (each.at('data') as Line[]).some((line) => line['correlation_id'] === 'cut-0001'),
  );
  expect(found.at('data')).toEqual([
    expect.objectContaining({ method: 'POST', path: '/v1/customers', status: 499, outcome: 'unheard' }),
  ]);
});

it('successful reads are logged up to a rate, and displace nothing else', async () => {
  const { id, key } = await openOtherAccount(service);
  const reader = clientOf(service.baseUrl, key);
  const began = Date.now();
  await inParallel([...Array(150).keys()], 8, () => reader.get('/v1/balances'));
  const seconds = (Date.now() - began) / 1000 + 1;
  await lineOf(await reader.get('/v1/account'), reader);
  const refused = await reader.get('/v1/payouts/x');
  await lineOf(refused, reader);
  const [row] = await queryRows(
    service.databaseUrl,
    'select count(*)::int as n from request where account_id = $1 and status = 200',
    [id],
  );
  expect(Number(row?.['n'])).toBeGreaterThanOrEqual(100);
  expect(Number(row?.['n'])).toBeLessThanOrEqual(102 + seconds / 10);
});

it('what a signed-in person reads is not logged, but what they change or are refused is', async () => {
  const key = await signIn(service, mailbox, 'owner@example.com');
  const read = await service.get('/v1/me', { key });
  expect(read.status).toBe(200);
  await lineOf(await service.get('/v1/payouts/x', { key }));
  const changed = await service.post('/v1/members', { email: 'log@example.com', role: 'viewer' }, { key });
  expect((await lineOf(changed))['member_id']).toMatch(/^mem_/);
  await service.get('/v1/me').then(lineOf);
  expect((await service.get(`/v1/requests/${idOf(read)}`)).status).toBe(404);
});

it('reads of all accounts together are logged up to a rate, however many accounts there are', () => {
  const isKept = readSampler();
  const keptAt = (ms: number): number =>
    [...Array(3_000).keys()].filter((nth) => isKept(`acct_${nth % 300}`, '/v1/balances', ms)).length;
  expect([0, 0, 1_000, 1_000, 60_000].map(keptAt)).toEqual([500, 0, 100, 0, 500]);
});

it('two processes write one log, and waiting lines are written at shutdown', async () => {
  const second = await openBeside(service);
  const calls = await Promise.all([service, second].map((each) => each.get('/v1/balances')));
  await second.stop();
  for (const call of calls) expect((await lineOf(call))['status']).toBe(200);
});

it('an unwritable log neither fails nor delays an answer', async () => {
  await queryRows(service.databaseUrl, 'alter table request rename to request_away');
  try {
    const before = await service.get('/v1/balances');
    expect(before.status).toBe(200);
    expect((await service.post('/v1/quotes', {})).status).toBe(400);
    const dropped = async () =>
      (await scrape(service)).value('psp_request_log_lines_total', { outcome: 'dropped' });
    await expect.poll(dropped, { timeout: 60_000 }).toBeGreaterThan(0);
  } finally {
    await queryRows(service.databaseUrl, 'alter table request_away rename to request');
  }
  await lineOf(await service.get('/v1/balances'));
});

it('lines written again after a lost acknowledgement appear once', async () => {
  const lines = [1, 2].map(() => loggedRequest(service.accountId));
  await withHand(service, async ({ requestLog }) => {
    await requestLog.write(lines);
    await requestLog.write(lines);
  });
  for (const { id } of lines) expect((await service.get(`/v1/requests/${id}`)).status).toBe(200);
});
