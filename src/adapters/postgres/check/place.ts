import type pg from 'pg';
import { sealedFields, type SealedAt, type SealedField } from '../../../domain/sealed.js';
import type { Check, Violation } from '../../../ports/checker.js';
import { columnOf } from '../reseal.js';
import { rowsMax } from './query.js';

/** Whether a sealed value opens in this table, column and row. */
export type Opens = (sealed: string, at: SealedAt) => boolean;

/** Values read into memory at a time. */
const page = 1_000;

export const misplacedCheck: Check = {
  number: 31,
  name: 'each sealed value opens in its own table, column and row',
};

/** The database has no keys, so values are read page by page and opened in this process. */
export async function misplaced(client: pg.Client, opens: Opens): Promise<Violation | undefined> {
  const rows: Record<string, string>[] = [];
  let count = 0;
  for (const sealedField of sealedFields) {
    const [table, column] = columnOf(sealedField);
    for await (const { id, sealed } of valuesOf(client, sealedField)) {
      if (opens(sealed, { ...sealedField, id })) continue;
      count += 1;
      if (rows.length < rowsMax) rows.push({ place: `${table}.${column}`, id });
    }
  }
  return count === 0 ? undefined : { ...misplacedCheck, count, rows };
}

async function* valuesOf(client: pg.Client, sealedField: SealedField) {
  const [table, column] = columnOf(sealedField);
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows }: pg.QueryResult<{ id: string; sealed: string }> = await client.query(
      `select id, ${column} as sealed from ${table}
        where id > $1 and ${column} is not null order by id limit ${page}`,
      [after],
    );
    yield* rows;
    after = rows.length < page ? undefined : rows.at(-1)?.id;
  }
}
