import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { checkProtocol } from '../../src/adapters/providers/check.js';
import { Probe } from '../../src/adapters/providers/check/probe.js';
import { freePort } from '../../src/main/free-port.js';
import { aConnector, ourKeys, theirKeys } from '../setup/connector.js';
import { exact } from '../../src/domain/money.js';
import { codeLines, projectText, sourceFiles } from '../setup/source.js';
import { ConnectorProgram } from './pix-world.js';

const home = mkdtempSync(join(tmpdir(), 'psp-template-'));
const programs: ConnectorProgram[] = [];
afterAll(async () => {
  for (const each of programs) await each.end('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

const languages = [
  [
    'typescript',
    [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      'connectors/template-typescript/connector.ts',
    ],
  ],
  ['python', ['python3', 'connectors/template-python/connector.py']],
] as const;

/** Starts a template with its own journal. */
async function open(name: string, argv: readonly string[]) {
  const folder = mkdtempSync(join(home, name));
  const file = join(folder, 'settings.json');
  const settings = JSON.parse(projectText(`connectors/template-${name}/settings.json`)) as object;
  const port = await freePort();
  const database = join(folder, 'connector.db');
  const keys = { sending_keys: theirKeys, receiving_keys: ourKeys };
  writeFileSync(file, JSON.stringify({ ...settings, port, database, ...keys }));
  const program = new ConnectorProgram([...argv, file]);
  programs.push(program);
  await program.start();
  return { program, database, url: `http://127.0.0.1:${port}` };
}

test.each(languages)(
  'the template in %s passes the check, and keeps its orders after a kill',
  async (name, argv) => {
    const { program, url } = await open(name, argv);
    const cases = await checkProtocol({
      url,
      sendingKeys: ourKeys,
      receivingKeys: theirKeys,
      mayBeLive: false,
    });
    expect(cases.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(87);

    const provider = aConnector(url);
    const order = {
      reference: 'order-1',
      kind: 'payout',
      method: 'bank_transfer',
      amount: exact('12.34'),
      currency: 'PEN',
      details: {},
      accountId: 'acct_1',
      sendBy: new Date(Date.now() + 10_000),
    } as const;
    expect((await provider.submit(order)).outcome).toBe('paid');
    await program.end('SIGKILL');
    await program.start();
    expect((await provider.lookUp(['order-1'])).get('order-1')).toMatchObject({ outcome: 'paid' });
    const { notices = [] } = (await provider.remote?.notices()) ?? {};
    expect(notices.filter((notice) => 'reference' in notice && notice.reference === 'order-1')).toHaveLength(
      1,
    );
    await provider.stop();
  },
);

test.each(languages)(
  'the template in %s does not send a repeated order after its send_by',
  async (name, argv) => {
    const { program, database, url } = await open(name, argv);
    const probe = new Probe({ url, sendingKeys: ourKeys, receivingKeys: theirKeys });
    const body = await probe.order({ send_by: new Date(Date.now() + 2_000).toISOString() });
    const submit = (reference: string) => probe.ask('PUT', `/operations/${reference}`, { body });
    for (const reference of ['before', 'after']) expect((await submit(reference)).status).toBe(200);

    // The state after a crash: one order not yet sent to the bank, and one without a stored answer.
    await program.end('SIGKILL');
    const db = new DatabaseSync(database);
    db.exec(`update request set answer = null; delete from paid where reference = 'before'`);
    db.close();
    await sleep(Math.max(0, Date.parse(String(body['send_by'])) - Date.now()));
    await program.start();

    expect(await submit('before')).toMatchObject({
      status: 410,
      body: { error: { code: 'send_by_passed' } },
    });
    expect(await probe.findingOf('before')).toBe('not_found');
    expect(await submit('after')).toMatchObject({ status: 200, body: { outcome: 'paid' } });
    await probe.close();
  },
);

test('the TypeScript template has at most 300 lines of code, and the Python one needs no packages', () => {
  const [template] = sourceFiles('connectors/template-typescript');
  expect(template && codeLines(template)).toBeLessThanOrEqual(300);
  const modules =
    projectText('connectors/template-python/connector.py').match(/^(?:import|from) ([a-z0-9]+)/gm) ?? [];
  const standard = 'datetime hashlib hmac http json re secrets sqlite3 sys threading time urllib'.split(' ');
  expect(modules.map((line) => line.split(' ')[1])).toEqual(expect.arrayContaining(['sqlite3', 'hmac']));
  expect(modules.filter((line) => !standard.includes(line.split(' ')[1] ?? ''))).toEqual([]);
});
