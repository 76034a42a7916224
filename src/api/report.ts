import { archived } from '../domain/archived.js';
import { currencyFrom } from '../domain/currency.js';
import { isId, madeAt } from '../domain/id.js';
import { isWhole, periodOf, reports, type ReportName } from '../domain/report.js';
import type { Ports } from '../ports/ports.js';
import type { ReportAsk, ReportPage } from '../ports/report.js';
import { cursorFor, positionOf, unknownCursor } from './cursor.js';

export interface ReportQuery {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly currency?: string | undefined;
  readonly after?: string | undefined;
}

/** Checks a request for a report. A cursor of another report or account is refused. */
export async function reportAsk(
  { reader, reports: read, vault }: Pick<Ports, 'reader' | 'reports' | 'vault'>,
  { name, accountId }: Pick<ReportAsk, 'name' | 'accountId'>,
  { from, to, currency, after }: ReportQuery,
): Promise<ReportAsk> {
  if (currency !== undefined) currencyFrom(currency, 'currency');
  const ask = { name, accountId, ...periodOf(from, to), currency };
  if (after === undefined) return ask;
  const isEntry = name === 'transactions' && isId('entry', after);
  const known = isEntry
    ? (await read.hasEntry(accountId, after)) && after
    : positionOf(vault, listOf(ask), after);
  const border = isEntry && !known ? await reader.archiveBorder(accountId) : undefined;
  if (border && madeAt(after) < border.until) throw archived(border);
  return { ...ask, after: known || unknownCursor('after') };
}

/** The cursor after the last row of a page; undefined on the last page. */
export const nextOf = (vault: Ports['vault'], ask: ReportAsk, { next }: ReportPage): string | undefined =>
  next === undefined ? undefined : cursorFor(vault, listOf(ask), next);

const listOf = ({ name, accountId }: Pick<ReportAsk, 'name' | 'accountId'>) => ({
  list: `report ${name}`,
  accountId,
});

/** A table row that describes a report and its columns. */
export const reportTable = (name: ReportName): string => {
  const { says, source, columns } = reports[name];
  const order = isWhole(name) ? 'whole' : 'oldest first';
  return `- \`${name}\` (${source}, ${order}): ${says} Columns: ${columns.join(', ')}.`;
};
