import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommandLine } from '../setup/cli.js';
import { createDatabase } from '../setup/database.js';
import { openOtherAccount } from '../setup/hand.js';
import { enablePage, openSession } from '../setup/hosted.js';
import { startProcess, type ServiceProcess } from '../setup/process.js';
import { chance, ranksOf, timedInTurn } from '../setup/rank.js';
import { queryRows } from '../setup/rows.js';
import { clientOf } from '../setup/running.js';
import { progressOf } from '../setup/size.js';
import { newKeys } from '../setup/keys.js';

const progress = progressOf('page');
const timings = 700;
const sessions = 100;
const hostname = 'pay.andina-remesas.com';
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

let database: Awaited<ReturnType<typeof createDatabase>>;
let dir: string;
let service: ServiceProcess;
/** Expired sessions of the domain's account, and open ones of another account. */
let over: string[];
let foreign: string[];

beforeAll(async () => {
  await buildCommandLine();
  database = await createDatabase();
  dir = await mkdtemp(join(tmpdir(), 'psp-page-'));
  const env = {
    PSP_DATA_DIR: dir,
    DATABASE_URL: database.url,
    ...newKeys(),
    PSP_ALLOW_UNSAFE_DURABILITY: 'true',
    LOG_LEVEL: 'warn',
    // Each request has its own client address.
    PSP_TRUSTED_PROXIES: '127.0.0.1',
  };
  service = await startProcess(dir, env);
  const other = await openOtherAccount({ env });
  const stranger = clientOf(service.baseUrl, other.key);
  for (const each of [service, stranger]) await enablePage(each);
  const opened = async (client: typeof stranger): Promise<string[]> => {
    const paths: string[] = [];
    for (let nth = 0; nth < sessions; nth += 1) paths.push((await openSession(client)).get('path'));
    return paths;
  };
  over = await opened(service);
  await queryRows(
    database.url,
    `update hosted_session set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'`,
  );
  foreign = await opened(stranger);
  const claimed = await service.post('/v1/hosted-domains', { hostname });
  expect(claimed.status, claimed.text).toBe(201);
  await queryRows(
    database.url,
    `update hosted_domain set verification_status = 'verified', verified_at = now() where id = $1`,
    [claimed.get('id')],
  );
});
afterAll(async () => {
  agent.destroy();
  await service.end('SIGTERM');
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

let client = 0;
/** The not-found page, as first received. */
let missing: string | undefined;

/** Milliseconds until the response, for a new client. */
async function timed(path: string): Promise<number> {
  client += 1;
  const from = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
  const began = performance.now();
  const sent = request(`${service.baseUrl}${path}/amount`, {
    agent,
    headers: { host: hostname, 'x-forwarded-for': from },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  const took = performance.now() - began;
  expect(response.statusCode).toBe(404);
  missing ??= text;
  expect(text).toBe(missing);
  return took;
}

test('unknown, expired and foreign tokens are answered in the same time', { timeout: 600_000 }, async () => {
  const unknown = (): string => foreign[0]?.replace(/[0-9a-f]{64}$/, randomBytes(32).toString('hex')) ?? '';
  const samples = await timedInTurn(
    {
      unknown: () => timed(unknown()),
      over: (nth) => timed(over[nth % sessions] ?? ''),
      foreign: (nth) => timed(foreign[nth % sessions] ?? ''),
    },
    timings,
    (done) => progress(`tokens: ${done} of ${3 * timings}`),
  );
  for (const [one, other] of [
    ['unknown', 'over'],
    ['unknown', 'foreign'],
    ['over', 'foreign'],
  ] as const) {
    const { found, slower } = ranksOf({
      name: `${one} and ${other}`,
      one: samples[one],
      other: samples[other],
    });
    expect.soft(found).toBeLessThan(chance);
    expect.soft(slower).toBeGreaterThan(chance);
  }
});
