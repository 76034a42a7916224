import type * as reports from '../src/adapters/postgres/check/report.js';
import type * as checks from '../src/adapters/postgres/check/run.js';
import type * as configs from '../src/main/config.js';
import type * as servers from '../src/main/embedded.js';
import type * as rings from '../src/main/keys.js';
import type * as logs from '../src/main/log.js';
import type * as wiring from '../src/main/wire.js';
import type * as accounts from '../src/usecases/account.js';
import type * as confirms from '../src/usecases/hosted-session-confirm.js';
import type * as prices from '../src/usecases/hosted-session-price.js';
import type * as platforms from '../src/usecases/platform.js';

// The bench runs the built files, which have no declarations: types come from the sources.
export function built<T>(file: string): Promise<T> {
  const { href } = new URL(`../dist/${file}`, import.meta.url);
  return import(href) as Promise<T>;
}

await built('main/node-version.js');

export const { startPostgres, runningDatabaseUrl } = await built<typeof servers>('main/embedded.js');
export const { readConfig } = await built<typeof configs>('main/config.js');
export const { keysOf } = await built<typeof rings>('main/keys.js');
export const { createLog } = await built<typeof logs>('main/log.js');
export const { wire } = await built<typeof wiring>('main/wire.js');
export const { openAccount } = await built<typeof accounts>('usecases/account.js');
export const { advanceClock } = await built<typeof platforms>('usecases/platform.js');
export const { confirmHostedSession } = await built<typeof confirms>('usecases/hosted-session-confirm.js');
export const { freezePrice } = await built<typeof prices>('usecases/hosted-session-price.js');
export const { checkInvariants } = await built<typeof checks>('adapters/postgres/check/run.js');
export const { formatReport } = await built<typeof reports>('adapters/postgres/check/report.js');
