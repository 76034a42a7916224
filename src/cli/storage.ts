import type { Command } from 'commander';
import type { StorageReport } from '../usecases/storage.js';
import { listed, tabled, type Answer } from './answer.js';
import { answers } from './define.js';

/** `storage`: the size of each table, and when the volume is full. */
export function storageCommand(psp: Command): void {
  const command = psp
    .command('storage')
    .description('Size, growth and retention of each table, and days until the volume is full');
  answers(command, 'storage', async () => {
    const { withPorts } = await import('./database.js');
    const { storageReport } = await import('../usecases/storage.js');
    return answerOf(await withPorts(storageReport));
  });
}

function answerOf({ databaseBytes, growthBytes, freeBytes, daysLeft, tables }: StorageReport): Answer {
  const rows = tables.map((table) => ({
    table: table.name,
    rows: table.rows,
    bytes: table.bytes,
    growth_bytes: table.growthBytes,
    kept_days: table.keptDays,
  }));
  const totals = {
    database_bytes: databaseBytes,
    growth_bytes: growthBytes,
    free_bytes: freeBytes,
    days_left: daysLeft,
  };
  const cells = rows.map(({ table, rows: count, bytes, growth_bytes: growth, kept_days: days }) => [
    table,
    count === null ? '–' : String(Math.round(count)),
    sizeText(bytes),
    growth === null ? '–' : sizeText(growth),
    days === null ? 'indefinitely' : `${days} days`,
  ]);
  const summary = listed({
    database: sizeText(databaseBytes),
    'growth a day': growthBytes === null ? 'known after two days' : sizeText(growthBytes),
    free: freeBytes === null ? 'unknown; set DATABASE_VOLUME_GB' : sizeText(freeBytes),
    'days left': daysLeft === null ? '–' : String(Math.floor(daysLeft)),
  });
  const heading = ['TABLE', 'ROWS', 'SIZE', 'A DAY', 'KEPT'];
  return { json: { ...totals, tables: rows }, text: [...tabled(heading, cells), '', summary].join('\n') };
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal units, as disks are sold. */
function sizeText(bytes: number): string {
  const sign = bytes < 0 ? '-' : '';
  let size = Math.abs(bytes);
  let unit = 0;
  while (size >= 1_000 && unit < units.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${sign}${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
