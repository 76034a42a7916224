import { Gauge, type Registry } from 'prom-client';
import { standingOf, type Standing } from '../adapters/postgres/standing.js';
import type { Wired } from './wire.js';

/** Metrics of the whole service: database contents, kill switch and connector alarms. */
export function measureStanding(registry: Registry, { orm, ports }: Pick<Wired, 'orm' | 'ports'>): void {
  const registers = [registry];
  let looking: Promise<Standing | undefined> | undefined;
  /** One query for each scrape. Undefined if the database is away, which must not hide other metrics. */
  const standing = (): Promise<Standing | undefined> => {
    looking ??= standingOf(orm)
      .then(
        (found) => found,
        () => undefined,
      )
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  new Gauge({
    name: 'psp_payouts_stopped',
    help: '1 while the kill switch stops all sending to banks, 0 otherwise.',
    registers,
    async collect() {
      const found = await standing();
      if (found) this.set(found.payoutsStopped ? 1 : 0);
      else this.remove();
    },
  });
  new Gauge({
    name: 'psp_table_bytes',
    help: 'Size of each table with its indexes.',
    labelNames: ['table'],
    registers,
    async collect() {
      this.reset();
      const found = await standing();
      for (const [table, bytes] of Object.entries(found?.bytes ?? {})) this.set({ table }, bytes);
    },
  });
  new Gauge({
    name: 'psp_replication_slot_bytes',
    help: 'WAL that the database server keeps for each replication slot.',
    labelNames: ['slot'],
    registers,
    async collect() {
      this.reset();
      const found = await standing();
      for (const [slot, bytes] of Object.entries(found?.slots ?? {})) this.set({ slot }, bytes);
    },
  });
  new Gauge({
    name: 'psp_connector_alarms',
    help: '1 for each alarm that a connector raises now; floor: the balance at the provider is too low.',
    labelNames: ['provider', 'alarm'],
    registers,
    collect() {
      this.reset();
      for (const { name: provider, remote } of ports.providers.values())
        for (const alarm of remote?.alarms() ?? []) this.set({ provider, alarm }, 1);
    },
  });
}
