import { declared } from '../../domain/noun/all.js';
import { snake, type Declaration, type Field } from '../../domain/noun/declare.js';
import { isOwnedAlone } from './check/reference.js';
import { entities } from './entity.js';
import { openOrm } from './orm.js';

/** The mapper would also drop indexes, constraints and generated columns, which no declaration has. */
const addition = /^(?<begin>create table "(?<made>\w+)" \(|alter table "(?<changed>\w+)" add )(?<rest>".*);$/;

/**
 * SQL that adds the tables and columns which the declarations have and the database does not have, with their keys,
 * checks and indexes. Empty if nothing is missing.
 */
export async function draft(url: string): Promise<string> {
  const orm = await openOrm({ url, entities, poolMax: 1, applicationName: 'psp draft' });
  try {
    const statements = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).split('\n');
    return statements.map(additionOf).join('');
  } finally {
    await orm.close();
  }
}

function additionOf(statement: string): string {
  const { made, changed, rest = '' } = addition.exec(statement)?.groups ?? {};
  const declaration = declared.find(({ noun }) => snake(noun) === (made ?? changed));
  if (declaration === undefined) return '';
  const parts = rest
    .replaceAll('"', '')
    .replace(/\)$/, made === undefined ? ')' : '')
    .split(', ');
  if (made === undefined)
    return columnsAdded(
      declaration,
      parts.map((part) => part.replace(/^add /, '')),
    );
  const columns = parts.map((part) => columnOf(declaration, part));
  const lines = [...columns, ...keysOf(declaration, parts)].map((line) => `  ${line}`);
  return `create table ${made} (\n${lines.join(',\n')}\n);\n${indexesOf(declaration, parts)}`;
}

function columnsAdded(declaration: Declaration, parts: readonly string[]): string {
  const table = snake(declaration.noun);
  const columns = parts.map((part) => `alter table ${table} add column ${columnOf(declaration, part)};\n`);
  const keys = keysOf(declaration, parts).map((key) => `alter table ${table} add ${key};\n`);
  return [...columns, ...keys, indexesOf(declaration, parts)].join('');
}

const nameIn = (part: string): string => part.split(' ', 1)[0] ?? '';

const fieldOf = ({ fields }: Declaration, column: string): Field | undefined =>
  Object.entries(fields).find(([name]) => snake(name) === column)?.[1];

const isIdField = ({ link, linkBy, isId }: Field): boolean =>
  link !== undefined || linkBy !== undefined || isId === true;

/** A column as the database has it: ids sort by bytes, enumerated values are checked. */
function columnOf(declaration: Declaration, part: string): string {
  const column = nameIn(part);
  const field = fieldOf(declaration, column);
  const isId = column === 'id' || (field !== undefined && isIdField(field));
  const text = part.replace(/(?<! not) null$/, '');
  const typed = isId ? text.replace(' text', ' text collate "C"') : text;
  const values = field?.kind === 'text' ? field.words?.values : undefined;
  return values ? `${typed} check (${column} in (${quoted(values)}))` : typed;
}

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** References stay within the account. */
function keysOf(declaration: Declaration, parts: readonly string[]): string[] {
  const hasAccount = 'accountId' in declaration.fields;
  return parts.map(nameIn).flatMap((column) => {
    const target = fieldOf(declaration, column)?.link?.noun;
    if (target === undefined) return [];
    if (target === 'account')
      return isOwnedAlone(declaration) ? [`foreign key (${column}) references account (id)`] : [];
    const [own, theirs] = hasAccount ? [`account_id, ${column}`, 'account_id, id'] : [column, 'id'];
    return [`foreign key (${own}) references ${snake(target)} (${theirs})`];
  });
}

/** The declared indexes that have one of these columns. */
function indexesOf({ noun, indexes = [] }: Declaration, parts: readonly string[]): string {
  const added = new Set(parts.map(nameIn));
  return indexes
    .map(({ by, only }) => ({ columns: by.map(snake), only }))
    .filter(({ columns }) => columns.some((column) => added.has(column)))
    .map(({ columns, only }) => {
      const where = only ? ` where ${columns.at(-1)} in (${quoted(only)})` : '';
      const name = [snake(noun), ...columns.filter((column) => column !== 'account_id')].join('_');
      return `create index ${name}${columns.length === 1 ? '_list' : ''} on ${snake(noun)} (${[...columns, 'id'].join(', ')})${where};\n`;
    })
    .join('');
}
