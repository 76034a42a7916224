import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { runWarm } from '../../setup/cli.js';
import { eventually } from '../../setup/patience.js';
import { patience, type Installation } from './installation.js';
import { startLoad } from './load.js';
import { judgeRestored } from './verdict.js';
import { queryRows } from '../../setup/rows.js';

const minuteMs = 60_000;

/**
 * Loses all servers of the database, and restores it to a minute ago from the backup, while the service runs. It has to
 * enter restored mode by itself; then everything that was acknowledged in that minute is repeated.
 */
export async function restoreToAMinuteAgo(installation: Installation): Promise<string> {
  const { cluster, databaseUrl, env } = installation;
  const first = await cluster.leader();
  await first?.backRest('backup', '--type=full');
  const load = await startLoad(installation);
  await sleep(minuteMs + 15_000);
  const target = new Date(Date.now() - minuteMs);
  // The log is archived every five seconds.
  await sleep(15_000);
  const statuses = await load.stop();
  await load.timed('all servers lost, restored to a minute ago, in restored mode', async () => {
    await cluster.restore(target);
    await eventually(async () => {
      const query = "select operator from audit_entry where action = 'restored.begin'";
      expect(await queryRows(databaseUrl, query)).toEqual([{ operator: 'service' }]);
    }, patience);
  });
  const psp = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runWarm([...words, '--json', '--reason', 'drill'], env);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const compared = JSON.parse(await psp('restored')) as { unknown: unknown[] };
  const verdict = await judgeRestored(installation, statuses, load.pay);
  await eventually(() => psp('restored', 'end'), patience);
  return `${verdict}; ${compared.unknown.length} payouts were missing from the books`;
}
