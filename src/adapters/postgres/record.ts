import type { Change, Decision, LimitUse, Moment, Noun } from '../../domain/decision.js';
import type { EventDraft } from '../../domain/event.js';
import { buckets, type Journal } from '../../domain/ledger.js';
import { written } from '../../domain/moment.js';
import type { Amount } from '../../domain/money.js';
import type { KeyUse } from '../../ports/store.js';
import { fromArray } from './column.js';
import { encodeRow } from './row.js';
import type { Statement } from './session.js';
import { nounsInOrder, tables, type Field, type Table } from './table.js';

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
  const sides = sidesOfAll(journals);
  const counts = new Map<string, number>();
  const rows = events.map((event) => eventRow(event, counts));
  statements.push({
    text: 'select record($1, $2, $3, $4, $5, $6, $7)',
    values: [
      asJson(keys.map((key) => keyRow(key, moment))),
      asJson(limitRows(limitUses)),
      asJson(balancesOf(sides)),
      asJson(journals.map(journalRow)),
      asJson(sides.map((side) => entryRow(side, moment))),
      asJson([...counts]),
      asJson(rows),
    ],
  });
  return statements;
}

const asJson = (rows: readonly (readonly unknown[])[]): string | null =>
  rows.length === 0 ? null : JSON.stringify(rows);

/** How rows of a noun are written: a statement, and the fields of a row in its order. */
interface Write {
  readonly text: string;
  readonly fields: readonly Field[];
}

const writes = new Map<Noun, { readonly insert: Write; readonly update: Write }>();

/** The two of a noun, put together once. */
function writesTo(table: Table) {
  const known = writes.get(table.noun);
  if (known) return known;
  const made = { insert: insertInto(table), update: updateOf(table) };
  writes.set(table.noun, made);
  return made;
}

function insertInto({ name, fields }: Table): Write {
  const columns = fields.map(({ column }) => `"${column}"`).join();
  const values = fields.map(({ type }, place) => fromArray(type.kind, place)).join();
  return {
    text: `insert into "${name}" (${columns}) select ${values} from jsonb_array_elements($1) as e(r)`,
    fields,
  };
}

function updateOf({ name, fields }: Table): Write {
  const changing = fields.filter(({ column, type }) => column === 'id' || type.fixed !== true);
  const values = new Map(changing.map(({ column, type }, place) => [column, fromArray(type.kind, place)]));
  const sets = [...values].flatMap(([column, value]) => (column === 'id' ? [] : [`"${column}" = ${value}`]));
  const isMeant = `t.id = ${values.get('id')} and t.version = ${values.get('version')} - 1`;
  return {
    text: `with u as (update "${name}" t set ${sets.join()} from jsonb_array_elements($1) as e(r) where ${isMeant} returning 1) select expect_rows((select count(*) from u), $2, '${name}')`,
    fields: changing,
  };
}

function writesOf(noun: Noun, changes: readonly Change[]): Statement[] {
  if (changes.length === 0) return [];
  const { insert, update } = writesTo(tables[noun]);
  const rowsOf = ({ fields }: Write, isNew: boolean) =>
    changes.filter((change) => change.isNew === isNew).map(({ row }) => encodeRow(fields, row));
  const [inserted, updated] = [rowsOf(insert, true), rowsOf(update, false)];
  const statements: Statement[] = [];
  if (inserted.length > 0) statements.push({ text: insert.text, values: [`[${inserted.join()}]`] });
  if (updated.length > 0) {
    statements.push({ text: update.text, values: [`[${updated.join()}]`, updated.length] });
  }
  return statements;
}

function keyRow({ accountId, key, fingerprint, resourceId }: BoundKey, moment: Moment) {
  return [accountId, key, fingerprint, resourceId, written(moment.now)];
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
  return [...rows.values()].map(({ accountId, product, method, currency, minute, amount, count }) => [
    accountId,
    product,
    method,
    currency,
    minute,
    amount.toFixed(),
    count,
  ]);
}

const journalRow = ({ id, accountId, purpose, originType, originId }: Journal) => [
  id,
  accountId,
  purpose,
  originType,
  originId,
];

/** One entry a side, ledger account and currency: what a journal moves several times stands as one sum. */
const sidesOfAll = (journals: readonly Journal[]) =>
  journals.flatMap((journal) => sidesOf(journal).map((side) => ({ journal, ...side })));

type JournalSide = ReturnType<typeof sidesOfAll>[number];

const entryRow = ({ journal, ledger, currency, direction, amount }: JournalSide, moment: Moment) => [
  moment.newId('entry', moment.now),
  journal.accountId,
  journal.id,
  ledger,
  currency,
  direction,
  amount.toFixed(),
];

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
function balancesOf(sides: readonly JournalSide[]) {
  const balances = new Map<string, readonly [string, string]>();
  for (const { ledger, journal, currency } of sides) {
    if (isClient(ledger)) balances.set(`${journal.accountId} ${currency}`, [journal.accountId, currency]);
  }
  return [...balances.values()];
}

/** The body goes as text, since what is stored is what is delivered; `n` numbers an account's events. */
function eventRow(
  { accountId, id, type, resourceId, occurredAt, body }: EventDraft,
  counts: Map<string, number>,
) {
  const n = (counts.get(accountId) ?? 0) + 1;
  counts.set(accountId, n);
  return [accountId, n, id, type, resourceId, written(occurredAt), body];
}
