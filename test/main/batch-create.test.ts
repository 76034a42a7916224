import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, walk } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  await fund(service, 'MXN', '1000.00');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const header =
  'method,currency,details.name,details.clabe,source_currency,amount,amount_side,reference,description';
const fileOf = (name: string, ...rows: readonly string[]): string => {
  const file = join(service.dataDir, name);
  writeFileSync(file, `${header}\n${rows.join('\n')}\n`);
  return file;
};
const rowOf = (amount: string, reference: string, description = 'wages'): string =>
  `spei,MXN,Rosa Campos,032180000118359719,MXN,${amount},destination,${reference},${description}`;
const run = (...args: string[]) => runWarm(['batch', 'create', ...args], service.env);
const batches = () => walk<{ id: string }>(service, '/v1/payout-batches');

test('a file is previewed, paid and followed, and pays once however often it is run', async () => {
  const file = fileOf('wages.csv', rowOf('10.00', 'a'), rowOf('20.00', 'b', 'sim:fail'));
  const first = await run('--file', file, '--yes');
  expect(first.stderr).toMatch(/Payouts +2 total, 2 created\nAmount +30\.00 MXN\n/);
  expect(first.stderr).toContain('2 of 2 payouts have ended.');
  expect(first.stdout).toMatch(
    /^ITEM +REFERENCE +STATUS +PAYOUT +WHY\n0 +a +completed +pout_\w+\n1 +b +failed +pout_\w+ +\w+\n/,
  );
  expect(first.code).toBe(1);
  const again = await run('--file', file, '--yes', '--json');
  const [batch] = await batches();
  expect(again.stderr).toContain(`This file was sent before, as batch ${batch?.id}. Nothing is paid now.`);
  expect(JSON.parse(again.stdout)).toMatchObject({
    id: batch?.id,
    replayed: true,
    items: [{ reference: 'a' }, { reference: 'b' }],
  });
  expect(await batches()).toHaveLength(1);
});

test('a faulty file reports the position, and nothing is created', async () => {
  const before = await batches();
  const file = fileOf('wrong.csv', rowOf('10.00', 'a'), rowOf('ten', 'b'));
  const refused = await run('--file', file, '--yes', '--json');
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: { code: 'invalid_parameter', param: 'line[3].amount' },
  });
  expect(refused.stderr).toContain('line 3, column 6 (amount): is not a plain decimal number');
  expect(refused.code).toBe(2);
  expect((await run('--file', file)).stderr).toContain('give --yes');
  expect((await run('--file', join(service.dataDir, 'none.csv'), '--yes')).code).toBe(1);
  expect((await run('--file', join(service.dataDir, 'wages.ods'), '--yes')).stderr).toContain(
    'must end in .csv or .xml',
  );
  expect(await batches()).toEqual(before);
});

test('a temporary error is retried, and another is reported at once', async () => {
  const requested: string[] = [];
  const refusal = (code: string) => JSON.stringify({ error: { code, message: 'Told.' } });
  const answers: [number, string, Record<string, string>?][] = [
    [429, refusal('rate_limited'), { 'retry-after': '1' }],
    [503, refusal('temporarily_unavailable'), { 'retry-after': '1' }],
    [200, '{"outcome":"accepted"}'],
    [503, refusal('operation_suspended')],
  ];
  const server = createServer((request, response) => {
    requested.push(String(request.url));
    const [status, text, headers = {}] = answers.shift() ?? [500, ''];
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = fileOf('busy.csv', rowOf('10.00', 'a'));
  const { stdout } = await run('--file', file, '--yes', '--json', '--base-url', baseUrl);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'operation_suspended' } });
  expect(requested.map((url) => url.split('/').at(-1))).toEqual([
    'preview',
    'preview',
    'preview',
    'payout-batches',
  ]);
});
