import { sql, type RawBuilder } from 'kysely';
import { timeText } from '../../../domain/moment.js';
import type { ReportAsk } from '../../../ports/report.js';

export type Sql = RawBuilder<unknown>;

/** A report as of a time: entries booked at that time or later are left out. */
export interface ReportAskAsOf extends ReportAsk {
  readonly asOf: Date;
  /** Maximum number of rows; undefined means all. */
  readonly limit: number | undefined;
}

/** The source of a report's rows. JSON, CSV and GraphQL share it, so their rows are equal. */
export interface Source {
  /** SQL for each column, as text. */
  readonly values: Readonly<Record<string, Sql>>;
  /** Identifies a row, so that the next page can start after it. */
  readonly id: Sql;
  readonly from: Sql;
  readonly order: Sql;
}

export const column = (name: string): Sql => sql.raw(name);
export const time = (name: string): Sql => sql.raw(`written_time(${name})`);
export const money = (name: string, currency: string): Sql => sql.raw(`written_amount(${name}, ${currency})`);
export const rate = (name: string): Sql => sql.raw(`trim_scale(${name})::text`);
export const at = (moment: Date): Sql => sql`${timeText(moment)}::timestamptz`;
export const most = ({ limit }: ReportAskAsOf): Sql =>
  limit === undefined ? sql`` : sql` limit ${limit}::bigint`;
/** The end of the reported period. */
export const endOf = ({ to, asOf }: ReportAskAsOf): Sql => at(to < asOf ? to : asOf);
export const all = (conditions: readonly Sql[]): Sql => sql.join(conditions, sql` and `);
export const columns = (...names: readonly string[]): Record<string, Sql> =>
  Object.fromEntries(names.map((name) => [name.split('.').at(-1) ?? name, column(name)]));
