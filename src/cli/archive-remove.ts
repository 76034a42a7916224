import { escaped } from '../domain/text.js';
import type { RemovedEntries } from '../usecases/archive-remove.js';
import type { ArchiveParts } from '../usecases/archive.js';

const progressEveryMs = 1_000;

/** `archive --remove`: the entries of archived days leave the database. */
export async function removedDays(parts: ArchiveParts, before: Date): Promise<RemovedSum> {
  const { removeDays } = await import('../usecases/archive-remove.js');
  const sum = new RemovedSum();
  await removeDays(parts, before, (step) => sum.add(step));
  return sum;
}

/** Adds steps up, and says on standard error how far it is. */
class RemovedSum {
  #days = 0;
  #entries = 0;
  #printedAt = Date.now();

  add({ accountId, day, removed, isDone }: RemovedEntries): void {
    this.#days += Number(isDone);
    this.#entries += removed;
    if (Date.now() - this.#printedAt < progressEveryMs) return;
    this.#printedAt = Date.now();
    process.stderr.write(
      `${escaped(`${accountId} ${day}: entries of ${this.#days} days removed, ${this.#entries} of balances`)}\n`,
    );
  }

  json() {
    return { removed_days: this.#days, removed_entries: this.#entries };
  }

  text(): Record<string, string> {
    return { 'Days removed': String(this.#days), 'Entries of balances removed': String(this.#entries) };
  }
}
