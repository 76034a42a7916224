import { sql, type RawBuilder } from 'kysely';
import type { CapabilityKey } from '../../domain/capability.js';
import type { EventType } from '../../domain/event.js';
import { joined, type Decision, type Moment, type Noun, type Nouns } from '../../domain/decision.js';
import type { NewId } from '../../domain/id.js';
import { answerMs } from '../../domain/intent.js';
import { replayOf, type Binding } from '../../domain/idempotency-key.js';
import { exact, zero } from '../../domain/money.js';
import type { BatchCounts } from '../../domain/payout-batch.js';
import type { KillSwitch } from '../../ports/kill-switch.js';
import type { EarlyNotice, EarlyNoticeOf } from '../../ports/provider.js';
import type { SealBook } from '../../ports/ledger-seal.js';
import type { StatementBook } from '../../ports/statement.js';
import type { Trace } from '../../ports/trace.js';
import type { Lanes } from '../../ports/webhook.js';
import type {
  BoundKey,
  DueAsk,
  DueNoun,
  Follow,
  KeyState,
  KeyUse,
  KnownPayments,
  PaymentName,
  PayoutAsk,
  PayoutFacts,
  StatementRange,
  Tx,
  Where,
} from '../../ports/store.js';
import { instant } from './column.js';
import { having, ownedBy, without } from './condition.js';
import { keepNotices, noticeCursor, setNoticeCursor, takeEarlyNotices } from './early-notice.js';
import { factsOf, restoredAt, restoredQuery, standingOf, type AskRow } from './payout-facts.js';
import { notHeld } from './held.js';
import { tryKeys } from './key.js';
import { killSwitchOf } from './kill-switch.js';
import { foundInOrder, free, inOrder, lockedAt, type Locked, type Versioned } from './lock.js';
import { sealBook } from './ledger-seal.js';
import { cachedNouns } from './listen.js';
import { lapsedUsage, recentCount, usageTotal } from './limit.js';
import { relabelStatements } from './metadata-pair.js';
import { recordStatements } from './record.js';
import { compiled, type Connection } from './connection.js';
import { findPayments } from './payment.js';
import { countQuery, countsFrom } from './payout-batch.js';
import { columnsOf, decodeRow } from './row.js';
import { signInsOf } from './sign-in.js';
import { lastEntry, movedBehind } from './settlement.js';
import { tables } from './table.js';
import { takenFrom, takenQuery } from './taken.js';
import { traceStatement } from './trace.js';
import { triesOf } from './tries.js';
import { statementBook } from './statement.js';
import { lanesOf } from './webhook.js';

export interface Origin {
  readonly newId: NewId;
  readonly livemode: boolean;
  readonly follow?: Follow;
  readonly trace?: Trace | undefined;
}

const listMax = 1000;
const capabilityRow = (accountId: string, { product, method, currency }: CapabilityKey) =>
  JSON.stringify([[accountId, product, method, currency]]);

/** The store's methods in one open transaction. */
export class PostgresTx implements Tx {
  #moment: Moment | undefined;
  /** Business time, read with the last lock. */
  #readAt: Date | undefined;
  /** The accounts that get new events with this commit. */
  readonly withEvents = new Set<string>();
  /** The types of the events in this commit. */
  readonly eventTypes: EventType[] = [];
  /** Whether this transaction changes rows that processes cache. */
  isChanged = false;

  constructor(
    private readonly connection: Connection,
    private readonly origin: Origin,
  ) {}

  get lanes(): Lanes {
    const lanes = lanesOf(this.connection);
    return {
      ...lanes,
      catchUp: (...ask) => this.timed(lanes.catchUp(...ask)),
      lock: (ids) => this.timed(lanes.lock(ids)),
    };
  }

  get seals(): SealBook {
    return sealBook(this.connection);
  }

  get statements(): StatementBook {
    return statementBook(this.connection);
  }

  get signIns() {
    return signInsOf(this.connection);
  }

  get killSwitch(): KillSwitch {
    return killSwitchOf(this.connection);
  }

  get tries() {
    return triesOf(this.connection);
  }

  async moment(): Promise<Moment> {
    const now = this.#moment?.now ?? this.#readAt ?? (await this.readNow());
    this.#moment ??= { ...this.origin, now };
    return this.#moment;
  }

  /**
   * Waits for locks, and reads the time at which they were held. Both go out together; the time is read after the locks
   * if they use `look`.
   */
  private async timed<T>(locking: Promise<T>): Promise<T> {
    const [had, now] = await Promise.all([locking, this.readNow()]);
    this.#readAt = now;
    return had;
  }

  private async readNow(): Promise<Date> {
    const [row] = await this.connection.look(sql<{ now: string }>`select business_now() as now`);
    return instant(row?.now);
  }

