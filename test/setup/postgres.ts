import { access, chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { startPostgres } from '../../src/main/embedded.js';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run and migrates the database that every test file clones. However the
 * run ends, killed included, the server stops and its directory goes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(await fastestDirectory(), 'psp-test-'));
  // Root's server runs as another user, who must be able to pass through.
  await chmod(dir, 0o711);
  const server = await startPostgres({ loopback: true, dir, durable: false, discard: true });
  await createTemplate(server.url);
  project.provide('adminUrl', server.url);
  return () => server.stop();
}

/** Memory where it is roomy: a container often has only 64 MiB of it. */
async function fastestDirectory(): Promise<string> {
  const memory = '/dev/shm';
  const present = await access(memory).then(
    () => true,
    () => false,
  );
  if (!present) return tmpdir();
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize > 2 * 1024 ** 3 ? memory : tmpdir();
}

async function createTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('create database psp_template');
    const url = new URL(adminUrl);
    // Proved in one round and not in 4,096: a run opens thousands of connections, each of which took 2 ms more.
    const password = admin.escapeLiteral(decodeURIComponent(url.password));
    await admin.query('set scram_iterations = 1');
    await admin.query(`alter role ${url.username} password ${password}`);
    url.pathname = '/psp_template';
    await migrate(url.href, join(import.meta.dirname, '../../migrations'));
  } finally {
    await admin.end();
  }
}
