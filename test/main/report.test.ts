import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createProxy, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeText } from '../../src/domain/moment.js';
import { download, type Download } from '../../src/tools/report/download.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { pastEntries } from '../setup/past.js';
import { csvReport } from '../setup/report.js';
import { openService, type RunningService } from '../setup/running.js';

let service: RunningService;
let dir: string;
beforeAll(async () => {
  service = await openService();
  await pastEntries(service, 20_000);
  dir = await mkdtemp(join(tmpdir(), 'psp-report-'));
  await buildCommandLine();
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  await service.stop();
});

const from = new Date('2026-01-01T00:00:00Z');
const to = new Date('2026-12-31T00:00:00Z');
const ask = (more: Partial<Download>): Download => ({
  baseUrl: service.baseUrl,
  apiKey: service.apiKey,
  name: 'transactions',
  from,
  to,
  file: join(dir, 'entries.csv'),
  ...more,
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const got = (request: Download, breaks: number[] = []) =>
  download(
    request,
    { onRows: () => undefined, onBreak: (rows) => breaks.push(rows) },
    new AbortController().signal,
  );

/** Cuts each connection after a number of bytes; later connections are not cut. */
function cutting(cuts: readonly number[]): Server {
  const { port } = new URL(service.baseUrl);
  const left = [...cuts];
  return createProxy((inner) => {
    const outer = connect(Number(port), '127.0.0.1');
    let most = left.shift() ?? Number.POSITIVE_INFINITY;
    const end = (): void => {
      inner.destroy();
      outer.destroy();
    };
    inner.on('error', end).on('close', end).pipe(outer);
    outer.on('error', end).on('close', end);
    outer.on('data', (bytes: Buffer) => {
      const part = bytes.subarray(0, most);
      most -= part.length;
      inner.write(part, () => most <= 0 && end());
    });
  });
}

test.each([
  ['transactions', [200_000, 1_000, 400_000, 700, 123_457]],
  ['payouts', [700, 150, 690]],
] as const)(
  'interrupted %s are completed to the same content, wherever they break off',
  async (name, cuts) => {
    const proxy = cutting(cuts);
    const file = join(dir, `${name}.csv`);
    const breaks: number[] = [];
    const { rows, asOf, bytes } = await got(ask({ name, file, baseUrl: await listening(proxy) }), breaks);
    proxy.close();
    const period = `from=${timeText(from)}&to=${timeText(asOf)}`;
    const whole = await csvReport(service, `/v1/reports/${name}?${period}&format=csv`);
    const text = readFileSync(file, 'utf8');
    expect(createHash('sha256').update(text).digest('hex')).toBe(
      createHash('sha256').update(whole.text).digest('hex'),
    );
    expect([rows, bytes]).toEqual([whole.rows.length, text.length]);
    expect(breaks.length).toBeGreaterThan(1);
    expect(existsSync(`${file}.part`)).toBe(false);
  },
);

test('a report whose digest does not match is not kept', async () => {
  const body = 'id,created_at\r\n1,2\r\n';
  const lies = [
    { 'Report-Rows': '2', 'Repr-Digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:` },
    { 'Report-Rows': '1', 'Repr-Digest': 'sha-256=:AAAA:' },
  ];
  for (const trailers of lies) {
    const liar = createServer((_request, answer) => {
      answer.writeHead(200, { 'Report-As-Of': timeText(from), Trailer: 'Report-Rows, Repr-Digest' });
      answer.write(body);
      answer.addTrailers(trailers);
      answer.end();
    });
    const file = join(dir, 'lie.csv');
    await expect(got(ask({ name: 'payouts', file, baseUrl: await listening(liar) }))).rejects.toThrow(
      /digest/,
    );
    liar.close();
    expect(readdirSync(dir).filter((name) => name.startsWith('lie'))).toEqual([]);
  }
});

test('a refusal is reported, and no file is left', async () => {
  const file = join(dir, 'refused.csv');
  await expect(got(ask({ file, apiKey: 'psp_test_none' }))).rejects.toThrow(/401/);
  expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false);
});

test('psp report writes a file of the demo account and describes it', async () => {
  const file = join(dir, 'balances.csv');
  const period = ['--from', timeText(from), '--to', timeText(to)];
  const { code, stdout, stderr } = await runWarm(
    ['report', 'balances', ...period, '--out', file, '--json'],
    service.env,
  );
  expect([code, stderr]).toEqual([0, '']);
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(stdout)).toEqual({
    file,
    rows: 10,
    bytes: text.length,
    as_of: expect.stringMatching(/Z$/),
  });
  expect(text).toMatch(/^currency,account,opening,credits,debits,closing\r\n/);
  const wrong = await runWarm(['report', 'nothing', ...period], service.env);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('This report does not exist')]);
});
