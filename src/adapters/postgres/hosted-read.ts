import { sql, type RawBuilder } from 'kysely';
import type { PageBy, PageOf, Reader } from '../../ports/reader.js';
import { instant } from './column.js';
import { columnsOf, decodeRow } from './row.js';

type RowsOf = <T>(query: RawBuilder<T>) => Promise<T[]>;

/** The table of the live names that are verified. */
const verified = sql`hosted_domain d where d.verification_status = 'verified' and d.removed_at is null`;

/** Reads of the hosted page, which come from whoever has its address: one statement each. */
export function hostedReads(rowsOf: RowsOf): Pick<Reader, 'hostedSession' | 'hostedPage' | 'domainHolder'> {
  return {
    async hostedSession(fingerprint) {
      const [row] = await rowsOf(sql<PageRow>`select ${columnsOf('hostedSession', 's')},
          to_jsonb(p) as page, to_jsonb(a) as account, business_now() as now
        from hosted_session s join hosted_page p on p.account_id = s.account_id and p.id = s.page_id
          join account a on a.id = s.account_id
        where s.token_fingerprint = ${fingerprint}`);
      return row && { session: decodeRow('hostedSession', row), ...pageOf(row) };
    },
    async hostedPage(by) {
      const [row] =
        await rowsOf(sql<PageRow>`select to_jsonb(p) as page, to_jsonb(a) as account, business_now() as now
        from hosted_page p join account a on a.id = p.account_id where ${isPage(by)}`);
      return row && pageOf(row);
    },
    async domainHolder(hostname) {
      const [row] = await rowsOf(
        sql<{ account_id: string }>`select d.account_id from ${verified} and d.hostname = ${hostname}`,
      );
      return row?.account_id;
    },
  };
}

function isPage(by: PageBy): RawBuilder<unknown> {
  if ('id' in by) return sql`p.id = ${by.id}`;
  if ('accountId' in by) return sql`p.account_id = ${by.accountId}`;
  return sql`p.account_id = (select d.account_id from ${verified} and d.hostname = ${by.hostname})`;
}

interface PageRow {
  readonly page: unknown;
  readonly account: unknown;
  readonly now: string;
}

const pageOf = ({ page, account, now }: PageRow): PageOf => ({
  page: decodeRow('hostedPage', page),
  account: decodeRow('account', account),
  now: instant(now),
});
