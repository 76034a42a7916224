import type { Decision, LimitUse, Moment, Noun, Nouns } from '../../src/domain/decision.js';
import type { Journal } from '../../src/domain/ledger.js';
import type { WebhookDelivery, WebhookEndpoint } from '../../src/domain/webhook.js';
import type { Amount } from '../../src/domain/money.js';
import type { Payment } from '../../src/domain/payin.js';
import { buckets, nounsInOrder, sidesOf, tables, zero } from './rule.ts';
import type { Cell, Copy } from './copy.ts';
import { Usage, type Minute } from './usage.ts';

/** An idempotency key and the resource it created. */
interface Bound {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly resourceId: string;
  readonly createdAt: Date;
}

interface Balance {
  readonly held: Map<string, Amount>;
  seq: number;
  asOf: Date;
}

/** Tables without a noun, and their columns. */
const ownColumns: Readonly<Record<string, readonly string[]>> = {
  idempotency_key: ['account_id', 'key', 'fingerprint', 'resource_id', 'created_at'],
  journal: ['id', 'account_id', 'purpose', 'origin_type', 'origin_id', 'occurred_at'],
  entry: 'id account_id journal_id ledger currency direction amount seq occurred_at'.split(' '),
  balance: ['account_id', 'currency', ...buckets, 'seq', 'as_of'],
  event_counter: ['account_id', 'last'],
  event: ['account_id', 'position', 'id', 'type', 'resource_id', 'occurred_at', 'body'],
  webhook_cursor: ['account_id', 'position'],
  webhook_lane: ['endpoint_id', 'account_id', 'after_position'],
  limit_usage: ['account_id', 'product', 'method', 'currency', 'total', 'swept_to'],
  'simulator.payment': 'reference funding_reference bank_reference amount currency outcome due_at'.split(' '),
  limit_minute: ['account_id', 'product', 'method', 'currency', 'minute', 'amount', 'count'],
};

/** All tables that are written. */
export const bookColumns: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    nounsInOrder.map((noun) => [tables[noun].name, tables[noun].fields.map(({ column }) => column)]),
  ),
  ...ownColumns,
};

const isBucket: ReadonlySet<string> = new Set(buckets);

/**
 * Records decisions like the store, but in memory and through COPY. Time never goes back, so records are in
 * order.
 */
export class Book {
  readonly #copy: Copy;
  readonly #rows = new Map<string, { readonly noun: Noun; row: object }>();
  readonly #balances = new Map<string, Balance>();
  readonly #positions = new Map<string, number>();
  readonly #usages = new Map<string, Usage>();
  readonly #listening = new Map<string, WebhookEndpoint>();

  constructor(copy: Copy) {
    this.#copy = copy;
  }

  /** Records the decision at that moment and returns it. */
  record<D extends Decision>(moment: Moment, decision: D): D {
    const { changes, journals, events, limitUses } = decision;
    for (const { noun, row } of changes) this.#rows.set(row.id, { noun, row });
    for (const journal of journals) this.#post(moment, journal);
    for (const { accountId, id, type, resourceId, occurredAt, body } of events) {
      const position = (this.#positions.get(accountId) ?? 0) + 1;
      this.#positions.set(accountId, position);
      this.#copy.add('event', [accountId, position, id, type, resourceId, occurredAt, body]);
      this.#deliver(moment, { id, type, resourceId, position }, this.#listening.get(accountId));
    }
    for (const use of limitUses) this.#count(use);
    return decision;
  }

  /** From now on the endpoint gets a delivery of each event of its types. */
  listen(endpoint: WebhookEndpoint): void {
    const { id, accountId } = endpoint;
    this.#listening.set(accountId, endpoint);
    this.#copy.add('webhook_lane', [id, accountId, this.#positions.get(accountId) ?? 0]);
  }

  bind({ accountId, key, fingerprint, resourceId, createdAt }: Bound): void {
    this.#copy.add('idempotency_key', [accountId, key, fingerprint, resourceId, createdAt]);
  }

