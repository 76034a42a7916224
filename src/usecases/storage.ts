import { keptDaysOf } from '../domain/retention.js';
import { daysLeftOf, growthOf, type DaySize } from '../domain/storage.js';
import type { Ports } from '../ports/ports.js';
import type { TableSize } from '../ports/storage.js';

export interface TableStorage extends TableSize {
  /** Bytes a day; null until sizes of two days are recorded. */
  readonly growthBytes: number | null;
  /** Null: kept indefinitely. */
  readonly keptDays: number | null;
}

export interface StorageReport {
  readonly databaseBytes: number;
  readonly growthBytes: number | null;
  /** Null if the size of the volume is unknown. */
  readonly freeBytes: number | null;
  readonly daysLeft: number | null;
  /** Largest first. */
  readonly tables: readonly TableStorage[];
  /** All tables together, oldest day first. */
  readonly days: readonly DaySize[];
}

/** Sizes of the database and its tables, how fast they grow, and when the volume is full. */
export async function storageReport({
  storage,
  freeBytes: freeOf,
  retention,
}: Pick<Ports, 'storage' | 'freeBytes' | 'retention'>): Promise<StorageReport> {
  const [{ bytes: databaseBytes, tables }, history] = await Promise.all([storage.sizes(), storage.history()]);
  const days = totalsOf(history);
  const growthBytes = growthOf(days);
  const freeBytes = await freeOf(databaseBytes);
  return {
    databaseBytes,
    growthBytes,
    freeBytes,
    daysLeft: daysLeftOf(freeBytes, growthBytes),
    tables: tables.map((table) => ({
      ...table,
      growthBytes: growthOf(history.get(table.name) ?? []),
      keptDays: keptDaysOf(table.name, retention),
    })),
    days,
  };
}

function totalsOf(history: ReadonlyMap<string, readonly DaySize[]>): DaySize[] {
  const totals = new Map<string, number>();
  for (const days of history.values())
    for (const { day, bytes } of days) totals.set(day, (totals.get(day) ?? 0) + bytes);
  return [...totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([day, bytes]) => ({ day, bytes }));
}
