import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkProtocol } from '../../src/adapters/providers/check.js';
import { signed, signatureHeader } from '../../src/adapters/providers/connector/signature.js';
import type { Reference } from '../../src/adapters/providers/reference.js';
import { authority, local, receiverKey, trusted } from '../setup/certificate.js';
import { buildCommandLine, runCommand, startCommand } from '../setup/cli.js';
import { aReferenceConnector, ourKeys, theirKeys } from '../setup/connector.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';

const databases: TestDatabase[] = [];
let serving: ChildProcess | undefined;
let home: string;

async function emptyDatabase(): Promise<string> {
  const made = await createDatabase('template1');
  databases.push(made);
  return made.url;
}

beforeAll(async () => {
  await buildCommandLine();
  home = mkdtempSync(join(tmpdir(), 'psp-connector-'));
});
afterAll(async () => {
  serving?.kill('SIGKILL');
  for (const each of databases) await each.drop();
  await rm(home, { recursive: true, force: true });
});

interface CheckOutput {
  readonly holds: boolean;
  readonly cases: readonly { readonly group: string; readonly name: string; readonly holds: boolean }[];
}

async function started(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; said: string }> {
  const child = startCommand(['connector', 'serve', ...args], env);
  serving = child;
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error(`it did not start: ${said}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('PSP_CONNECTORS=')) resolve();
    });
  });
  return { child, said };
}

describe('psp connector serve and psp connector check', () => {
  test('all cases pass for the reference connector over TLS with a private certificate', async () => {
    const file = (name: string, text: string): string => {
      writeFileSync(join(home, name), text);
      return join(home, name);
    };
    const dir = join(home, 'connector');
    const { child, said } = await started(
      [
        '--dir',
        dir,
        '--host',
        'localhost',
        '--port',
        '0',
        '--tls-cert',
        file('server.pem', local),
        '--tls-key',
        file('own.key', receiverKey),
        '--tls-clients',
        file('clients.pem', authority),
      ],
      { CONNECTOR_DATABASE_URL: await emptyDatabase() },
    );
    const [url = ''] = /https:\/\/localhost:\d+/.exec(said) ?? [];
    const [settings = ''] = /(?<=PSP_CONNECTORS=)\S+/.exec(said) ?? [];
    const check = (...more: string[]) =>
      runCommand(['connector', 'check', url, '--connectors', settings, ...more], {});
    const unproven = await check();
    expect(unproven.code, 'nobody is let in without a certificate').not.toBe(0);

    const config = JSON.parse(readFileSync(settings, 'utf8')) as { connectors: [{ url: string }] };
    expect(config.connectors[0].url).toBe(url);
    file('trusted.pem', trusted);
    const tls = { ca: '../server.pem', cert: '../trusted.pem', key: '../own.key' };
    writeFileSync(settings, JSON.stringify({ connectors: [{ ...config.connectors[0], tls }] }));

    const { code, stdout, stderr } = await check('--json');
    const { holds, cases } = JSON.parse(stdout) as CheckOutput;
    expect([code, stderr, holds]).toEqual([0, '', true]);
    expect(cases.filter((each) => !each.holds)).toEqual([]);
    expect(new Set(cases.map(({ group, name }) => `${group}: ${name}`)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(60);
    const page = readFileSync(join(import.meta.dirname, '../../docs/connector.md'), 'utf8');
    expect(page).toContain(`tries ${cases.length} cases`);

    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(0);
  });
});

/** A fault of a connector: what happens to a request on its way in and to the response on its way out. */
interface Fault {
  readonly asks?: (request: ConnectorRequest) => ConnectorRequest;
  readonly says?: (said: Said, request: ConnectorRequest) => Said;
}

interface ConnectorRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Said {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isUnsigned?: boolean;
}

type Json = Record<string, unknown>;
const json = (text: string): Json => JSON.parse(text) as Json;
const nonceOf = (signature: string | undefined): string => /nonce=([^,]+)/.exec(signature ?? '')?.[1] ?? '';
const isOrder = ({ method, path }: ConnectorRequest): boolean =>
  method === 'PUT' && path.startsWith('/operations/');

/** Signs the request again like the service, which hides whatever was wrong with it. */
function asOurs(request: ConnectorRequest, body = request.body): ConnectorRequest {
  const nonce = nonceOf(request.headers[signatureHeader]) || 'a-nonce-of-the-proxy';
  const message = { method: request.method, path: request.path, body: Buffer.from(body) };
  const signature = signed(message, { keys: ourKeys, nonce, at: new Date() });
  return { ...request, body, headers: { ...request.headers, [signatureHeader]: signature } };
}

const onPath =
  (method: string, path: RegExp, change: (body: Json) => Json): NonNullable<Fault['says']> =>
  (said, request) =>
    request.method === method && path.test(request.path) && said.status === 200
      ? { ...said, body: JSON.stringify(change(json(said.body))) }
      : said;

const listed = (body: Json, name: string): Json[] => body[name] as Json[];
const first = new Map<string, ConnectorRequest>();
let count = 0;

const broken: readonly (readonly [words: string, fault: Fault, named: string])[] = [
  ['signs no answer', { says: (said) => ({ ...said, isUnsigned: true }) }, 'a refusal is signed too'],
  [
    'asks for no proof',
    { asks: (request) => (request.body === '' ? asOurs(request) : request) },
    'an unsigned request is refused',
  ],
  [
    'does not look at the bytes that are signed',
    { asks: (request) => (isOrder(request) ? asOurs(request) : request) },
    'an order whose amount was changed in transit is not executed',
  ],
  [
    'has no ETag',
    { says: ({ headers: { etag: _etag, ...headers }, ...said }) => ({ ...said, headers }) },
    'its ETag works',
  ],
  [
    'has a wrong clock',
    {
      says: (said) => ({
        ...said,
        headers: { ...said.headers, date: new Date(Date.now() + 60_000).toUTCString() },
      }),
    },
    'its clock is within 30 seconds of ours',
  ],
  [
    'answers another body as it did the first',
    {
      asks: (request) => {
        if (!isOrder(request)) return request;
        const before = first.get(request.path) ?? request;
        first.set(request.path, before);
        return before === request ? request : asOurs(request, before.body);
      },
    },
    'another amount gets 409',
  ],
  [
    'executes the same order again',
    {
      says: onPath('PUT', /^\/operations\//, (body) => ({ ...body, trace_reference: `T ${count++}` })),
    },
    'a repeated order gets the first answer',
  ],
  [
    'pays another amount',
    { says: onPath('PUT', /^\/operations\//, (body) => ({ ...body, amount: '1.01' })) },
    'a paid answer has the amount and currency of the order',
  ],
  [
    'takes no notice of send_by',
    {
      asks: (request) => {
        if (!isOrder(request) || !request.body.includes('send_by')) return request;
        const { send_by: sendBy, ...rest } = json(request.body);
        const isLate = Date.parse(String(sendBy)) < Date.now();
        const later = new Date(Date.now() + 10_000).toISOString();
        return isLate ? asOurs(request, JSON.stringify({ ...rest, send_by: later })) : request;
      },
    },
    'after send_by nothing is executed',
  ],
  [
    'leaves a reference out',
    {
      says: onPath('POST', /lookup$/, (body) => ({
        findings: listed(body, 'findings').slice(0, 99),
      })),
    },
    'a hundred references get a hundred findings',
  ],
  [
    'forgets what it was given',
    {
      says: onPath('POST', /lookup$/, (body) => ({
        findings: listed(body, 'findings').map(({ reference }) => ({ reference, outcome: 'not_found' })),
      })),
    },
    'a look-up finds an answered order',
  ],
  [
    'has its statement in another order',
    {
      says: onPath('GET', /^\/statement/, (body) => ({
        ...body,
        lines: listed(body, 'lines').toReversed(),
      })),
    },
    'line numbers increase',
  ],
  [
    'has another line at each reading',
    {
      says: onPath('GET', /^\/statement/, (body) => ({
        ...body,
        lines: listed(body, 'lines').map((line) =>
          line['kind'] === 'operation' ? { ...line, reference: `r${count++}` } : line,
        ),
      })),
    },
    'lines never change',
  ],
  [
    'tells a currency twice',
    {
      says: onPath('GET', /^\/balance/, () => ({
        balances: [1, 2].map((each) => ({ currency: 'PEN', amount: String(each) })),
      })),
    },
    'the balance lists each currency once',
  ],
];

describe('psp connector check with a faulty connector', () => {
  let reference: Reference;
  let fault: Fault = {};
  const proxy = createServer((request, answer) => void pass(request, answer));

  async function pass(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const names = ['content-type', 'if-none-match', signatureHeader];
    const headers = names.flatMap((name) => {
      const value = request.headers[name]?.toString();
      return value === undefined ? [] : [[name, value]];
    });
    const { method = '', url: path = '' } = request;
    const sentRequest: ConnectorRequest = {
      method,
      path,
      body: Buffer.concat(parts).toString('utf8'),
      headers: Object.fromEntries(headers) as Record<string, string>,
    };
    const sent = fault.asks?.(sentRequest) ?? sentRequest;
    const response = await fetch(`${reference.url}${sent.path}`, {
      method: sent.method,
      headers: sent.headers,
      ...(sent.body !== '' && { body: sent.body }),
    });
    const headerPairs = ['content-type', 'etag', 'date'].map(
      (name) => [name, response.headers.get(name)] as const,
    );
    const whole: Said = {
      status: response.status,
      body: await response.text(),
      headers: Object.fromEntries(headerPairs.filter(([, value]) => value !== null)) as Record<
        string,
        string
      >,
    };
    const { status, body, headers: responseHeaders, isUnsigned } = fault.says?.(whole, sentRequest) ?? whole;
    const message = { method, path, body: Buffer.from(body) };
    const nonce = nonceOf(sentRequest.headers[signatureHeader]);
    const signature = signed(message, { keys: theirKeys, nonce, at: new Date() });
    answer.writeHead(status, {
      ...responseHeaders,
      ...(isUnsigned !== true && { [signatureHeader]: signature }),
    });
    answer.end(body);
  }

  async function faults(): Promise<string[]> {
    const { port } = proxy.address() as AddressInfo;
    const cases = await checkProtocol({
      url: `http://127.0.0.1:${port}`,
      sendingKeys: ourKeys,
      receivingKeys: theirKeys,
      mayBeLive: false,
    });
    return cases.filter((each) => each.fault !== undefined).map(({ name }) => name);
  }

  beforeAll(async () => {
    reference = await aReferenceConnector(await emptyDatabase());
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(async () => {
    proxy.close();
    await reference.close();
  });

  test('passes if everything is forwarded unchanged', async () => {
    fault = {};
    expect(await faults()).toEqual([]);
  });

  test.each(broken)('fails the case for one that %s', async (_words, broken, named) => {
    fault = broken;
    expect(await faults()).toContain(named);
  });
});
