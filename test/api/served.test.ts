import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientsBehind } from '../../src/api/address.js';
import { readDescription } from '../../src/api/docs/description.js';
import { docsPage } from '../../src/api/docs/page.js';
import { originsOf, type OriginSettings } from '../../src/api/origin.js';
import { servedDescription } from '../../src/api/rest/served.js';
import { openapiText } from './pasted.js';
import { openSandbox, type Sandbox } from './sandbox.js';

const live = servedDescription(openapiText, { environment: 'live', origin: 'https://api.example.com' });
const sandboxed = servedDescription(openapiText, { environment: 'sandbox', origin: '/' });

describe('the description in live', () => {
  const own = readDescription(live);

  it('has no operation, tag, schema or text of the sandbox, and everything else', () => {
    const all = readDescription(openapiText);
    const ids = own.operations.map(({ operationId }) => operationId);
    const left = all.operations.filter(({ operationId }) => !ids.includes(operationId));
    expect(left.map(({ operationId }) => operationId)).toEqual([
      'createSandboxDeposit',
      'createSandboxEvidence',
    ]);
    expect(own.tags.map(({ name }) => name)).not.toContain('Sandbox');
    expect(own.tags.length).toBe(all.tags.length - 1);
    expect(live).not.toMatch(/sim:|psp_test_|\/v1\/sandbox|DepositCreate|EvidenceCreate/);
    expect(live).toContain('psp_live_4f9k2m7q1x8z');
    expect(own.info.description).toContain('## Webhooks');
  });

  it('has no broken references', () => {
    const refs = [...live.matchAll(/"#\/components\/(schemas|responses)\/([\w.]+)"/g)];
    expect(refs.length).toBeGreaterThan(500);
    const { schemas, responses } = own.components;
    const known = { schemas, responses } as Record<string, Record<string, unknown>>;
    expect(refs.filter(([, kind = '', name = '']) => known[kind]?.[name] === undefined)).toEqual([]);
  });

  it('gives a reference page without demo data, whose samples only read', () => {
    const page = docsPage(live, 'live').replace(/<script>[^]*<\/script>/, '');
    expect(page).not.toMatch(/sim:|psp_test_|\/v1\/sandbox|credentials\.json|npm start|-- trigger/);
    expect(page).toContain('export PSP_BASE_URL=https://api.example.com PSP_API_KEY=psp_live_');
    expect(page).not.toMatch(/curl -sS -X|create_payout|createPayout\(/);
    expect(page).toContain('Example of a request');
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

it('differs in sandbox from the printed one only in its server', () => {
  const [served, printed] = [sandboxed, openapiText].map((text) => JSON.parse(text) as object);
  expect({ ...served, servers: 0 }).toEqual({ ...printed, servers: 0 });
});

describe('the origin of a caller', () => {
  const originOf = (
    settings: Partial<Omit<OriginSettings, 'clients'>>,
    headers: Record<string, string>,
    remoteAddress = '192.0.2.1',
  ) =>
    originsOf({ names: ['Api.example.com'], clients: clientsBehind(['10.0.0.1']), ...settings })({
      headers,
      socket: { remoteAddress, localAddress: '::ffff:192.0.2.7' } as IncomingMessage['socket'],
    });

  it.each<[string, Record<string, string>, string, string | undefined]>([
    ['a name of ours', { host: 'API.example.com' }, '192.0.2.1', 'http://api.example.com'],
    ['a port', { host: 'localhost:3000' }, '192.0.2.1', 'http://localhost:3000'],
    ['our address', { host: '192.0.2.7:3000' }, '192.0.2.1', 'http://192.0.2.7:3000'],
    ['another name', { host: 'evil.example' }, '192.0.2.1', undefined],
    ['another name behind our own', { host: 'api.example.com.evil.example' }, '192.0.2.1', undefined],
    ['a name before an at sign', { host: 'evil@api.example.com' }, '192.0.2.1', undefined],
    ['a path', { host: 'api.example.com/x' }, '192.0.2.1', undefined],
    ['markup', { host: '"><script>' }, '192.0.2.1', undefined],
    ['no name', {}, '192.0.2.1', undefined],
    [
      'TLS claimed by any client',
      { host: 'api.example.com', 'x-forwarded-proto': 'https' },
      '192.0.2.1',
      'http://api.example.com',
    ],
    [
      'TLS reported by a trusted proxy',
      { host: 'api.example.com', 'x-forwarded-proto': 'https' },
      '10.0.0.1',
      'https://api.example.com',
    ],
    [
      'a host named by a proxy',
      { host: 'x.internal', 'x-forwarded-host': 'evil.example' },
      '10.0.0.1',
      undefined,
    ],
  ])('by %s', (_what, headers, from, origin) => {
    expect(originOf({}, headers, from)).toBe(origin);
  });

  it('is PUBLIC_URL if set, for any request', () => {
    const publicUrl = 'https://pay.example.com';
    expect(originOf({ publicUrl }, { host: 'evil.example' })).toBe(publicUrl);
  });
});

describe('over HTTP', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  const serversFor = (host: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { port } = sandbox.api.server.server.address() as AddressInfo;
      get({ port, host: '127.0.0.1', path: '/v1/openapi.json', headers: { host } }, (answer) => {
        answer.toArray().then((parts: Buffer[]) => {
          resolve((JSON.parse(Buffer.concat(parts).toString()) as { servers: unknown }).servers);
        }, reject);
      }).on('error', reject);
    });

  it('is the requested one for each caller, never a foreign name', async () => {
    expect(await serversFor('localhost:3000')).toEqual([{ url: 'http://localhost:3000' }]);
    expect(await serversFor('127.0.0.1:3001')).toEqual([{ url: 'http://127.0.0.1:3001' }]);
    expect(await serversFor('evil.example')).toEqual([{ url: '/' }]);
    for (let port = 4001; port <= 4020; port += 1)
      expect(await serversFor(`localhost:${port}`)).toEqual([{ url: `http://localhost:${port}` }]);
  });
});
