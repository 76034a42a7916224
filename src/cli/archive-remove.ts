import { escaped } from '../domain/text.js';
import type { RemovedRows } from '../usecases/archive-remove.js';
import type { ArchiveParts } from '../usecases/archive.js';

const progressEveryMs = 1_000;

/** `archive --remove`: the entries, events and intents of archived days leave the database. */
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
  #events = 0;
  #printedAt = Date.now();

  add({ accountId, day, entries, events, isDone }: RemovedRows): void {
    this.#days += Number(isDone);
    this.#entries += entries;
    this.#events += events;
    if (Date.now() - this.#printedAt < progressEveryMs) return;
    this.#printedAt = Date.now();
    process.stderr.write(
      `${escaped(`${accountId} ${day}: ${this.#days} days removed, ${this.#entries} entries of balances, ${this.#events} events`)}\n`,
    );
  }

  json() {
    return { removed_days: this.#days, removed_entries: this.#entries, removed_events: this.#events };
  }

  text(): Record<string, string> {
    return {
      'Days removed': String(this.#days),
      'Entries of balances removed': String(this.#entries),
      'Events removed': String(this.#events),
    };
  }
}
