import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  expect(JSON.parse(again.stdout)).toMatchObject({
    id: batch?.id,
    items: [{ reference: 'a' }, { reference: 'b' }],
  });
  expect(await batches()).toHaveLength(1);
});

test('a file at fault names the place, and nothing is created', async () => {
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
    'must end in .csv',
  );
  expect(await batches()).toEqual(before);
});
