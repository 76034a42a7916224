import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { DestinationStream } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOtherAccount } from '../setup/hand.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { answers } from '../setup/page.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';
import { Visitor } from '../setup/visitor.js';

const logged: string[] = [];
const logStream: DestinationStream = { write: (line: string) => void logged.push(line) };

let service: RunningService;
let pageId: string;
beforeAll(async () => {
  service = await openService({ LOG_LEVEL: 'trace' }, logStream);
  pageId = (await enablePage(service, { public_start: true })).get('id');
});
afterAll(() => service.stop());

/** As the network has it: a name that fetch would not send. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const sent = request(`${service.baseUrl}${path}`, { method, headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return { status: response.statusCode, headers: response.headers, text };
}

/** Posts a form with a length, or in chunks as a proxy that streams bodies sends it. */
async function post(path: string, form: Record<string, string>, framing: 'length' | 'chunks') {
  const body = new URLSearchParams(form).toString();
  const sent = request(`${service.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(framing === 'length' && { 'content-length': body.length }),
    },
  });
  for (const character of body) sent.write(character);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** What workers write on their own account: how far they are, the log of requests, and when a key was last used. */
const ofWorkers = ['relay_cursor', 'webhook_cursor', 'address_search', 'request', 'api_key'];

/** A hash of the rows of every other table: what a read must leave as it was. */
async function everything(): Promise<Readonly<Record<string, string | null | undefined>>> {
  const tables = await queryRows(
    service.databaseUrl,
    `select relname, (xpath('/row/n/text()', query_to_xml(format('select md5(string_agg(t::text, E''\\n'' order by t::text)) as n from %I t', relname), false, true, '')))[1]::text as hash
       from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and relname <> all($1)`,
    [ofWorkers],
  );
  return Object.fromEntries(tables.map(({ relname, hash }) => [relname, hash]));
}

/** Starts over one connection, none of which waits for the answer to another. */
async function flood(times: number): Promise<Map<number, number>> {
  const { hostname, port } = new URL(service.baseUrl);
  const body = new URLSearchParams(answers.amount).toString();
  const head = `POST /p/${pageId}/amount HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
  const socket = connect(Number(port), hostname);
  const last = `${head}Connection: close\r\n\r\n${body}`;
  socket.write(`${head}\r\n${body}`.repeat(times - 1) + last);
  let text = '';
  for await (const chunk of socket.setEncoding('latin1')) text += String(chunk);
  const statuses = new Map<number, number>();
  for (const [, status] of text.matchAll(/^HTTP\/1\.1 (\d{3})/gm))
    statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1);
  return statuses;
}

