import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Nouns } from '../domain/decision.js';
import { isId } from '../domain/id.js';
import { prefixes, type IdKind } from '../domain/noun/prefix.js';
import { declarations, type Declarations } from '../domain/noun/all.js';
import type { Declaration } from '../domain/noun/declare.js';
import { refuse } from '../domain/refusal.js';
import type { ListedNoun } from '../ports/reader.js';
import type { Ports } from '../ports/ports.js';
import type { Where } from '../ports/store.js';
import { absent } from '../usecases/own.js';
import { answers } from './define.js';
import { tabled, type Answer } from './answer.js';
import { cellOf } from './cell.js';

const rowsMax = 50;

interface ListOptions {
  readonly account?: string;
  readonly after?: string;
  readonly all?: true;
  readonly [filter: string]: unknown;
}

type FieldOf<N extends ListedNoun> = 'id' | (keyof Declarations[N]['fields'] & string);

export interface List<N extends ListedNoun & IdKind> {
  readonly noun: N;
  /** Default filter, which `--all` removes. */
  readonly unless?: Where<Nouns[N]>;
  readonly none: string;
  /** Filter options, by field: flags and help text. */
  readonly filters?: Readonly<
    Partial<Record<keyof Nouns[N] & string, readonly [flags: string, words: string]>>
  >;
  /** Columns by heading: a field, formatted as declared, or a function of the row and business time. */
  readonly columns: Readonly<
    Record<string, FieldOf<N> | ((row: Nouns[N], ports: Ports, now: Date) => string)>
  >;
  readonly show: (row: Nouns[N], ports: Ports, now: Date) => Readonly<Record<string, unknown>>;
}

/** Completes a list command: newest first, 50 at most, with a hint how to continue. */
export function lists<N extends ListedNoun & IdKind>(command: Command, example: string, list: List<N>): void {
  command.option('--after <id>', 'continue after this row');
  for (const [flags, words] of filtersOf(list)) command.option(flags, words, filled);
  if (list.noun !== 'account') command.option('--account <id>', 'only this account');
  answers<[], ListOptions>(command, example, async (_args, ask) => {
    const { withPorts } = await import('./database.js');
    return withPorts((ports) => page(ports, list, ask));
  });
}

type Flag = readonly [flags: string, words: string, field: string];

const filtersOf = <N extends ListedNoun & IdKind>({ filters }: List<N>): readonly Flag[] =>
  Object.entries((filters ?? {}) as Record<string, readonly [string, string]>).map(
    ([field, [flags, words]]) => [flags, words, field],
  );

/** `--idempotency-key <key>` is read as idempotencyKey. */
const optionOf = (flags: string): string => new Option(flags).attributeName();

function filled(value: string): string {
  if (value === '' || value.includes('\0')) throw new InvalidArgumentError('Give a non-empty text.');
  return value;
}

export interface ListForm<N extends ListedNoun & IdKind> {
  readonly noun: N;
  readonly show: (row: Nouns[N], ports: Ports) => Answer['json'] | Promise<Answer['json']>;
  /** The row as text; the JSON by default. */
  readonly text?: (row: Nouns[N], json: Answer['json']) => string;
}

/** Completes a command that shows one row. */
export function shows<N extends ListedNoun & IdKind>(
  command: Command,
  name: string,
  { noun, show, text }: ListForm<N>,
): void {
  command.argument('<id>', `its id, ${prefixes[noun]}_…`);
  answers<[string], object>(command, `${name} ${prefixes[noun]}_01k9zq3v5e8x7m2n4p6r8t0w1y`, async ([id]) => {
    const { withPorts } = await import('./database.js');
    return withPorts(async (ports) => {
      const [row] = isId(noun, id) ? await ports.reader.rows(noun, null, [id]) : [];
      if (!row) return absent(noun);
      const json = await show(row, ports);
      return { json, text: text?.(row, json) ?? JSON.stringify(json, null, 2) };
    });
  });
}

async function page<N extends ListedNoun & IdKind>(
  ports: Ports,
  list: List<N>,
  { account, after, all, ...filters }: ListOptions,
): Promise<Answer> {
  const { noun, unless, none, columns, show } = list;
  const { reader } = ports;
  if (account !== undefined && !(await reader.get('account', [account], account)))
    refuse('not_found', `Account ${account} does not exist.`);
  if (after !== undefined && !isId(noun, after)) {
    refuse(
      'invalid_parameter',
      `--after takes an id from the list, such as ${prefixes[noun]}_01k9zq3v5e8x7m2n4p6r8t0w1y.`,
    );
  }
  const sight = account === undefined ? null : [account];
  const kinds: Declaration['fields'] = declarations[noun].fields;
  const wanted = filtersOf(list).flatMap(([flags, , field]) => {
    const value = filters[optionOf(flags)];
    if (typeof value === 'string' && kinds[field]?.kind === 'int' && !/^\d{1,9}$/.test(value))
      refuse('invalid_parameter', `${flags} takes a whole number.`);
    return value === undefined ? [] : [[field, value] as const];
  });
  const where = { ...(all ? {} : unless), ...Object.fromEntries(wanted) } as Where<Nouns[N]>;
  const { rows, next } = await reader.list(noun, { sight, where, after, limit: rowsMax });
  const now = await reader.now();
  const { fields }: Declaration = declarations[noun];
  const cells = rows.map((row) =>
    Object.values(columns).map((column) =>
      typeof column === 'string'
        ? cellOf(column, fields[column], row as Readonly<Record<string, unknown>>)
        : column(row, ports, now),
    ),
  );
  const isWhole = account === undefined && after === undefined && !all && wanted.length === 0;
  const empty = isWhole && next === null ? none : 'None.';
  const more = next === null ? [] : [`There are more: continue with --after ${next}.`];
  return {
    json: {
      data: rows.map((row) => show(row, ports, now)),
      has_more: next !== null,
      ...(next !== null && { next_cursor: next }),
    },
    text: [...(rows.length > 0 ? tabled(Object.keys(columns), cells) : [empty]), ...more].join('\n'),
  };
}
