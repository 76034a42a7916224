import DataLoader from 'dataloader';
import type { Noun, Nouns } from '../../domain/decision.js';
import type { Settlement } from '../../domain/noun/settlement.js';
import type { BatchCounts } from '../../domain/payout-batch.js';
import { nothingTaken, type Taken } from '../../domain/refund.js';
import type {
  InspectedEvent,
  InspectedJournal,
  Inspector,
  Owned,
  OwnedBalance,
  Relation,
  StatementAsk,
} from '../../ports/inspector.js';
import type { Ports } from '../../ports/ports.js';
import type { NumberedEntry, Reader } from '../../ports/reader.js';
import type { Caller } from './caller.js';

/** As many as one statement is asked for at once. */
const batchMax = 1_000;

const nameOf = ({ accountId, id }: Owned): string => `${accountId} ${id}`;

/**
 * One request's reads of rows that hang on others: what is asked for at the same time is read with one statement,
 * and nothing is read twice until something is done. The rows that others hang on have been seen by the caller, or
 * they would not be here.
 */
export class Loads {
  readonly #loaders = new Map<string, unknown>();
  readonly #inspector: Inspector;
  readonly #reader: Pick<Reader, 'now' | 'batchCounts' | 'taken' | 'settledEntries'>;
  readonly #caller: Caller;
  #now: Promise<Date> | undefined;

  constructor({ inspector, reader }: Pick<Ports, 'inspector' | 'reader'>, caller: Caller) {
    this.#inspector = inspector;
    this.#reader = reader;
    this.#caller = caller;
  }

  /** Business time, read once until then. */
  now(): Promise<Date> {
    return (this.#now ??= this.#reader.now());
  }

  /** Something has been done: what is asked for from now on is read anew. */
  forget(): void {
    this.#loaders.clear();
    this.#now = undefined;
  }

  /** The row of that id, or null where it is absent or out of sight. */
  row<N extends Noun>(noun: N, id: string): Promise<Nouns[N] | null> {
    return this.#loader<string, Nouns[N] | null>(noun, String, async (ids) => {
      const rows = await this.#inspector.rows(noun, this.#caller.sight, ids);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((each) => byId.get(each) ?? null);
    }).load(id);
  }

  children<R extends Relation>(relation: R, parent: Owned, limit: number): Promise<Nouns[R[0]][]> {
    const [, field] = relation;
    const parentOf = (row: Nouns[R[0]]): unknown => Reflect.get(row, field);
    return this.#loader<Owned, Nouns[R[0]][]>(`${relation.join()} ${limit}`, nameOf, async (parents) => {
      const rows = Map.groupBy(await this.#inspector.children(relation, parents, limit), parentOf);
      return parents.map(({ id }) => rows.get(id) ?? []);
    }).load(parent);
  }

  /** How a batch stands. */
  batchCounts(batchId: string): Promise<BatchCounts> {
    return this.#loader<string, BatchCounts>('batch counts', String, async (ids) => {
      const counts = await this.#reader.batchCounts(ids);
      return ids.map((each) => counts.get(each) ?? { items: {}, totals: [] });
    }).load(batchId);
  }

  /** The first events of a resource, in the order of the log. */
  events(resource: Owned, limit: number): Promise<InspectedEvent[]> {
    return this.#loader<Owned, InspectedEvent[]>(`events ${limit}`, nameOf, async (resources) => {
      const rows = Map.groupBy(
        await this.#inspector.eventsOf(resources, limit),
        ({ resourceId }) => resourceId,
      );
      return resources.map(({ id }) => rows.get(id) ?? []);
    }).load(resource);
  }

  /** All journals of an operation, oldest first. */
  journals(origin: Owned): Promise<InspectedJournal[]> {
    return this.#loader<Owned, InspectedJournal[]>('journals', nameOf, async (origins) => {
      const rows = Map.groupBy(await this.#inspector.journalsOf(origins), ({ originId }) => originId);
      return origins.map(({ id }) => rows.get(id) ?? []);
    }).load(origin);
  }

  journal(id: string): Promise<InspectedJournal | null> {
    return this.#loader<string, InspectedJournal | null>('journal', String, async (ids) => {
      const rows = await this.#inspector.journalRows(this.#caller.sight, ids);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((each) => byId.get(each) ?? null);
    }).load(id);
  }

  event(id: string): Promise<InspectedEvent | null> {
    return this.#loader<string, InspectedEvent | null>('event', String, async (ids) => {
      const rows = await this.#inspector.eventRows(this.#caller.sight, ids);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((each) => byId.get(each) ?? null);
    }).load(id);
  }

  /** The parts of a pay-in that its refunds, its remittance and its bank have taken. */
  taken(payinId: string): Promise<Taken> {
    return this.#loader<string, Taken>('taken', String, async (ids) => {
      const taken = await this.#reader.taken(ids);
      return ids.map((each) => taken.get(each) ?? nothingTaken);
    }).load(payinId);
  }

  /** The first entries of the period of a settlement. */
  settledEntries(settlement: Settlement, limit: number): Promise<NumberedEntry[]> {
    return this.#loader<Settlement, NumberedEntry[]>(`settled ${limit}`, nameOf, (settlements) =>
      this.#reader.settledEntries(settlements, limit),
    ).load(settlement);
  }

  balances(accountId: string): Promise<OwnedBalance[]> {
    return this.#loader<string, OwnedBalance[]>('balances', String, async (ids) => {
      const rows = Map.groupBy(await this.#inspector.balances(ids), (row) => row.accountId);
      return ids.map((each) => rows.get(each) ?? []);
    }).load(accountId);
  }

  /** Entries of one balance, newest first, and one more where there is one. */
  statement(ask: StatementAsk & { limit: number }): Promise<NumberedEntry[]> {
    const { limit } = ask;
    const keyOf = ({ accountId, currency, before }: StatementAsk): string =>
      `${accountId} ${currency} ${before ?? ''}`;
    return this.#loader<StatementAsk, NumberedEntry[]>(`statement ${limit}`, keyOf, (asks) =>
      this.#inspector.statements(asks, limit + 1),
    ).load(ask);
  }

  #loader<K, V>(
    name: string,
    cacheKeyFn: (key: K) => string,
    read: (keys: readonly K[]) => Promise<V[]>,
  ): DataLoader<K, V, string> {
    const known = this.#loaders.get(name);
    if (known !== undefined) return known as DataLoader<K, V, string>;
    const made = new DataLoader<K, V, string>(read, { maxBatchSize: batchMax, cacheKeyFn });
    this.#loaders.set(name, made);
    return made;
  }
}
