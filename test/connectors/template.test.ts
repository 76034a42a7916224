import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkProtocol } from '../../src/adapters/providers/check.js';
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

test.each(languages)(
  'the template in %s passes the check, and knows its orders after a kill',
  async (name, argv) => {
    const file = join(home, `${name}.json`);
    const given = JSON.parse(projectText(`connectors/template-${name}/settings.json`)) as object;
    const port = await freePort();
    const database = join(home, `${name}.db`);
    const keys = { sending_keys: theirKeys, receiving_keys: ourKeys };
    writeFileSync(file, JSON.stringify({ ...given, port, database, ...keys }));
    const program = new ConnectorProgram([...argv, file]);
    programs.push(program);
    await program.start();
    const url = `http://127.0.0.1:${port}`;
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

test('the template in TypeScript has 300 lines of code at most, and that in Python needs nothing to be installed', () => {
  const [template] = sourceFiles('connectors/template-typescript');
  expect(template && codeLines(template)).toBeLessThanOrEqual(300);
  const modules =
    projectText('connectors/template-python/connector.py').match(/^(?:import|from) ([a-z0-9]+)/gm) ?? [];
  const standard = 'datetime hashlib hmac http json re secrets sqlite3 sys threading time urllib'.split(' ');
  expect(modules.map((line) => line.split(' ')[1])).toEqual(expect.arrayContaining(['sqlite3', 'hmac']));
  expect(modules.filter((line) => !standard.includes(line.split(' ')[1] ?? ''))).toEqual([]);
});
