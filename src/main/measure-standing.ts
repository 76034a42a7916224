import { Gauge, type Registry } from 'prom-client';
import { standingOf, type Standing } from '../adapters/postgres/standing.js';
import { storageReport, type StorageReport } from '../usecases/storage.js';
import type { Wired } from './wire.js';

/** Metrics of the whole service: database contents, kill switch and connector alarms. */
export function measureStanding(registry: Registry, { orm, ports }: Pick<Wired, 'orm' | 'ports'>): void {
  const registers = [registry];
  const standing = onceAtATime((): Promise<Standing | undefined> => standingOf(orm));
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
    name: 'psp_restored_mode',
    help: '1 while the database is in restored mode, 0 otherwise.',
    registers,
    async collect() {
      const found = await standing();
      if (found) this.set(found.isRestored ? 1 : 0);
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
  measureStorage(registers, ports);
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

const storageGauges: Readonly<Record<string, readonly [help: string, key: keyof StorageReport]>> = {
  psp_database_growth_bytes: ['Growth of all tables a day, over the last 7 days.', 'growthBytes'],
  psp_volume_free_bytes: ["Bytes left on the database's volume.", 'freeBytes'],
  psp_volume_days_left: ["Days until the database's volume is full at that growth.", 'daysLeft'],
};

/** A measure whose value is unknown is left out. */
function measureStorage(
  registers: Registry[],
  ports: Pick<Wired['ports'], 'storage' | 'freeBytes' | 'retention'>,
): void {
  const report = onceAtATime((): Promise<StorageReport | undefined> => storageReport(ports));
  for (const [name, [help, key]] of Object.entries(storageGauges)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = (await report())?.[key];
        if (typeof value === 'number') this.set(value);
        else this.remove();
      },
    });
  }
  new Gauge({
    name: 'psp_table_growth_bytes',
    help: 'Growth of each table a day, over the last 7 days.',
    labelNames: ['table'],
    registers,
    async collect() {
      this.reset();
      for (const { name, growthBytes } of (await report())?.tables ?? [])
        if (growthBytes !== null) this.set({ table: name }, growthBytes);
    },
  });
}

/** One look for all measures of a scrape; nothing while the database is unreachable, which must not hide the others. */
function onceAtATime<T>(look: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let looking: Promise<T | undefined> | undefined;
  return () => {
    looking ??= look()
      .then(
        (found) => found,
        () => undefined,
      )
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
}