describe('a page', () => {
  test('a hundred GET or HEAD requests change nothing', async () => {
    const path = (await openSession(service)).get('path');
    const visitor = await new Visitor(service.baseUrl).get(path);
    await visitor.send(answers.amount);
    await visitor.send(answers.sender);
    await visitor.send(answers.beneficiary);
    const before = await everything();
    const paths = [
      '',
      '/amount',
      '/sender',
      '/beneficiary',
      '/review',
      '/pay',
      '/progress',
      '/state',
      '/price?amount=5',
    ];
    const reads = [...paths.map((each) => path + each), `/p/${pageId}`, `/p/${pageId}/es`];
    for (let turn = 0; turn < 100; turn += 1) {
      await ask(reads[turn % reads.length] ?? '', {}, turn % 3 === 0 ? 'HEAD' : 'GET');
    }
    expect(await everything()).toEqual(before);
  });

  test('loads only from its own host, and refuses to be framed', async () => {
    const path = (await openSession(service)).get('path');
    const { headers, text } = await ask(`${path}/amount`);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(text).not.toMatch(/\s(style|on\w+)=|<style|<script(?![^>]* src=)|javascript:|https?:\/\//);
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
    const file = await ask(script);
    expect(file.headers['cache-control']).toContain('immutable');
    expect(Buffer.byteLength(file.text)).toBeLessThanOrEqual(8_192);
  });

  test('has byte-identical answers for tokens that are unknown, malformed, expired, or of another host', async () => {
    const path = (await openSession(service)).get('path');
    const unknown = path.replace(/[0-9a-f]{64}$/, randomBytes(32).toString('hex'));
    const over = await openSession(service);
    await queryRows(
      service.databaseUrl,
      `update hosted_session set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days' where id = $1`,
      [over.get('id')],
    );
    const answered = await Promise.all([
      ask(unknown),
      ask(`${unknown}/pay`),
      ask(over.get('path')),
      ask(`${over.get('path')}/amount`),
      ask('/s/hps_test_'),
      ask('/s/x'),
      ask('/s/%00'),
      ask(`/s/${'x'.repeat(5_000)}`),
      ask('/s'),
      ask('/s/'),
      ask('/p'),
      ask('/p/hp_01k9zq3v5e8x7m2n4p6r8t0w1y'),
      ask('/p/hp_%00'),
      ask(`/p/${pageId}/fr`),
      ask('/p/theme/hp_%00/1.css'),
      ask(`${path}/unknown`),
      ask(path, { host: 'pay.unknown.example' }),
      ask(`${path}/amount`, { host: 'pay.unknown.example:8443' }),
      ask(`/p/${pageId}`, { host: 'pay.unknown.example' }),
    ]);
    for (const { status, text } of answered) {
      expect(status, text).toBe(404);
      expect(text).toBe(answered[0]?.text);
    }
    expect(answered[0]?.text).toContain('This page is not available');
    const own = await ask(`${path}/amount`);
    expect(own.status).toBe(200);
  });

  test('the page of one account never shows another account, nor its sessions', async () => {
    const other = await openOtherAccount(service);
    const client = clientOf(service.baseUrl, other.key);
    const theirs = (await enablePage(client, { branding_mode: 'co_branded', brand_name: 'Other Brand' })).get(
      'id',
    );
    expect((await ask(`/p/${theirs}`)).status).toBe(404);
    const path = (await openSession(client)).get('path');
    expect((await ask(`${path}/amount`)).text).toContain('Other Brand');
    const mine = (await openSession(service)).get('path');
    expect((await ask(`${mine}/amount`)).text).not.toContain('Other Brand');
  });

  test('renders names of an account as text only', async () => {
    const hostile = `</title><script>alert(1)</script>"'<img src=x onerror=alert(1)>`;
    await enablePage(service, { public_start: true, branding_mode: 'co_branded', brand_name: hostile });
    const { text } = await ask(`/p/${pageId}`);
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    await enablePage(service, { public_start: true });
  });

  test('its tokens are in no log line and no metric', async () => {
    const path = (await openSession(service)).get('path');
    const [, token = ''] = /\/s\/(.*)$/.exec(path) ?? [];
    const visitor = await new Visitor(service.baseUrl).get(path);
    await visitor.send(answers.amount);
    await visitor.send({ ...answers.sender, 'sender.name': 'Canary Quispe' });
    await ask(`${path}/%ff`);
    await ask(`${path}/events`);
    await ask(`/s/${token.slice(0, -1)}`);
    const measures = await (await fetch(`${service.internalUrl}/metrics`)).text();
    const all = `${logged.join('\n')}\n${measures}`;
    expect(all).toContain('/s/:token');
    for (const secret of [token, token.slice(22, 60), 'Canary'])
      expect(all.includes(secret), secret.slice(0, 8)).toBe(false);
    const [row] = await queryRows(
      service.databaseUrl,
      `select count(*) as n from hosted_session s where s::text like '%' || $1 || '%' or s::text like '%Canary%'`,
      [token.slice(22)],
    );
    expect(row?.['n']).toBe('0');
  });

  test('accepts a form of sixteen kilobytes, as browsers send it, and nothing larger', async () => {
    const path = (await openSession(service)).get('path');
    const send = async (body: string, type = 'application/x-www-form-urlencoded') =>
      (
        await fetch(`${service.baseUrl}${path}/amount`, {
          method: 'POST',
          body,
          headers: { 'content-type': type },
        })
      ).status;
    expect(await send(`amount=${'1'.repeat(17_000)}`)).toBe(413);
    for (const type of ['application/json', '', 'undefined', 'form'])
      expect(await send('{"amount":"1"}', type), type).toBe(415);
    expect(await send(`amount=${'1'.repeat(10_000)}`)).toBe(422);
    expect(await send('amount=%ff%00')).toBe(400);
    expect(await send('amount=x&origin=__proto__&target=constructor&__proto__=1')).toBe(422);
    expect(await send('')).toBe(422);
    for (const step of ['__proto__', 'constructor', 'toString'])
      expect(
        (await fetch(`${service.baseUrl}${path}/${step}`, { method: 'POST', body: new URLSearchParams() }))
          .status,
      ).toBe(404);
  });
});

test.each(['/s', '/p'])('a form below %s is accepted in chunks or with a length', async (below) => {
  const path = async (): Promise<string> =>
    below === '/p' ? `/p/${pageId}` : (await openSession(service)).get('path');
  for (const form of [answers.amount, { amount: 'x' }]) {
    const [whole, streamed] = [
      await post(`${await path()}/amount`, form, 'length'),
      await post(`${await path()}/amount`, form, 'chunks'),
    ];
    expect(streamed).toBe(whole);
    expect(whole).toBe(form === answers.amount ? 303 : 422);
  }
});

test('a verified host name serves only the pages of its account, begins at its root, and serves nothing after removal', async () => {
  const hostname = 'pay.andina-remesas.com';
  const claimed = await service.post('/v1/hosted-domains', { hostname });
  expect(claimed.status, claimed.text).toBe(201);
  const other = await openOtherAccount(service);
  const client = clientOf(service.baseUrl, other.key);
  await enablePage(client);
  const [mine, theirs] = [(await openSession(service)).get('path'), (await openSession(client)).get('path')];
  const under = async (host: string) =>
    Promise.all(
      ['/', `${mine}/amount`, `${theirs}/amount`, `/p/${pageId}`].map(
        async (path) => (await ask(path, { host })).status,
      ),
    );
  expect(await under(hostname)).toEqual([302, 404, 404, 404]);
  await queryRows(
    service.databaseUrl,
    `update hosted_domain set verification_status = 'verified', verified_at = now() where id = $1`,
    [claimed.get('id')],
  );
  expect(await under(hostname)).toEqual([200, 200, 404, 200]);
  expect(await under(hostname.toUpperCase())).toEqual([200, 200, 404, 200]);
  expect(await under('pay.unknown.example')).toEqual([302, 404, 404, 404]);
  expect((await ask('/', { host: hostname })).text).toContain('How much do you want to send?');
  await service.call('DELETE', `/v1/hosted-domains/${claimed.get('id')}`);
  expect(await under(hostname)).toEqual([302, 404, 404, 404]);
});

describe('the public start page', () => {
  test('creates a session only when its first step is answered, in the chosen language', async () => {
    const count = async () =>
      Number((await queryRows(service.databaseUrl, 'select count(*) as n from hosted_session'))[0]?.['n']);
    const before = await count();
    const visitor = await new Visitor(service.baseUrl, { 'accept-language': 'pt' }).get(`/p/${pageId}`);
    expect(visitor.title).toBe('Quanto você quer enviar?');
    await visitor.send({ ...answers.amount, amount: '1500,5', language: 'es' });
    expect(visitor.title).toBe('¿Cuánto quiere enviar?');
    expect(visitor.html).toContain('value="1500.5"');
    await visitor.send({ ...answers.amount, amount: '' });
    expect(visitor.status).toBe(422);
    expect(await count()).toBe(before);
    await visitor.send({ ...answers.amount, amount: '1500.5' });
    expect(visitor.title).toBe('¿Quién envía el dinero?');
    expect(visitor.path).toMatch(/^\/s\/hps_test_/);
    expect(await count()).toBe(before + 1);
  });

  test('answers ten thousand starts from one address without a provider call, and creates few sessions', async () => {
    const calls = async () =>
      (
        await queryRows(
          service.databaseUrl,
          'select (select count(*) from funding_account) as f, (select count(*) from customer) as c',
        )
      )[0];
    const before = await calls();
    const statuses = await flood(10_000);
    expect(await calls()).toEqual(before);
    // Turned away, or, where the machine is slow, put off.
    for (const status of statuses.keys()) expect([303, 429, 503]).toContain(status);
    expect([...statuses.values()].reduce((sum, each) => sum + each, 0)).toBe(10_000);
    expect(statuses.get(303)).toBeLessThan(200);
  });
});
