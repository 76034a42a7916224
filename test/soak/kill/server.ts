import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, type EmbeddedPostgres } from '../../../src/main/embedded.js';
import { crashPostgres } from '../../setup/process.js';
import { queryRows } from '../../setup/rows.js';

/** A durable PostgreSQL beside the processes, which may be killed itself. */
export class Server {
  /** Number of kills. */
  crashes = 0;
  #up: Promise<void> = Promise.resolve();
  readonly #work = new Set<Promise<unknown>>();

  private constructor(
    private readonly dir: string,
    private postgres: EmbeddedPostgres,
  ) {}

  static async start(): Promise<Server> {
    const dir = mkdtempSync(join(tmpdir(), 'psp-kill-'));
    chmodSync(dir, 0o711);
    return new Server(dir, await startPostgres({ loopback: true, dir, durable: true }));
  }

  /** Creates an empty database; returns its URL. */
  async createDatabase(): Promise<string> {
    const name = `kill_${randomBytes(6).toString('hex')}`;
    await queryRows(this.postgres.url, `create database ${name}`);
    const url = new URL(this.postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Resolves when the server answers. */
  async up(): Promise<void> {
    let waited: Promise<void>;
    do {
      waited = this.#up;
      await waited;
    } while (waited !== this.#up);
  }

  /** Runs work of the test, during which the server is not killed. */
  async steady<T>(work: () => Promise<T>): Promise<T> {
    await this.up();
    const working = work();
    const ended = working.then(
      () => undefined,
      () => undefined,
    );
    this.#work.add(ended);
    try {
      return await working;
    } finally {
      this.#work.delete(ended);
    }
  }

  /** Kills the server and restarts it at the same address. */
  crash(): Promise<void> {
    const before = this.#up;
    this.#up = (async () => {
      await before;
      await Promise.all(this.#work);
      this.crashes += 1;
      crashPostgres(this.dir);
      await this.postgres.exited;
      const port = Number(new URL(this.postgres.url).port);
      this.postgres = await startPostgres({ loopback: true, dir: this.dir, durable: true, port });
    })();
    return this.#up;
  }

  async stop(): Promise<void> {
    await this.postgres.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}
