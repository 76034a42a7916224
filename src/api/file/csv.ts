import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { itemsMax } from '../../domain/payout-batch.js';
import { refuse } from '../../domain/refusal.js';
import { cut, hiddenFault, isWithin } from '../../domain/text.js';
import { fileText, partsOf } from './text.js';
import type { BatchFile } from './batch-file.js';

/** Columns of an item, and of its beneficiary if none is given by id. */
export const itemColumns = [
  'beneficiary_id',
  'quote_id',
  'source_currency',
  'amount',
  'amount_side',
  'reference',
  'description',
] as const;
export const payeeColumns = ['method', 'currency', 'country', 'customer_id', 'holder', 'label'] as const;

const columnsMax = 100;
const cellMax = 1_000;
/** `details.clabe`, `details.document.type`, `metadata.order`. */
const grouped = /^(details|metadata)\.([\w.-]{1,80})$/;
/** A spreadsheet formula. Signed numbers are allowed, because telephone numbers look like that. */
const isFormula = (cell: string): boolean =>
  /^[=@\t\r]/.test(cell) || (/^[+-]/.test(cell) && !/^[+-]\d+$/.test(cell));

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads a payout batch from CSV: commas, a header row, UTF-8. Refuses everything that a spreadsheet might
 * have altered.
 */
export async function csvBatch(bytes: Uint8Array): Promise<BatchFile> {
  const text = fileText(bytes);
  checkWeight(text);
  const [header, ...rows] = await linesOf(text);
  if (header === undefined) fault(1, 'the file is empty; send a header and rows');
  const columns = columnsOf(header);
  if (rows.length === 0)
    fault(header.info.lines, 'the file has no row after the header; send 1 to 1000 rows');
  const past = rows[itemsMax];
  if (past !== undefined)
    fault(past.info.lines, `the file has more than ${itemsMax} rows; send them in several files`);
  return {
    items: rows.map((row) => itemOf(columns, row)),
    positionOf: (index, field) => {
      const line = rows[index]?.info.lines ?? 0;
      const name = field.replace(/^beneficiary\.?/, '');
      if (name === '') return { param: `line[${line}]`, words: `line ${line}` };
      const at = columns.indexOf(name);
      const column = at === -1 ? `column ${name}` : `column ${at + 1} (${name})`;
      return { param: `line[${line}].${name}`, words: `line ${line}, ${column}` };
    },
  };
}

/** The parser's time grows with lines and commas, so both are bounded first. */
function checkWeight(text: string): void {
  const tooMany = (sign: string, most: number): number | undefined => {
    let at = -1;
    for (let count = 0; count <= most; count += 1) {
      at = text.indexOf(sign, at + 1);
      if (at === -1) return undefined;
    }
    return text.slice(0, at).split('\n').length;
  };
  for (const sign of ['\n', '\r']) {
    const line = tooMany(sign, 2 * itemsMax);
    if (line !== undefined) fault(line, `the file has too many lines; send at most ${itemsMax} rows`);
  }
  const line = tooMany(',', columnsMax * (itemsMax + 1));
  if (line !== undefined) fault(line, `the file has too many commas; send at most ${columnsMax} columns`);
  const nul = tooMany('\0', 0);
  if (nul !== undefined) fault(nul, 'contains U+0000; remove it');
}

