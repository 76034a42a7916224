import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningDatabaseUrl, startPostgres } from '../../src/main/embedded.js';
import { buildCommandLine, runCommand } from '../setup/cli.js';

// Another process running our sources; it prints the URL, or why it was refused.
const STARTER = `
import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) =>
  next(/^[.][^]*[.]js$/.test(name) && !context.parentURL?.includes('node_modules') ? name.slice(0, -2) + 'ts' : name, context) });
const { startPostgres } = await import(process.argv[1]);
try {
  const { url, stop } = await startPostgres({ dir: process.argv[2], durable: true });
  console.log(url);
  process.once('SIGTERM', () => void stop());
} catch (error) {
  console.log(error.message);
}`;

let dir: string;

beforeAll(async () => {
  await buildCommandLine();
  dir = mkdtempSync(join(tmpdir(), 'psp-embedded-'));
  chmodSync(dir, 0o711);
});

afterAll(() => rm(dir, { recursive: true }));

async function startElsewhere(dataDir = dir): Promise<{ process: ChildProcess; said: string }> {
  const source = join(import.meta.dirname, '../../src/main/embedded.ts');
  const args = ['--input-type=module', '--no-warnings', '-e', STARTER, source, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, said: line.toString().trim() };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('is UTF-8, durable by default, private, and keeps data over a restart', async () => {
    const first = await startPostgres({ dir, durable: true });
    await query(first.url, 'create table kept (word text)');
    await query(first.url, `insert into kept values ('ação')`);
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await query(first.url, `show ${setting}`)).toEqual(['on']);
    }
    expect(await query(first.url, 'show server_encoding')).toEqual(['UTF8']);
    expect(await query(first.url, 'show timezone')).toEqual(['UTC']);
    expect(await query(first.url, `select upper('é'), 'Z' < 'a'`)).toEqual(['É', true]);
    expect(statSync(join(dir, 'postgres')).mode & 0o077).toBe(0);
    expect(statSync(join(dir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    const guessed = first.url.replace(/:[0-9a-f]{64}@/, ':guess@');
    await expect(query(guessed, 'select 1')).rejects.toThrow(/password authentication failed/);

    expect(runningDatabaseUrl(dir)).toBe(first.url);
    await first.stop();
    await first.exited;
    expect(runningDatabaseUrl(dir)).toBeUndefined();

    const again = await startPostgres({ dir, durable: false });
    expect(await query(again.url, 'select word from kept')).toEqual(['ação']);
    expect(await query(again.url, 'show fsync')).toEqual(['off']);
    await again.stop();
  });

  it('has the next gigabyte of WAL files prepared, so that no commit waits for one', async () => {
    const server = await startPostgres({ dir, durable: true });
    for (let files = 0; files < 3; files += 1) {
      await query(server.url, `select pg_logical_emit_message(false, 'a', 'b')`);
      await query(server.url, 'select pg_switch_wal()');
    }
    // initdb made the first WAL file.
    const made = `select sum(writes + fsyncs)::int from pg_stat_io
      where object = 'wal' and context = 'init' and backend_type <> 'standalone backend'`;
    expect(await query(server.url, made)).toEqual([0]);
    await server.stop();
  });

  it('listens on a socket in its own folder only, or on loopback if the path is too long', async () => {
    const server = await startPostgres({ dir, durable: false });
    const home = join(realpathSync(dir), 'postgres');
    expect(decodeURIComponent(new URL(server.url).hostname)).toBe(home);
    expect([home, join(home, '.s.PGSQL.5432')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o700,
    ]);
    expect(await query(server.serviceUrl, 'show listen_addresses')).toEqual(['']);
    await server.stop();
    const long = mkdtempSync(join(tmpdir(), `psp-embedded-${'x'.repeat(90)}`));
    chmodSync(long, 0o711);
    const farther = await startPostgres({ dir: long, durable: false, discard: true });
    expect(new URL(farther.url).hostname).toBe('127.0.0.1');
    expect(runningDatabaseUrl(long)).toBe(farther.url);
    expect(await query(farther.serviceUrl, 'select 1')).toEqual([1]);
    await farther.stop();
  });

  it('reserves connections for commands: payouts can be stopped and keys revoked when all others are taken', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'psp-embedded-'));
    chmodSync(closed, 0o711);
    const server = await startPostgres({ dir: closed, durable: false, discard: true });
    const env = { PSP_DATA_DIR: closed };
    expect((await runCommand(['migrate'], env)).code).toBe(0);
    const opened = await runCommand(['account', 'open', '--name', 'Kept', '--json'], env);
    const [, prefix = ''] = /"(psp_test_[a-z0-9]+)_/.exec(opened.stdout) ?? [];
    const taken: pg.Client[] = [];
    const take = async (): Promise<void> => {
      const client = new pg.Client({ connectionString: server.serviceUrl });
      client.on('error', () => undefined);
      await client.connect();
      taken.push(client);
    };
    await expect(
      (async () => {
        for (;;) await take();
      })(),
    ).rejects.toMatchObject({ code: '53300' });
    for (const words of [
      ['payouts', 'stop'],
      ['key', 'revoke', prefix],
    ]) {
      expect(await runCommand([...words, '--reason', 'by hand'], env)).toMatchObject({ code: 0, stderr: '' });
    }
    await Promise.all(taken.map((client) => client.end()));
    await server.stop();
  });

  it('refuses a second start while the first runs', async () => {
    const server = await startPostgres({ dir, durable: true });
    await expect(startPostgres({ dir, durable: true })).rejects.toThrow(
      `in use by process ${process.pid}: stop it first`,
    );
    const { said } = await startElsewhere();
    expect(said).toContain(`in use by process ${process.pid}`);
    expect(await query(server.url, 'select 1')).toEqual([1]);
    await server.stop();
  });

  it('one of several concurrent first starts gets the data directory, and creates one cluster', async () => {
    const dataDir = join(dir, 'at-once');
    const starts = await Promise.all(Array.from({ length: 3 }, () => startElsewhere(dataDir)));
    const refused = starts.filter(({ said }) => said.includes('is in use by'));
    const [first, ...more] = starts.filter((each) => !refused.includes(each));
    expect([refused.length, more], JSON.stringify(starts.map(({ said }) => said))).toEqual([2, []]);
    expect(await query(first?.said ?? '', 'select 1')).toEqual([1]);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    const ended = first && once(first.process, 'exit');
    first?.process.kill('SIGTERM');
    await ended;
  });

  it('stops in order when its owner is killed, and starts again at once', async () => {
    const elsewhere = await startElsewhere();
    await query(elsewhere.said, 'create table if not exists crash (n int)');
    await query(elsewhere.said, 'insert into crash values (1)');
    elsewhere.process.kill('SIGKILL');
    const again = await startPostgres({ dir, durable: true });
    expect(await query(again.url, 'select n from crash')).toEqual([1]);
    expect(readFileSync(join(dir, 'postgres', 'server.log'), 'utf8')).not.toContain('not properly shut down');
    await again.stop();
  });

  it('recovers when everything is killed, and takes over a server without owner and guardian', async () => {
    const crashed = await startElsewhere();
    killGuardians();
    crashed.process.kill('SIGKILL');
    process.kill(postmasterPid(), 'SIGKILL');
    await once(crashed.process, 'exit');
    const orphaned = await startElsewhere();
    expect(orphaned.said).toMatch(/^postgres:/);
    expect(await query(orphaned.said, 'select n from crash')).toEqual([1]);

    const server = postmasterPid();
    killGuardians();
    orphaned.process.kill('SIGKILL');
    const again = await startPostgres({ dir, durable: true });
    expect(await query(again.url, 'select n from crash')).toEqual([1]);
    expect(postmasterPid()).not.toBe(server);
    await again.stop();
  });

  it('ignores a lock file whose pid belongs to another program', async () => {
    const lock = join(dir, 'postgres', 'data', 'postmaster.pid');
    writeFileSync(lock, `${process.pid}\n${join(dir, 'postgres', 'data')}\n0\n5432\n\n127.0.0.1\n\nready\n`);
    expect(runningDatabaseUrl(dir)).toBeUndefined();
    const server = await startPostgres({ dir, durable: true });
    expect(await query(server.url, 'select 1')).toEqual([1]);
    await server.stop();
  });

  it('removes a temporary directory, also when its owner is killed', async () => {
    const brief = mkdtempSync(join(tmpdir(), 'psp-embedded-'));
    chmodSync(brief, 0o711);
    const server = await startPostgres({ dir: brief, durable: false, discard: true });
    await server.stop();
    expect(() => statSync(brief)).toThrow(/ENOENT/);
  });

  it('reports an unusable data directory', async () => {
    const below = join(import.meta.filename, 'data');
    await expect(startPostgres({ dir: below, durable: true })).rejects.toThrow(
      `${below} cannot be used (ENOTDIR)`,
    );
  });
});

function postmasterPid(): number {
  return Number(readFileSync(join(dir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Kills only the shells above and beside this test's server. */
function killGuardians(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (wordsOf(pid).includes('psp-postgres') && wordsOf(pid).includes(join(dir, 'postgres', 'data'))) {
      process.kill(Number(pid), 'SIGKILL');
    }
  }
}

function wordsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch (error) {
    // The process ended in between.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
