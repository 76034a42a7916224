import type { Change, Decision, LimitUse, Moment, Noun } from '../../domain/decision.js';
import type { EventDraft } from '../../domain/event.js';
import { buckets, type Journal } from '../../domain/ledger.js';
import { written } from '../../domain/moment.js';
import type { Amount } from '../../domain/money.js';
import type { KeyUse } from '../../ports/store.js';
import type { Statement } from './session.js';
import { encodeRow } from './row.js';
import { nounsInOrder, tables, type Table } from './table.js';

export type BoundKey = KeyUse & { readonly resourceId: string };

/**
 * Everything that decisions change, as statements that are sent at once: a fixed number of them however many
 * decisions. The rows of the nouns first, then what the function `record` writes: keys, limits, journals, events.
 */
export function recordStatements(decision: Decision, keys: readonly BoundKey[], moment: Moment): Statement[] {
  const changes = Map.groupBy(decision.changes, ({ noun }) => noun);
  const statements = nounsInOrder.flatMap((noun) => writesOf(noun, changes.get(noun) ?? []));
  const { limitUses, journals, events } = decision;
  if (keys.length + limitUses.length + journals.length + events.length === 0) return statements;
  const entries = journals.length === 0 ? [] : entriesOf(journals, moment);
  const counts = new Map<string, number>();
  const rows = events.map((event) => eventRow(event, counts));
  statements.push({
    text: 'select record($1, $2, $3, $4, $5, $6, $7)',
    values: [
      asJson(keys.map((key) => keyRow(key, moment))),
      asJson(limitRows(limitUses)),
      asJson(balancesOf(entries)),
      asJson(journals.map(journalRow)),
      asJson(entries),
      asJson([...counts].map(([account_id, added]) => ({ account_id, added }))),
      rows.length === 0 ? null : `[${rows.join()}]`,
    ],
  });
  return statements;
}

const asJson = (rows: readonly object[]): string | null => (rows.length === 0 ? null : JSON.stringify(rows));

interface Writes {
  readonly insert: string;
  readonly update: string;
}

const writes = new Map<Noun, Writes>();

/** The texts of a noun's two statements, put together once. */
function writesTo(table: Table): Writes {
  const known = writes.get(table.noun);
  if (known) return known;
  const names = table.fields.map(({ column }) => `"${column}"`);
  const source = `json_populate_recordset(null::"${table.name}", $1)`;
  const sets = table.fields
    .filter(({ column, type }) => column !== 'id' && type.fixed !== true)
    .map(({ column }) => `"${column}" = r."${column}"`);
  const made = {
    insert: `insert into "${table.name}" (${names.join()}) select ${names.join()} from ${source}`,
    update: `with u as (update "${table.name}" t set ${sets.join()} from ${source} r where t.id = r.id and t.version = r.version - 1 returning 1) select expect_rows((select count(*) from u), $2, '${table.name}')`,
  };
  writes.set(table.noun, made);
  return made;
}

function writesOf(noun: Noun, changes: readonly Change[]): Statement[] {
  if (changes.length === 0) return [];
  const table = tables[noun];
  const rowsOf = (isNew: boolean) =>
    changes.filter((change) => change.isNew === isNew).map(({ row }) => encodeRow(table, row, isNew));
  const [inserted, updated] = [rowsOf(true), rowsOf(false)];
  const statements: Statement[] = [];
  if (inserted.length > 0) {
    statements.push({ text: writesTo(table).insert, values: [`[${inserted.join()}]`] });
  }
  if (updated.length > 0) {
    statements.push({ text: writesTo(table).update, values: [`[${updated.join()}]`, updated.length] });
  }
  return statements;
}

function keyRow({ accountId, key, fingerprint, resourceId }: BoundKey, moment: Moment) {
  return {
    account_id: accountId,
    key,
    fingerprint,
    resource_id: resourceId,
    created_at: written(moment.now),
  };
}

/** One row a limit and minute. */
function limitRows(uses: readonly LimitUse[]) {
  const rows = new Map<string, LimitUse & { readonly minute: string }>();
  for (const use of uses) {
    const minute = `${written(use.at).slice(0, 16)}Z`;
    const name = `${use.accountId} ${use.product} ${use.method} ${use.currency} ${minute}`;
    const known = rows.get(name);
    const amount = known ? known.amount.plus(use.amount) : use.amount;
    rows.set(name, { ...use, minute, amount, count: use.count + (known?.count ?? 0) });
  }
  return [...rows.values()].map(({ accountId, product, method, currency, minute, amount, count }) => ({
    account_id: accountId,
    product,
    method,
    currency,
    minute,
    amount: amount.toFixed(),
    count,
  }));
}

const journalRow = ({ id, accountId, purpose, originType, originId }: Journal) => ({
  id,
  account_id: accountId,
  purpose,
  origin_type: originType,
  origin_id: originId,
});

type EntryRow = ReturnType<typeof entriesOf>[number];

/** One entry a side, ledger account and currency: what a journal moves several times stands as one sum. */
function entriesOf(journals: readonly Journal[], moment: Moment) {
  return journals
    .flatMap((journal) => sidesOf(journal).map((side) => ({ journal, ...side })))
    .map(({ journal, ledger, direction, amount, currency }, ord) => ({
      id: moment.newId('entry', moment.now),
      account_id: journal.accountId,
      journal_id: journal.id,
      ord,
      ledger,
      currency,
      direction,
      amount: amount.toFixed(),
    }));
}

const isClient = (ledger: string): boolean => (buckets as readonly string[]).includes(ledger);

export function sidesOf(journal: Journal) {
  const sides = new Map<string, { ledger: string; direction: string; currency: string; amount: Amount }>();
  const add = (ledger: string, direction: string, posting: { currency: string; amount: Amount }) => {
    const name = `${ledger} ${direction} ${posting.currency}`;
    const known = sides.get(name);
    const amount = known ? known.amount.plus(posting.amount) : posting.amount;
    sides.set(name, { ledger, direction, currency: posting.currency, amount });
  };
  for (const posting of journal.postings) {
    add(posting.debit, 'debit', posting);
    add(posting.credit, 'credit', posting);
  }
  return [...sides.values()].sort((a, b) => Number(isClient(b.ledger)) - Number(isClient(a.ledger)));
}

/** The balances that entries move, each once. */
function balancesOf(entries: readonly EntryRow[]) {
  const balances = new Map<string, { account_id: string; currency: string }>();
  for (const { ledger, account_id, currency } of entries) {
    if (isClient(ledger)) balances.set(`${account_id} ${currency}`, { account_id, currency });
  }
  return [...balances.values()];
}

/** The body goes in as it is, since the stored text is what is delivered; `n` numbers an account's events. */
function eventRow({ body, ...event }: EventDraft, counts: Map<string, number>): string {
  const n = (counts.get(event.accountId) ?? 0) + 1;
  counts.set(event.accountId, n);
  const row = {
    account_id: event.accountId,
    n,
    id: event.id,
    type: event.type,
    resource_id: event.resourceId,
    occurred_at: written(event.occurredAt),
  };
  return `${JSON.stringify(row).slice(0, -1)},"body":${body}}`;
}
