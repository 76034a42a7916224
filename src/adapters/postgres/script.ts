import type { Change, Decision, Moment, Noun } from '../../domain/decision.js';
import { buckets, type Journal } from '../../domain/ledger.js';
import type { Amount } from '../../domain/money.js';
import type { KeyUse } from '../../ports/store.js';
import { snake } from './column.js';
import { encodeRow, nounsInOrder, tables } from './table.js';

/** A value as a literal of JSON text: quotes doubled, and backslashes too under E, as the driver's own does slowly. */
function literal(value: unknown): string {
  const quoted = JSON.stringify(value).replaceAll("'", "''");
  return quoted.includes('\\') ? ` E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`;
}

/**
 * Everything that decisions change, as one text of SQL statements that the driver sends in one round trip: a
 * fixed number of statements however many decisions. Locks: limits, balances, event counters, in that order.
 */
export function recordScript(decision: Decision, keys: readonly BoundKey[], moment: Moment): string {
  const statements: string[] = [];
  if (keys.length > 0) statements.push(insertKeys(keys, moment));
  for (const noun of nounsInOrder) statements.push(...writesOf(noun, decision.changes));
  if (decision.limitUses.length > 0) statements.push(call('use_limits', decision.limitUses.map(snakeKeys)));
  if (decision.journals.length > 0) statements.push(postJournals(decision.journals, moment));
  if (decision.events.length > 0) {
    const rows = decision.events.map((event, ord) => snakeKeys({ ...event, ord }));
    statements.push(call('append_events', rows));
  }
  return statements.join(';\n');
}

export type BoundKey = KeyUse & { readonly resourceId: string };

function insertKeys(keys: readonly BoundKey[], moment: Moment): string {
  const columns = 'account_id, key, fingerprint, resource_id, created_at';
  const rows = keys.map(({ accountId, key, fingerprint, resourceId }) =>
    snakeKeys({ accountId, key, fingerprint, resourceId, createdAt: moment.now }),
  );
  return `insert into idempotency_key (${columns}) select ${columns} from json_populate_recordset(null::idempotency_key, ${literal(rows)})`;
}

function writesOf(noun: Noun, changes: readonly Change[]): string[] {
  const own = changes.filter((change) => change.noun === noun);
  if (own.length === 0) return [];
  const table = tables[noun];
  const names = table.fields.map(({ column }) => `"${column}"`);
  const rowsOf = (isNew: boolean) =>
    own.filter((change) => change.isNew === isNew).map((change) => encodeRow(table, change.row));
  const [inserted, updated] = [rowsOf(true), rowsOf(false)];
  const statements: string[] = [];
  if (inserted.length > 0) {
    statements.push(
      `insert into "${table.name}" (${names.join()}) select ${names.join()} from json_populate_recordset(null::"${table.name}", ${literal(inserted)})`,
    );
  }
  if (updated.length > 0) {
    const sets = names.filter((name) => name !== '"id"').map((name) => `${name} = r.${name}`);
    statements.push(
      `with u as (update "${table.name}" t set ${sets.join()} from json_populate_recordset(null::"${table.name}", ${literal(updated)}) r where t.id = r.id and t.version = r.version - 1 returning 1) select expect_rows((select count(*) from u), ${updated.length}, '${table.name}')`,
    );
  }
  return statements;
}

const call = (name: string, rows: unknown): string => `select ${name}(${literal(rows)}::json)`;

/** One entry a side, ledger account and currency: what a journal moves several times stands as one sum. */
function postJournals(journals: readonly Journal[], moment: Moment): string {
  const entries = journals.flatMap((journal) => sidesOf(journal).map((side) => ({ journal, ...side })));
  return call('post_journals', {
    journals: journals.map(({ postings: _, ...journal }) => snakeKeys(journal)),
    entries: entries.map(({ journal, ledger, direction, amount, currency }, ord) => ({
      id: moment.newId('entry', moment.now),
      account_id: journal.accountId,
      journal_id: journal.id,
      ord,
      ledger,
      currency,
      direction,
      amount: amount.toFixed(),
    })),
  });
}

function sidesOf(journal: Journal) {
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
  const isClient = (ledger: string) => (buckets as readonly string[]).includes(ledger);
  return [...sides.values()].sort((a, b) => Number(isClient(b.ledger)) - Number(isClient(a.ledger)));
}

function snakeKeys(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value as unknown]));
}
