import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isMomentary, sqlState } from './failure.js';
import { assertWrites, nameOf, takesNoWrites } from './hosts.js';
import { inOwnConnection } from './own-connection.js';

export interface Patience {
  readonly ms: number;
  /** Called with the error after the first failed attempt. */
  readonly onWait: (error: unknown) => void;
}

/** The database refuses the connection, or did not answer in time. Starting again does not help. */
export class Unreachable extends Error {}

const tryMs = 5_000;
const pauseMs = 250;
/** A server that cannot read its own files yet, or has no disk space for them. */
const unready = 'XX000';

/**
 * Resolves once the server accepts connections and writes. It waits, because a standby may be about to be promoted, and
 * a process may start together with its database. Throws an error with advice if the server refuses, or does not answer
 * within `ms`.
 */
export async function reachDatabase(
  url: string,
  { ms, onWait, setting = 'DATABASE_URL' }: Patience & { readonly setting?: string },
): Promise<void> {
  const advice = `Check that it runs and that ${setting} is right, then start again. Nothing was changed.`;
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(url, Math.min(tryMs, ms));
    } catch (error) {
      if (isRefusal(error) || (!isMomentary(error) && sqlState(error) !== unready))
        throw new Unreachable(`${nameOf(url)} refused the connection: ${said(error)}. ${advice}`);
      if (performance.now() - began > ms) {
        const how = sqlState(error) === takesNoWrites ? 'is read-only' : 'does not answer';
        throw new Unreachable(`${nameOf(url)} ${how}: ${said(error)}. ${advice}`);
      }
      if (tries === 1) onWait(error);
      await sleep(pauseMs);
    }
  }
}

/** SQLSTATE of a pooler that refuses something. */
const refused = '08P01';
/** Messages of a pooler that refuses only for the moment; they have the same SQLSTATE. */
const notNow =
  /cannot connect to server|login has been failing|query_wait_timeout|client_login_timeout|shutting down|no more connections|conn crashed|database is (paused|suspended)/;

const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === refused && !notNow.test(error.message);

function tryOnce(url: string, connectionTimeoutMillis: number): Promise<void> {
  const connection = { application_name: 'psp', connectionTimeoutMillis, isPlain: true } as const;
  return inOwnConnection(url, connection, assertWrites);
}

const said = (error: unknown): string =>
  (error instanceof Error && error.message.split('\n')[0]) || String(error);