async function linesOf(text: string): Promise<Line[]> {
  const lines: Line[] = [];
  try {
    const parser = parse({
      info: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: 64 * 1024,
    });
    for await (const line of Readable.from(partsOf(Buffer.from(text))).pipe(parser)) lines.push(line as Line);
    return lines.map(({ record, info }) => ({ record, info: { lines: info.lines - breaksIn(record) } }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fault(
      'lines' in error && typeof error.lines === 'number' ? error.lines : 1,
      faultWords[error.code] ?? 'the row is not CSV; quote each value that has a comma or a quote',
    );
  }
}

/** The parser counts to the end of a row. A row is named by its first line: every row before it has one line. */
const breaksIn = (record: readonly string[]): number => record.join('').match(/\r\n|\r|\n/g)?.length ?? 0;

const faultWords: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and not closed before the end of the file; close it',
  CSV_MAX_RECORD_SIZE: 'the row is too long, or a quote before it is not closed; send at most 64 KiB a row',
};

function columnsOf({ record, info: { lines } }: Line): readonly string[] {
  const [only = ''] = record;
  if (record.length === 1 && /[;\t|]/.test(only))
    fault(lines, 'the separator of the columns is not a comma; save the file with commas');
  if (record.length > columnsMax) fault(lines, `has more than ${columnsMax} columns`);
  for (const [at, name] of record.entries()) {
    const isKnown = [...itemColumns, ...payeeColumns].some((each) => each === name) || isGrouped(name);
    if (!isKnown)
      fault(
        lines,
        `is not the name of a column; send ${[...itemColumns, ...payeeColumns].join(', ')}, details.<field> or metadata.<key>`,
        { at },
      );
    if (record.indexOf(name) !== at)
      fault(lines, `${name} is the name of an earlier column; send it once`, { at });
  }
  return record;
}

/** Excludes `__proto__`, which could change the prototype of the object. */
const isGrouped = (name: string): boolean =>
  grouped.test(name) && !name.split('.').some((part) => part === '' || part === '__proto__');

function itemOf(columns: readonly string[], { record, info: { lines } }: Line): Record<string, unknown> {
  if (record.length !== columns.length)
    fault(lines, `has ${record.length} values; the header has ${columns.length}`);
  const item: Record<string, unknown> = {};
  const payee: Record<string, unknown> = {};
  for (const [at, name] of columns.entries()) {
    const cell = record[at] ?? '';
    if (cell === '') continue;
    const wrong = cellFault(name, cell);
    if (wrong !== undefined) fault(lines, wrong, { at, name });
    const isOfPayee = name.startsWith('details.') || payeeColumns.some((each) => each === name);
    put(isOfPayee ? payee : item, name, cell);
  }
  if (Object.keys(payee).length === 0) return item;
  if (item['beneficiary_id'] === undefined) return { ...item, beneficiary: { details: {}, ...payee } };
  const [other = ''] = Object.keys(payee);
  return fault(lines, `beneficiary_id names the beneficiary already; leave ${other} empty`);
}

/** Details are nested at the dots; a metadata key may contain dots. */
function put(holder: Record<string, unknown>, name: string, cell: string): void {
  const [, group = '', rest = ''] = grouped.exec(name) ?? [];
  if (group === '') {
    holder[name] = cell;
    return;
  }
  const path = group === 'details' ? [group, ...rest.split('.')] : [group, rest];
  const last = path.pop() ?? '';
  let at = holder;
  for (const part of path) {
    const inner = at[part];
    // With columns details.a and details.a.b, no method has the second field, so it will be refused.
    at = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : (at[part] = {});
  }
  at[last] = cell;
}

function cellFault(name: string, cell: string): string | undefined {
  if (!isWithin(cell, cellMax)) return `is too long; send at most ${cellMax} characters`;
  if (isFormula(cell))
    return `begins with a sign that a spreadsheet reads as a formula; begin with a letter or a digit`;
  if (name === 'amount' && /^\d{1,3}(?:\.\d{3}){0,6},\d{1,18}$/.test(cell))
    return 'has a decimal comma; use a decimal point, such as 10.00';
  return hiddenFault(cell);
}

/** A cell of a row, with its column index from 0 and the column's name. */
interface Cell {
  readonly at: number;
  readonly name?: string;
}

function fault(line: number, words: string, cell?: Cell): never {
  const { at, name } = cell ?? {};
  const column = at === undefined ? '' : `, column ${at + 1}`;
  const position = `line ${line}${column}${name === undefined ? '' : ` (${name})`}`;
  const param = `line[${line}]${name === undefined ? '' : `.${name}`}`;
  return refuse('invalid_parameter', `${position}: ${cut(words, 500)}.`, { param });
}
