import { setTimeout as sleep } from 'node:timers/promises';
import { isMomentary } from './failure.js';
import { inOwnSession } from './own-session.js';

export interface Patience {
  readonly ms: number;
  /** Told after the first try that failed, and what it said. */
  readonly onWait: (error: unknown) => void;
}

const tryMs = 5_000;
const pauseMs = 250;

/**
 * Resolves once the server takes connections: a process may be started together with its database. Throws an Error that
 * says what to do where it refuses, or gives no answer for so long.
 */
export async function reachDatabase(url: string, { ms, onWait }: Patience): Promise<void> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(url, Math.min(tryMs, ms));
    } catch (error) {
      if (!isMomentary(error)) throw new Error(`${nameOf(url)} refuses us: ${said(error)}. ${advice}`);
      if (performance.now() - began > ms) {
        throw new Error(`${nameOf(url)} gives no answer: ${said(error)}. ${advice}`);
      }
      if (tries === 1) onWait(error);
      await sleep(pauseMs);
    }
  }
}

const advice = 'See that it runs and that DATABASE_URL is right, then start again; nothing was changed.';

function tryOnce(url: string, connectionTimeoutMillis: number): Promise<void> {
  return inOwnSession(url, { application_name: 'psp', connectionTimeoutMillis }, async () => undefined);
}

/** Without user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `The database ${pathname.slice(1)} at ${host}`;
}

const said = (error: unknown): string =>
  (error instanceof Error && error.message.split('\n')[0]) || String(error);
