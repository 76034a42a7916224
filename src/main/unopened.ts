import type { KeyRing } from '../adapters/crypto/keys.js';
import { createVault, type OnUnopened } from '../adapters/crypto/vault.js';
import { columnOf, sealedColumns } from '../adapters/postgres/reseal.js';
import type { Log } from '../ports/log.js';
import type { Vault } from '../ports/vault.js';
import { opensWith } from './keys.js';

/** A row is logged at most once in this time. */
const quietMs = 3_600_000;
/** Rows remembered as logged. */
const rowsMost = 10_000;

/** How many values of a column could not be decrypted. */
export interface UnopenedColumn {
  readonly table: string;
  readonly column: string;
  count: number;
}

/**
 * A vault that counts values that cannot be decrypted, by column, and logs their rows. Its `opens` does
 * neither.
 */
export function reportingVault(
  keys: KeyRing,
  log: Log,
  cell?: string,
): {
  readonly vault: Vault;
  readonly opens: ReturnType<typeof opensWith>;
  readonly unopened: readonly UnopenedColumn[];
} {
  // All columns start at zero, so that the first fault is visible as an increase.
  const unopened: UnopenedColumn[] = sealedColumns.map(([table, column]) => ({ table, column, count: 0 }));
  const logged = new Map<string, number>();
  const onUnopened: OnUnopened = ({ id, ...field }, reason) => {
    const [table, column] = columnOf(field);
    const counted = unopened.find((each) => each.table === table && each.column === column);
    if (counted) counted.count += 1;
    const valueName = `${table}.${column} ${id}`;
    const now = performance.now();
    if (now - (logged.get(valueName) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
    if (logged.size >= rowsMost) logged.clear();
    logged.set(valueName, now);
    log.error({ table, column, row_id: id, reason }, 'encrypted value cannot be decrypted');
  };
  return { vault: createVault(keys, { onUnopened, cell }), opens: opensWith(createVault(keys)), unopened };
}