  /** A payment to a funding account in the simulated bank. */
  receive(fundingReference: string, payment: Payment, at: Date): void {
    const { paymentReference, bankReference, amount, currency } = payment;
    this.#copy.add('simulator.payment', [
      paymentReference,
      fundingReference,
      bankReference,
      amount,
      currency,
      'completed',
      at,
    ]);
  }

  /** The current row; only rows that have not ended are kept. */
  row<N extends Noun>(noun: N, id: string): Nouns[N] {
    const known = this.#rows.get(id);
    if (known?.noun !== noun) throw new Error(`no ${noun} ${id} is alive`);
    return known.row as Nouns[N];
  }

  available(accountId: string, currency: string): Amount {
    return this.#balances.get(`${accountId}\t${currency}`)?.held.get('available') ?? zero;
  }

  /** The sum of the 24 hours before that time. */
  used(use: Pick<LimitUse, 'accountId' | 'product' | 'method' | 'currency'>, at: Date): Amount {
    return this.#usage(use).before(at);
  }

  /** Writes the rows that are still open; nothing more happens to them. */
  settle(): void {
    for (const { noun, row } of this.#rows.values()) this.#write(noun, row);
    this.#rows.clear();
  }

  /** Writes what is known only at the end: balances, counters and limit usage. */
  close(accountIds: readonly string[]): void {
    this.settle();
    for (const [name, { held, seq, asOf }] of this.#balances) {
      const sums = buckets.map((bucket) => held.get(bucket) ?? zero);
      this.#copy.add('balance', [...name.split('\t'), ...sums, seq, asOf]);
    }
    for (const id of accountIds) this.#copy.add('event_counter', [id, this.#positions.get(id) ?? 0]);
    for (const id of this.#listening.keys())
      this.#copy.add('webhook_cursor', [id, this.#positions.get(id) ?? 0]);
    for (const [name, usage] of this.#usages) {
      const sweptTo = Number.isFinite(usage.sweptTo) ? new Date(usage.sweptTo) : '-infinity';
      this.#copy.add('limit_usage', [...name.split('\t'), usage.total, sweptTo]);
      if (usage.present) this.#writeMinute(name, usage.present);
    }
  }

  #deliver(
    { now, newId }: Moment,
    event: { id: string; type: string; resourceId: string; position: number },
    endpoint: WebhookEndpoint | undefined,
  ): void {
    if (!endpoint?.eventTypes.includes(event.type)) return;
    const attempt = { number: 1, occurred_at: now.toISOString(), http_status: 200, duration_ms: 0 };
    const delivery: WebhookDelivery = {
      id: newId('webhookDelivery', now),
      accountId: endpoint.accountId,
      endpointId: endpoint.id,
      eventId: event.id,
      position: String(event.position),
      eventType: event.type,
      resourceId: event.resourceId,
      kind: 'first',
      status: 'delivered',
      attempts: 1,
      nextAttemptAt: null,
      deliveredAt: now,
      redeliveryOf: null,
      history: [attempt],
      turns: [1],
      createdAt: now,
      version: 2,
    };
    this.#write('webhookDelivery', delivery);
  }

  #post(moment: Moment, journal: Journal): void {
    const { id, accountId, purpose, originType, originId } = journal;
    const { now } = moment;
    this.#copy.add('journal', [id, accountId, purpose, originType, originId, now]);
    for (const { ledger, direction, currency, amount } of sidesOf(journal)) {
      const seq = isBucket.has(ledger)
        ? this.#move(accountId, currency, { ledger, direction, amount, now })
        : null;
      const entryId = moment.newId('entry', now);
      this.#copy.add('entry', [entryId, accountId, id, ledger, currency, direction, amount, seq, now]);
    }
  }

  #move(
    accountId: string,
    currency: string,
    side: { ledger: string; direction: string; amount: Amount; now: Date },
  ): number {
    const name = `${accountId}\t${currency}`;
    let balance = this.#balances.get(name);
    if (!balance) this.#balances.set(name, (balance = { held: new Map(), seq: 0, asOf: side.now }));
    const held = balance.held.get(side.ledger) ?? zero;
    const moved = side.direction === 'credit' ? held.plus(side.amount) : held.minus(side.amount);
    balance.held.set(side.ledger, moved);
    balance.asOf = side.now;
    return (balance.seq += 1);
  }

  #usage({
    accountId,
    product,
    method,
    currency,
  }: Pick<LimitUse, 'accountId' | 'product' | 'method' | 'currency'>) {
    const name = `${accountId}\t${product}\t${method}\t${currency}`;
    let usage = this.#usages.get(name);
    if (!usage) this.#usages.set(name, (usage = new Usage()));
    return usage;
  }

  #count(use: LimitUse): void {
    const over = this.#usage(use).use(use);
    if (over) this.#writeMinute([use.accountId, use.product, use.method, use.currency].join('\t'), over);
  }

  #writeMinute(name: string, { start, amount, count }: Minute): void {
    this.#copy.add('limit_minute', [...name.split('\t'), new Date(start), amount, count]);
  }

  #write(noun: Noun, row: object): void {
    const { name, fields } = tables[noun];
    const values = row as Record<string, unknown>;
    this.#copy.add(
      name,
      fields.map(({ field, type }) => cellOf(type.kind, values[field])),
    );
  }
}

function cellOf(kind: string, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'texts') return `{${(value as string[]).map((each) => JSON.stringify(each)).join()}}`;
  return value as Cell;
}
