import type { Command } from 'commander';
import { answers, withExample } from './define.js';
import { escaped } from '../domain/text.js';
import { endSignal } from '../main/end-signal.js';
import type { Answer } from './answer.js';

/** Exit code of a check that could not run; 1 means that it found a fault. */
const couldNotLook = 3;

/** `serve`, `migrate` and `check`: the commands of a deployment. */
export function runningCommands(psp: Command): void {
  const serving = psp
    .command('serve')
    .description('Run the service, as npm start does')
    .option('--json', 'print the addresses as one JSON object instead of the banner');
  withExample(serving, 'serve').action(async function () {
    const { json } = this.opts<{ json?: true }>();
    const signal = endSignal();
    const { serve } = await import('../main/until-stopped.js');
    await serve(signal, ({ banner, baseUrl, internalUrl }) =>
      json ? `${JSON.stringify({ base_url: baseUrl, internal_url: internalUrl })}\n` : banner,
    );
  });
  const migrating = psp
    .command('migrate')
    .description('Apply the migrations of this release')
    .option('--beside', 'also while other processes are connected; they exit when it is done');
  answers(migrating, 'migrate', migrateAll);
  const checking = psp
    .command('check')
    .description(
      `Check every invariant in one snapshot; exit code 1 if one is broken, with its rows; ${couldNotLook} if the check could not run`,
    );
  answers(checking, 'check', check);
}

const notBesidePooler =
  'A pooler in transaction mode keeps the connections of running processes: stop them first, then run `psp migrate` without --beside. Nothing was changed.';

async function migrateAll(_args: unknown, { beside = false }: { beside?: boolean }): Promise<Answer> {
  const [{ withDatabase }, { migrate }, { migrationsDir }, { keepRoleSettings }, { poolerOf }] =
    await Promise.all([
      import('./database.js'),
      import('../adapters/postgres/migrate.js'),
      import('../main/wire.js'),
      import('../adapters/postgres/pooler.js'),
      import('../main/database-address.js'),
    ]);
  const applied = await withDatabase(
    async (database, config) => {
      const pooler = poolerOf(config);
      if (beside && pooler?.mode === 'transaction') throw new Error(notBesidePooler);
      const done = await migrate(database.url, migrationsDir, {
        beside,
        warn: warned,
        retention: config.retention,
      });
      if (pooler?.mode === 'transaction') await keepRoleSettings(database.url, pooler);
      return [...database.applied, ...done];
    },
    { mayMake: true },
  );
  const text =
    applied.length === 0
      ? 'The database is up to date.'
      : applied.map((name) => `Applied ${name}`).join('\n');
  return { json: { applied }, text };
}

const warned = (message: string): void => void process.stderr.write(`${escaped(message)}\n`);

async function check(): Promise<Answer> {
  const [{ withDatabase }, { assertMigrated }, { migrationsDir }, checking, { formatReport }, keys, vault] =
    await Promise.all([
      import('./database.js'),
      import('../adapters/postgres/migrate.js'),
      import('../main/wire.js'),
      import('../adapters/postgres/check/run.js'),
      import('../adapters/postgres/check/report.js'),
      import('../main/keys.js'),
      import('../adapters/crypto/vault.js'),
    ]);
  const report = await withDatabase(async ({ url }, config) => {
    await assertMigrated(url, migrationsDir);
    const ring = keys.knownKeysOf(config);
    const opens = ring && keys.opensWith(vault.createVault(ring));
    return checking.checkInvariants(url, { opens, simulatorUrl: config.simulatorUrl });
  }).catch((error: unknown) => {
    process.exitCode = couldNotLook;
    throw error;
  });
  const holds = report.violations.length === 0;
  return { json: { holds, ...report }, text: formatReport(report), failed: !holds };
}
