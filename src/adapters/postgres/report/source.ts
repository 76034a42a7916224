import { sql, type RawBuilder } from 'kysely';
import { timeText } from '../../../domain/moment.js';
import type { ReportAsk } from '../../../ports/report.js';

export type Sql = RawBuilder<unknown>;

/** A report as of a moment: entries booked then or later are left out. */
export interface Asked extends ReportAsk {
  readonly asOf: Date;
  /** Maximum number of rows; undefined means all. */
  readonly limit: number | undefined;
}

/** Where a report's rows come from: they are the same for JSON, CSV and GraphQL, and differ in no more than their wrapping. */
export interface Source {
  /** Each column as text. */
  readonly values: Readonly<Record<string, Sql>>;
  /** Names a row, so that a walk can go on behind it. */
  readonly id: Sql;
  readonly from: Sql;
  readonly order: Sql;
}

export const column = (name: string): Sql => sql.raw(name);
export const time = (name: string): Sql => sql.raw(`written_time(${name})`);
export const money = (name: string, currency: string): Sql => sql.raw(`written_amount(${name}, ${currency})`);
export const rate = (name: string): Sql => sql.raw(`trim_scale(${name})::text`);
export const at = (moment: Date): Sql => sql`${timeText(moment)}::timestamptz`;
export const most = ({ limit }: Asked): Sql => (limit === undefined ? sql`` : sql` limit ${limit}::bigint`);
/** The end of what is told. */
export const endOf = ({ to, asOf }: Asked): Sql => at(to < asOf ? to : asOf);
export const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);
export const columns = (...names: readonly string[]): Record<string, Sql> =>
  Object.fromEntries(names.map((name) => [name.split('.').at(-1) ?? name, column(name)]));
