import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { queryRows } from '../../setup/rows.js';
import { sized } from '../../setup/size.js';
import { failOver, failovers } from './failover.js';
import { endInstallation, patience, startInstallation, type Installation } from './installation.js';
import { startLoad, type Load } from './load.js';
import { cutMinority, fillDisk, restartAll } from './outage.js';
import { restoreToAMinuteAgo } from './restore.js';
import { judge } from './verdict.js';

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 });

let installation: Installation;
let load: Load;

beforeAll(async () => {
  installation = await startInstallation();
  load = await startLoad(installation);
});
afterAll(endInstallation);

const atWork = ['leader', 'replica', 'sync_standby'];
const planned = Array.from({ length: sized(failovers.length, 20) }, (_, nth) => nth % failovers.length);

// One after the other under the same load; a step that is repeated would hide that it failed.
describe('under load', { retry: 0 }, () => {
  test.each(planned.map((kind, nth) => [nth + 1, failovers[kind]?.name, failovers[kind]] as const))(
    'failover %i: %s',
    async (_nth, _name, kind) => {
      if (kind === undefined) throw new Error('there are kinds');
      await failOver(kind, installation, load);
      await expect.poll(() => installation.cluster.roles(), patience).toEqual(atWork);
    },
  );
  test.each([
    ['a cut minority', cutMinority],
    ['a full disk', fillDisk],
    ['a rolling restart of everything', restartAll],
  ] as const)('%s', async (_name, work) => {
    await work(installation, load);
    await expect.poll(() => installation.cluster.roles(), patience).toEqual(atWork);
  });
  test('verdict: nothing is lost, nothing is paid twice', async () => {
    console.log(await judge(installation, await load.stop(), load.pay));
    // No commit was lost, so no failover looked like a restored backup.
    expect(
      await queryRows(installation.databaseUrl, "select from audit_entry where action = 'restored.begin'"),
    ).toEqual([]);
    const { config, cluster } = await installation.inStreams((manager) => manager.streams.info('psp_events'));
    expect([config.num_replicas, cluster?.replicas?.length]).toEqual([3, 2]);
  });
  test('a restore to a minute ago enters restored mode by itself, and pays nothing twice', async () => {
    await load.stop();
    console.log(await restoreToAMinuteAgo(installation));
    await expect.poll(() => installation.cluster.roles(), patience).toEqual(atWork);
  });
});