  async lock<N extends Noun>(noun: N, ids: readonly string[], accountId?: string): Promise<Nouns[N][]> {
    if (ids.length === 0) return [];
    const own = accountId === undefined ? [] : [ownedBy(accountId)];
    return this.locked(noun, inOrder(noun, [sql`id = any(${ids})`, ...own]));
  }

  async lockKnown<N extends Noun>(noun: N, known: readonly Nouns[N][]): Promise<readonly Nouns[N][]> {
    const ids = known.map(({ id }) => id);
    const versions = new Map(known.map(({ id, version }) => [id, version]));
    const had = await this.had<Versioned>(
      inOrder(noun, [sql`id = any(${ids})`], { columns: sql`id, version` }),
    );
    const isKnown = had.length === known.length && had.every((row) => versions.get(row.id) === row.version);
    return isKnown ? known : this.lock(noun, ids);
  }

  async lockFound<N extends Noun>(noun: N, where: Where<Nouns[N]>): Promise<Nouns[N][]> {
    return this.locked(noun, foundInOrder(noun, having(noun, where)));
  }

  lockFree<N extends Noun>(noun: N, where: Where<Nouns[N]>): Promise<Nouns[N][]> {
    return this.locked(noun, free(noun, having(noun, where)));
  }

  private async locked<N extends Noun>(noun: N, query: RawBuilder<unknown>): Promise<Nouns[N][]> {
    return (await this.had<Locked>(query)).map((row) => decodeRow(noun, row));
  }

  private async had<R extends Locked>(query: RawBuilder<unknown>): Promise<R[]> {
    const rows = await this.connection.look(lockedAt<R>(query));
    const last = rows.at(-1);
    if (last) this.#readAt = instant(last.read_at);
    return rows;
  }

  async find<N extends Noun>(noun: N, where: Where<Nouns[N]>, first?: number): Promise<Nouns[N][]> {
    // OFFSET 0: if the planner sees the order and the limit, it walks all rows by id.
    const table = sql.table(tables[noun].name);
    const rows = await this.connection.look(sql`select ${columnsOf(noun)} from (
        select * from ${table} where ${sql.join(having(noun, where), sql` and `)} offset 0) ${table}
      order by id limit ${first ?? listMax + 1}`);
    if (first === undefined && rows.length > listMax)
      throw new Error(`more than ${listMax} rows of ${noun} have these values`);
    return rows.map((row) => decodeRow(noun, row));
  }

  async countBatch(id: string, decided: Parameters<Tx['countBatch']>[1] = []): Promise<BatchCounts> {
    const counts = countsFrom(await this.connection.look(countQuery([id], decided)));
    return counts.get(id) ?? { items: {}, totals: [] };
  }

  findPayments(names: readonly PaymentName[]): Promise<KnownPayments> {
    return findPayments(this.connection, names);
  }

  async lockDue<N extends DueNoun>(
    noun: N,
    limit: number,
    { ids, except = [], mayLeaveIn, isSendingOff = false }: DueAsk,
  ): Promise<Nouns[N][]> {
    const own = ids === undefined ? sql`` : sql`and id = any(${ids})`;
    const stillOpen = mayLeaveIn
      ? sql`and (sending <> 'open' or send_by < machine_now() - ${answerMs} * interval '1 millisecond' or status <> all(${mayLeaveIn}))`
      : sql``;
    const unsent = isSendingOff ? sql`and sending <> 'unsent'` : sql``;
    return this.locked(
      noun,
      sql`select ${columnsOf(noun)} from ${sql.table(tables[noun].name)}
        where next_step_at <= business_now() ${stillOpen} ${unsent} ${sql.raw(notHeld(tables[noun]))} ${own} ${without(except)}
        order by next_step_at limit ${limit} for no key update skip locked`,
    );
  }

  lockNames(names: readonly string[]): void {
    this.connection.send(compiled(sql`select lock_keys(${names})`));
  }

  async claimKey(use: KeyUse): Promise<string | undefined> {
    this.lockNames([`${use.accountId}:${use.key}`]);
    const [bound] = await this.timed(
      this.connection.look(sql<Binding>`
        select fingerprint, resource_id as "resourceId" from idempotency_key
        where account_id = ${use.accountId} and key = ${use.key}`),
    );
    return bound && replayOf(use, bound);
  }

  tryKeys(uses: readonly KeyUse[]): Promise<KeyState[]> {
    return this.timed(tryKeys(this.connection, uses));
  }

