import { moneyIn, namedBy, namedIn } from './concern.js';
import { textOf } from './text.js';

type Row = Readonly<Record<string, unknown>>;

/** One CSV field, quoted if it contains a separator, quote or line break. */
export const cell = (value: string | null): string => {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
};

/** Spreadsheets execute texts that begin like a formula. A leading apostrophe prevents this. */
const inert = (text: string): string =>
  /^[=+@\t\r]/.test(text) || (text.startsWith('-') && !/^[\d.]+$/.test(text.slice(1))) ? `'${text}` : text;

/** A column of a list as one or two columns of the file. */
function cellsOf(row: Row, name: string): readonly (readonly [column: string, text: string])[] {
  const value = row[name];
  const money = moneyIn(value);
  if (money)
    return [
      [name, money.amount],
      [`${name}_currency`, money.currency],
    ];
  const named = namedBy(row, name) ?? namedIn(value);
  if (named) {
    const base = name.replace(/Id$/, '');
    return [
      [base, named.name],
      [`${base}_id`, named.id],
    ];
  }
  if (typeof value === 'object' && value !== null) return [[name, JSON.stringify(value)]];
  return [[name, textOf(value)]];
}

const snake = (name: string): string => name.replaceAll(/([A-Z])/g, '_$1').toLowerCase();

/** The shown rows and columns as a CSV file. */
export function csvOf(rows: readonly Row[], columns: readonly string[]): Blob {
  // The headers come from all rows: a value may be absent in one row and fill two columns in another.
  const byColumn = columns.map((name) => rows.map((row) => cellsOf(row, name)));
  const heads = byColumn.flatMap((cells) => {
    const parts = cells.reduce((most, each) => (each.length > most.length ? each : most), []);
    return parts.map(([head]) => head);
  });
  const lines = rows.map((_row, at) => {
    const texts = new Map(byColumn.flatMap((cells) => cells[at] ?? []));
    return heads.map((head) => cell(texts.get(head) ? inert(texts.get(head) ?? '') : null)).join(',');
  });
  const text = [heads.map(snake).join(','), ...lines].map((line) => `${line}\r\n`).join('');
  return new Blob([text], { type: 'text/csv' });
}

/** Saves an answer as a file. */
export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
