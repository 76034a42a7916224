import { entities } from './entity.js';
import { openOrm } from './orm.js';

/**
 * The mapper would also drop everything that is not declared: indexes, constraints and generated columns. Only
 * additions are kept.
 */
const addition = /^(create table|alter table "\w+" add) "/;

/** SQL that adds the declared tables and columns that the database lacks; empty if it has them all. */
export async function draft(url: string): Promise<string> {
  const orm = await openOrm({ url, entities, poolMax: 1, applicationName: 'psp draft' });
  try {
    const statements = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).split('\n');
    const added = statements.filter((statement) => addition.test(statement));
    return added.map((statement) => `${readable(statement)}\n`).join('');
  } finally {
    await orm.close();
  }
}

const readable = (statement: string): string =>
  statement
    .replace(/^(create table "\w+" \()(.*)\);$/, '$1\n  $2\n);')
    .replaceAll(/, (?="|primary key)/g, ',\n  ');
