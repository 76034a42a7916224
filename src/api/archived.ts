import { archived } from '../domain/archived.js';
import type { Settlement } from '../domain/noun/settlement.js';
import type { NumberedEntry } from '../ports/ledger-read.js';
import type { Ports } from '../ports/ports.js';

/** The first entries of a settlement's period; refused with `archived` if some of them have left. */
export async function settledItems(
  reader: Ports['reader'],
  settlement: Settlement,
  limit: number,
): Promise<NumberedEntry[]> {
  // The border is read last: entries that left after it was read would be missing.
  const entries = await reader.settledEntries(settlement, limit);
  const border = await reader.settledBorder(settlement);
  if (border) throw archived(border);
  return entries;
}
