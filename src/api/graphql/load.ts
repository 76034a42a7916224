import type { Noun, Nouns } from '../../domain/decision.js';
import type { Settlement } from '../../domain/noun/settlement.js';
import type { BatchCounts } from '../../domain/payout-batch.js';
import type { TakenParts } from '../../domain/refund.js';
import type {
  Balance,
  NumberedEntry,
  OwnedEvent,
  StatementAsk,
  WholeJournal,
} from '../../ports/ledger-read.js';
import type { Ports } from '../../ports/ports.js';
import type { Reader, Relation } from '../../ports/reader.js';
import type { OwnedRow } from '../../ports/sight.js';
import { settledItems } from '../archived.js';
import type { Caller } from './caller.js';

/**
 * The reads of related rows in one request. Nothing is read twice until something changes. The reader batches
 * concurrent reads of all requests. The caller has already seen the parent rows, so they are not checked again.
 */
export class Loads {
  readonly #read = new Map<string, unknown>();
  readonly #reader: Reader;
  readonly #caller: Caller;

  constructor({ reader }: Pick<Ports, 'reader'>, caller: Caller) {
    this.#reader = reader;
    this.#caller = caller;
  }

  /** Business time, read once until something changes. */
  now(): Promise<Date> {
    return this.#once('now', () => this.#reader.now());
  }

  /** Forgets what was read, because it may have changed. */
  forget(): void {
    this.#read.clear();
  }

  /** The row with this id; null if it does not exist or the caller cannot see it. */
  row<N extends Noun>(noun: N, id: string): Promise<Nouns[N] | null> {
    return this.#once(
      `${noun} ${id}`,
      async () => (await this.#reader.get(noun, this.#caller.sight, id)) ?? null,
    );
  }

  children<R extends Relation>(relation: R, parent: OwnedRow, limit: number): Promise<Nouns[R[0]][]> {
    const name = `${relation.join()} ${limit} ${nameOf(parent)}`;
    return this.#once(name, () => this.#reader.children(relation, parent, limit));
  }

  /** The items of a batch by status. */
  batchCounts(id: string): Promise<BatchCounts> {
    return this.#once(
      `counts ${id}`,
      async () => (await this.#reader.batchCounts([id])).get(id) ?? { items: {}, totals: [] },
    );
  }

  /** The first events of a resource, in log order. */
  events(resource: OwnedRow, limit: number): Promise<OwnedEvent[]> {
    return this.#once(`events ${limit} ${nameOf(resource)}`, () => this.#reader.eventsOf(resource, limit));
  }

  /** All journals of an operation, oldest first. */
  journals(origin: OwnedRow): Promise<WholeJournal[]> {
    return this.#once(`journals ${nameOf(origin)}`, () => this.#reader.journalsOf(origin));
  }

  journal(id: string): Promise<WholeJournal | null> {
    return this.#once(
      `journal ${id}`,
      async () => (await this.#reader.journal(this.#caller.sight, id)) ?? null,
    );
  }

  event(id: string): Promise<OwnedEvent | null> {
    return this.#once(`event ${id}`, async () => (await this.#reader.event(this.#caller.sight, id)) ?? null);
  }

  /** The parts of a pay-in taken by refunds, by its remittance and by bank reversals. */
  taken(payinId: string): Promise<TakenParts> {
    return this.#once(`taken ${payinId}`, () => this.#reader.taken(payinId));
  }

  /** The first entries in the period of a settlement. */
  settledEntries(settlement: Settlement, limit: number): Promise<NumberedEntry[]> {
    return this.#once(`settled ${limit} ${settlement.id}`, () =>
      settledItems(this.#reader, settlement, limit),
    );
  }

  balances(accountId: string): Promise<Balance[]> {
    return this.#once(`balances ${accountId}`, () => this.#reader.balances([accountId]));
  }

  /** Entries of one balance, newest first; one more than `limit` if there are more. */
  statement({ limit, ...ask }: StatementAsk & { limit: number }): Promise<NumberedEntry[]> {
    const name = `statement ${limit} ${ask.accountId} ${ask.currency} ${ask.before ?? ''}`;
    return this.#once(name, () => this.#reader.statement(ask, limit + 1));
  }

  #once<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#read.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const reading = read();
    this.#read.set(name, reading);
    return reading;
  }
}

const nameOf = ({ accountId, id }: OwnedRow): string => `${accountId} ${id}`;
