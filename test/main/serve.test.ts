import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/main/config.js';
import { credentialsFile, readCredentials } from '../../src/main/credentials.js';
import { runningDatabaseUrl } from '../../src/main/embedded.js';
import { createLog } from '../../src/main/log.js';
import { startService } from '../../src/main/run.js';
import { changedCatalogue } from '../setup/catalogue.js';
import { buildCommandLine, runCommand } from '../setup/cli.js';
import { runProcess, startProcess, type ServiceProcess } from '../setup/process.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, openService } from '../setup/running.js';
import { projectText } from '../setup/source.js';

let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  await buildCommandLine();
  dataDir = mkdtempSync(join(tmpdir(), 'psp-serve-'));
  chmodSync(dataDir, 0o711);
  service = await startProcess(dataDir, { LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(dataDir, { recursive: true });
});

describe('a running service', () => {
  it('prints its address, the location of its key, and a first call that works', async () => {
    expect(service.banner).toContain(`${service.baseUrl}/v1`);
    expect(service.banner).toContain(service.internalUrl);
    expect(service.banner).toContain(join(dataDir, 'credentials.json'));
    const [, headerArgument = '', url = ''] = /curl -H (.+) (http\S+)/.exec(service.banner) ?? [];
    const header = execFileSync('sh', ['-c', `printf %s ${headerArgument}`], { encoding: 'utf8' });
    const [name = '', value = ''] = header.split(': ');
    const answer = await fetch(url, { headers: { [name]: value } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ environment: 'sandbox', credential: { type: 'api_key' } });
  });

  it('prints no secret unless stdout is a terminal, and then once', async () => {
    const { api_key: key = '', operator_token: token = '' } = readCredentials(dataDir);
    expect(service.banner).not.toContain(key);
    expect(service.banner).not.toContain(token);
    const dir = mkdtempSync(join(tmpdir(), 'psp-terminal-'));
    const { isTTY } = process.stdout;
    process.stdout.isTTY = true;
    onTestFinished(async () => {
      process.stdout.isTTY = isTTY;
      await rm(dir, { recursive: true });
    });
    const env = { PSP_DATA_DIR: dir, PORT: '0', INTERNAL_PORT: '0' };
    const start = () => startService(readConfig(env), createLog('error'));
    const first = await start();
    await first.stop();
    const again = await start();
    await again.stop();
    const made = readCredentials(dir);
    expect(first.banner).toContain(made.api_key);
    expect(first.banner).toContain(made.operator_token);
    expect(again.banner).not.toMatch(/psp_(test|op)_/);
  });

  it('listens on this machine only', () => {
    for (const address of [service.baseUrl, service.internalUrl]) {
      expect(new URL(address).hostname).toBe('127.0.0.1');
    }
  });

  it.each([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ready' }],
  ])('answers %s on the internal listener only', async (path, body) => {
    const answer = await fetch(service.internalUrl + path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(body);
    expect((await fetch(service.baseUrl + path)).status).toBe(404);
  });

  it('exports its metrics to Prometheus', async () => {
    const answer = await fetch(`${service.internalUrl}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toMatch(/^psp_transaction_retries_total 0$/m);
    expect(text).toMatch(/^psp_due_operations \d+$/m);
    expect(text).toMatch(/^psp_backlog\{kind="payouts_uncertain"\} 0$/m);
    expect(text).toMatch(/^psp_backlog_oldest_seconds\{kind="payouts_uncertain"\} 0$/m);
    expect(text).toMatch(/^psp_relay_lag_events \d+$/m);
    expect(text).toMatch(/^psp_relay_failures_total 0$/m);
    expect(text).toMatch(/^psp_webhook_attempts_total 0$/m);
    expect(text).toMatch(/^psp_webhook_failures_total 0$/m);
    expect(text).toMatch(/^psp_messaging_connected 1$/m);
    expect(text).toMatch(/^psp_database_connections\{state="total"\} \d+$/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    const explained = [...projectText('docs/metrics.md').matchAll(/`(psp_\w+)`/g)].map(([, name]) => name);
    const served = [...text.matchAll(/^# TYPE (psp_\w+) /gm)].map(([, name]) => name);
    // Only a service with a replica has this metric.
    expect(new Set(explained)).toEqual(new Set([...served, 'psp_replica_reads_total']));
  });

  it('describes its API without a key, and nothing else', async () => {
    const answer = await fetch(`${service.baseUrl}/v1/openapi.json`);
    expect(answer.status).toBe(200);
    const { openapi, paths } = (await answer.json()) as { openapi: string; paths: object };
    expect(openapi).toMatch(/^3\.1/);
    expect(Object.keys(paths)).toContain('/v1/payouts');
    const unknown = await service.get('/v1/account', { key: null });
    expect(unknown.status).toBe(401);
  });
});

describe('an impossible start', () => {
  it('reports every wrong setting at once and exits 1 before anything is created', async () => {
    const untouched = mkdtempSync(join(tmpdir(), 'psp-serve-'));
    const ending = await runProcess(untouched, {
      PORT: 'http',
      PSP_ROLES: 'api,cook',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://localhost',
      PSP_ENCRYPTION_KEYS: 'k1:c2VjcmV0',
      PSP_COLOUR: 'blue',
    });
    expect(ending).toMatchObject({ code: 1, stdout: '' });
    const wrong = [
      'PORT ',
      'PSP_ROLES ',
      'LOG_LEVEL ',
      'DATABASE_URL ',
      'PSP_ENCRYPTION_KEYS ',
      'PSP_COLOUR ',
    ];
    for (const name of [...wrong, 'PSP_HASH_KEY ']) expect(ending.stderr).toContain(`\n  - ${name}`);
    expect(ending.stderr).not.toContain('c2VjcmV0');
    expect(ending.stderr).not.toMatch(/\n\s+at /);
    expect(await readdir(untouched)).toEqual([]);
    await rm(untouched, { recursive: true });
  });

  it('checks the catalogue before anything is created, and reports each fault', async () => {
    const untouched = mkdtempSync(join(tmpdir(), 'psp-serve-'));
    const { file, remove } = await changedCatalogue((catalogue) => {
      catalogue.oneTimeAccountMinutes = 0;
      catalogue.limits = [];
    });
    const { code, stderr } = await runProcess(untouched, { PSP_CONFIG: file, PORT: 'http' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^These settings are wrong:\n {2}- PORT must be /);
    expect(stderr).toContain('\n  - PSP_CONFIG is wrong: oneTimeAccountMinutes: ');
    expect(stderr).toContain('\n  - PSP_CONFIG is wrong: no limit of BRL\n');
    const command = await runCommand(['migrate'], { PSP_DATA_DIR: untouched, PSP_CONFIG: file });
    expect(command).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('PSP_CONFIG is wrong: no limit'),
    });
    expect(await readdir(untouched)).toEqual([]);
    await rm(untouched, { recursive: true });
    await remove();
  });

  it.each(['', 'postgres://psp:secret@127.0.0.1:1/psp'])(
    'is refused if the data directory cannot be created, with DATABASE_URL "%s"',
    async (databaseUrl) => {
      const key = Buffer.alloc(32, 7).toString('base64');
      const own = { DATABASE_URL: databaseUrl, PSP_ENCRYPTION_KEYS: `k1:${key}`, PSP_HASH_KEY: key };
      const settings = { PSP_DATA_DIR: '/proc/nope', PORT: '0', INTERNAL_PORT: '0' };
      expect(await runCommand(['serve'], { ...settings, ...(databaseUrl !== '' && own) })).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'The data directory /proc/nope cannot be used (ENOENT): start as its owner, or set PSP_DATA_DIR to another folder.\n',
      });
    },
  );

  it('reports what live requires', async () => {
    const { code, stderr } = await runProcess(dataDir, { PSP_ENVIRONMENT: 'live' });
    expect(code).toBe(1);
    for (const name of [
      'DATABASE_URL',
      'NATS_URL',
      'PSP_ENCRYPTION_KEYS',
      'PSP_HASH_KEY',
      'PSP_CONNECTORS',
    ]) {
      expect(stderr).toContain(name);
    }
  });

  it('names the setting of an unavailable address, and leaves no PostgreSQL behind', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const other = mkdtempSync(join(tmpdir(), 'psp-serve-'));
    chmodSync(other, 0o711);
    for (const setting of ['PORT', 'INTERNAL_PORT']) {
      expect(await runProcess(other, { [setting]: String(port) })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `Port ${port} (${setting}) is in use: stop the program that uses it, or set ${setting} to another port, or to 0 for any free one. Nothing was lost.\n`,
      });
      expect(runningDatabaseUrl(other)).toBeUndefined();
    }
    expect((await runProcess(other, { HOST: '192.0.2.1' })).stderr).toMatch(
      /^192\.0\.2\.1 \(HOST\) is not an address/,
    );
    holder.close();
    // The successful start created what is shown; earlier starts created nothing.
    const started = await startProcess(other);
    const made = `select (select count(*) from account) as accounts, (select count(*) from operator) as operators`;
    expect(await queryRows(started.databaseUrl, made)).toEqual([{ accounts: '1', operators: '1' }]);
    await started.end('SIGTERM');
    await rm(other, { recursive: true });
  });

  describe('with changed keys or credentials', () => {
    let other: string;

    beforeAll(async () => {
      other = mkdtempSync(join(tmpdir(), 'psp-serve-'));
      chmodSync(other, 0o711);
      await (await startProcess(other)).end('SIGTERM');
    });
    afterAll(() => rm(other, { recursive: true }));

    it('is refused with other keys than the database was written with, as commands are', async () => {
      const file = join(other, 'keys.json');
      const text = readFileSync(file, 'utf8');
      const others = text.replace(/:[A-Za-z0-9+/]{43}=/, `:${Buffer.alloc(32, 7).toString('base64')}`);
      const [, id] = /"(\w+):/.exec(text) ?? [];
      const otherHash = text.replace(/("hashKey": ").{43}/, `$1${'A'.repeat(43)}`);
      const changes: [() => void, string][] = [
        [() => writeFileSync(file, otherHash), 'PSP_HASH_KEY does not match the database'],
        [() => writeFileSync(file, others), `The encryption key ${id} is missing or has another value`],
        [() => rmSync(file), `The encryption key ${id} is missing or has another value`],
      ];
      for (const [change, said] of changes) {
        change();
        const { code, stderr } = await runProcess(other);
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(said) });
        const command = await runCommand(['keys', 'rotate'], { PSP_DATA_DIR: other });
        expect(command).toMatchObject({ code: 1, stdout: '' });
        expect(command.stderr).toContain('restore keys.json');
      }
      writeFileSync(file, text);
    });

    it('is refused with an API key of another database, with an explanation', async () => {
      const credentials = readCredentials(other);
      const { operator_token: ___, ...another } = { ...credentials, api_key: 'psp_test_another_s' };
      writeFileSync(credentialsFile(other), JSON.stringify(another));
      expect((await runProcess(other)).stderr).toContain('does not know the api_key in');
      writeFileSync(credentialsFile(other), JSON.stringify({ ...credentials, ...another }));
      const strange = await (await startProcess(other, { LOG_LEVEL: 'warn' })).end('SIGTERM');
      expect(strange.stdout).toContain('credentials.json belongs to another database');
      // A key removed from the credentials file is found again.
      const { account_id: _, owner_email: __, ...rest } = credentials;
      writeFileSync(credentialsFile(other), JSON.stringify(rest));
      const again = await startProcess(other);
      expect(readCredentials(other)).toEqual({
        ...credentials,
        base_url: again.baseUrl,
        graphql_url: `${again.internalUrl}/graphql`,
      });
      await again.end('SIGTERM');
    });
  });

  it('is refused by an old Node with advice', async () => {
    const pretend = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})`;
    const ending = await runProcess(dataDir, { NODE_OPTIONS: `--import=data:text/javascript,${pretend}` });
    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending.stderr).toMatch(/^Node 24 or newer is required, this is 20\.19\.0: .*npm start/);
  });

  it('refuses a database that may lose commits', async () => {
    const unsafe = openService({ PSP_ALLOW_UNSAFE_DURABILITY: 'false' });
    await expect(unsafe).rejects.toThrow(/fsync/);
  });
});

it('a worker process shows the address of the API process, and stores it in credentials.json', async () => {
  const serving = await openService({ PSP_ROLES: 'api' });
  const working = await openBeside(serving, { PSP_ROLES: 'worker' });
  expect(working.baseUrl).toBe(serving.baseUrl);
  expect(readCredentials(serving.dataDir).base_url).toBe(serving.baseUrl);
  await working.stop();
  await serving.stop();
});