  async loadPayouts(
    asks: readonly PayoutAsk[],
    { velocityMinutes, wait, keyed = true }: { velocityMinutes: number; wait: boolean; keyed?: boolean },
  ): Promise<PayoutFacts[]> {
    if (asks.length === 0) return [];
    const rows = asks.map((ask) => [
      ask.accountId,
      keyed ? ask.key : null,
      ask.beneficiaryId,
      ask.quoteId,
      ask.sourceCurrency,
    ]);
    const answers = await this.connection.look(
      sql<AskRow>`select * from load_payout_asks(${JSON.stringify(rows)}, ${velocityMinutes}, ${wait})`,
    );
    this.#readAt = instant(answers[0]?.moment);
    const quoteIds = asks.flatMap((ask) => (ask.quoteId === null ? [] : [ask.quoteId]));
    const quotes = new Map((await this.lock('quote', quoteIds)).map((quote) => [quote.id, quote]));
    return answers.map((row) => {
      const ask = asks[row.ord];
      const quote = quotes.get(ask?.quoteId ?? '');
      return factsOf(row, quote?.accountId === ask?.accountId ? quote : undefined);
    });
  }

  async lockUsage(accountId: string, capability: CapabilityKey) {
    await this.connection.rows(sql`select lock_limits(${capabilityRow(accountId, capability)})`);
    this.#readAt = await this.readNow();
    return usageTotal(this.connection, accountId, capability);
  }

  async lapsedUsage(accountId: string, key: CapabilityKey) {
    const { now } = await this.moment();
    return lapsedUsage(this.connection, { accountId, key, now });
  }

  async recentCount(accountId: string, key: CapabilityKey, minutes: number) {
    const { now } = await this.moment();
    return recentCount(this.connection, { accountId, key, now, minutes });
  }

  async lockAvailable(accountId: string, currency: string) {
    const [row] = await this.timed(
      this.connection.look(sql<{ available: string }>`select available from balance
        where account_id = ${accountId} and currency = ${currency} for no key update`),
    );
    return row ? exact(row.available) : zero;
  }

  movedAfter(range: StatementRange) {
    return movedBehind(this.connection, range);
  }

  lastEntry(accountId: string, currency: string) {
    return lastEntry(this.connection, accountId, currency);
  }

  async takenOf(payinId: string) {
    const [row] = await this.connection.look(takenQuery([payinId]));
    return takenFrom(row);
  }

  standing(accountId: string, capability: CapabilityKey) {
    return standingOf(this.connection, accountId, capability);
  }

  async takeNotices(provider: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.connection.rows(sql<{ id: string }>`insert into notice (provider, id, received_at)
      select ${provider}, id, machine_now() from unnest(${[...ids].sort()}::text[]) as n(id)
      on conflict do nothing returning id`);
    return new Set(rows.map((row) => row.id));
  }

  noticeCursor(provider: string): Promise<string | undefined> {
    return noticeCursor(this.connection, provider);
  }

  setNoticeCursor(provider: string, cursor: string): Promise<void> {
    return setNoticeCursor(this.connection, provider, cursor);
  }

  keepNotices(provider: string, notices: readonly EarlyNotice[]): Promise<void> {
    return keepNotices(this.connection, provider, notices);
  }

  takeEarlyNotices<T extends EarlyNotice['type']>(
    type: T,
    references: readonly string[],
  ): Promise<EarlyNoticeOf<T>[]> {
    return takeEarlyNotices(this.connection, type, references);
  }

  async restoredAt(): Promise<Date | null> {
    return restoredAt(await this.connection.rows(restoredQuery));
  }

  async setRestored(restored: boolean): Promise<void> {
    await this.connection.rows(
      sql`update platform set restored_at = case when ${restored} then machine_now() end`,
    );
  }

  async keepHashKeyProof(proof: string): Promise<string> {
    const [row] = await this.connection.rows(sql<{ proof: string }>`update platform
      set hash_key_proof = coalesce(hash_key_proof, ${proof}) returning hash_key_proof as proof`);
    return row?.proof ?? '';
  }

  async moveClock(ms: number): Promise<void> {
    this.isChanged = true;
    await this.connection.rows(sql`update platform set clock_offset_ms = clock_offset_ms + ${ms}`);
  }

  relabel(...relabelling: Parameters<Tx['relabel']>): void {
    for (const each of relabelStatements(...relabelling)) this.connection.send(each);
  }

  async record(decisions: readonly Decision[], keys: readonly BoundKey[] = []): Promise<void> {
    const following = await this.origin.follow?.(this, decisions);
    const decision = joined([...decisions, ...(following ?? [])]);
    const moment = await this.moment();
    for (const each of recordStatements(decision, { moment, keys })) this.connection.send(each);
    const traced = this.origin.trace && traceStatement(this.origin.trace, decision.events, keys);
    if (traced) this.connection.send(traced);
    for (const { accountId, type } of decision.events) {
      this.withEvents.add(accountId);
      this.eventTypes.push(type);
    }
    this.isChanged ||= decision.changes.some(({ noun }) => cachedNouns.has(noun));
  }
}
