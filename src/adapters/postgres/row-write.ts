import type { Change, Noun } from '../../domain/decision.js';
import { fromArray } from './column.js';
import { keyed } from './keyed.js';
import { encodeRow } from './row.js';
import type { Statement } from './connection.js';
import { pairStatements } from './metadata-pair.js';
import { nounsInOrder, tables, type Field, type Table } from './table.js';

/** A statement that writes rows of a noun, and the fields in the order that it reads them. */
interface Write {
  readonly text: string;
  readonly fields: readonly Field[];
}

const writes = new Map<Noun, { readonly insert: Write; readonly update: Write }>();

/** The insert and the update of a noun, built once. */
function writesTo(table: Table) {
  const known = writes.get(table.noun);
  if (known) return known;
  const made = { insert: { text: insertText(table), fields: table.fields }, update: updateOf(table) };
  writes.set(table.noun, made);
  return made;
}

/** An insert of the rows in its one parameter, encoded by `encodeRow`. */
export function insertText({ name, fields }: Table): string {
  const columns = fields.map(({ column }) => `"${column}"`).join();
  const values = fields.map(({ type }, index) => fromArray(type.kind, index)).join();
  return `insert into "${name}" (${columns}) select ${values} from jsonb_array_elements($1) as e(r)`;
}

function updateOf({ name, fields }: Table): Write {
  const changing = fields.filter(({ column, type }) => column === 'id' || type.fixed !== true);
  const values = new Map(changing.map(({ column, type }, index) => [column, fromArray(type.kind, index)]));
  const sets = [...values].flatMap(([column, value]) => (column === 'id' ? [] : [`"${column}" = ${value}`]));
  const id = values.get('id');
  // A ctid names one row of each partition. The concatenation keeps the planner from using the id's index instead.
  const isMeant = `t.ctid = (select ctid ${keyed(name, 'id', `${id}`)}) and t.id || '' = ${id} and t.version = ${values.get('version')} - 1`;
  return {
    text: `with u as (update "${name}" t set ${sets.join()} from jsonb_array_elements($1) as e(r) where ${isMeant} returning 1) select expect_rows((select count(*) from u), $2, '${name}')`,
    fields: changing,
  };
}

/**
 * Statements that write the rows of nouns, new and changed: one insert and one update per noun, in the order of the
 * nouns, and the metadata of new rows.
 */
export function rowWrites(changes: readonly Change[]): Statement[] {
  const byNoun = Map.groupBy(changes, ({ noun }) => noun);
  return nounsInOrder.flatMap((noun) => writesOf(noun, byNoun.get(noun) ?? []));
}

function writesOf(noun: Noun, changes: readonly Change[]): Statement[] {
  if (changes.length === 0) return [];
  const { insert, update } = writesTo(tables[noun]);
  const added = changes.filter(({ isNew }) => isNew).map(({ row }) => row);
  const rowsOf = ({ fields }: Write, isNew: boolean) =>
    changes.filter((change) => change.isNew === isNew).map(({ row }) => encodeRow(fields, row));
  const [inserted, updated] = [rowsOf(insert, true), rowsOf(update, false)];
  const statements: Statement[] = [];
  if (inserted.length > 0) statements.push({ text: insert.text, values: [`[${inserted.join()}]`] });
  if (updated.length > 0) {
    statements.push({ text: update.text, values: [`[${updated.join()}]`, updated.length] });
  }
  return [...statements, ...pairStatements(noun, added)];
}
