import { sql, type RawBuilder } from 'kysely';
import type { PageBy, PageImages, PageOf, Reader, SessionOf } from '../../ports/reader.js';
import { instant } from './column.js';
import type { Statement } from './connection.js';
import { gatheredReads, none, textOf } from './gathered-reads.js';
import { columnsOf, decodeRow } from './row.js';
import type { Terms } from '../../ports/store.js';

/** Of an account that has none of its own. */
export const noTerms: Terms = { platformFeeBps: null, tenantMarkupBps: null, overrides: [] };

type RowsOf = <T>(query: RawBuilder<T> | Statement) => Promise<T[]>;

/** The table of the live names that are verified. */
const verified = sql`hosted_domain d where d.verification_status = 'verified' and d.removed_at is null`;

const pageColumns = sql`to_jsonb(p) as page, to_jsonb(a) as account, business_now() as now,
  (select jsonb_object_agg(i.kind, jsonb_build_object('digest', i.digest, 'detail', i.detail))
    from hosted_image i where i.page_id = p.id) as images,
  (select to_jsonb(t) from account_terms t where t.account_id = a.id) as terms,
  (select jsonb_agg(to_jsonb(u)) from suspension u
    where u.lifted_at is null and (u.account_id is null or u.account_id = a.id)) as suspensions`;

/** Reads of the hosted page, which come from whoever has its address: one statement each. */
export function hostedReads(
  rowsOf: RowsOf,
): Pick<Reader, 'hostedSession' | 'hostedPage' | 'hostedImage' | 'domainHolder'> {
  return {
    hostedSession: readHostedSession(rowsOf),
    async hostedPage(by) {
      const [row] = await rowsOf(sql<PageRow>`select ${pageColumns}
        from hosted_page p join account a on a.id = p.account_id where ${isPage(by)}`);
      return row && pageOf(row);
    },
    async hostedImage(pageId, digest) {
      const [row] = await rowsOf(
        sql<{
          type: string;
          content: string;
        }>`select type, content from hosted_image where page_id = ${pageId} and digest = ${digest} limit 1`,
      );
      return row && { type: row.type, bytes: Buffer.from(row.content, 'base64') };
    },
    async domainHolder(hostname) {
      const [row] = await rowsOf(
        sql<{ account_id: string }>`select d.account_id from ${verified} and d.hostname = ${hostname}`,
      );
      return row?.account_id;
    },
  };
}

/** The session of a token, with its page and whose it is: of all that are asked for at once. */
function readHostedSession(rowsOf: RowsOf): Reader['hostedSession'] {
  const text = textOf(sql`select x.place, ${columnsOf('hostedSession', 's')}, ${pageColumns}
    from unnest(${none}::text[]) with ordinality as x (fingerprint, place)
      join hosted_session s on s.token_fingerprint = x.fingerprint
      join hosted_page p on p.account_id = s.account_id and p.id = s.page_id
      join account a on a.id = s.account_id`);
  const read = gatheredReads<string, SessionOf>(rowsOf, {
    text,
    valuesOf: (fingerprints) => [fingerprints],
    nameOf: String,
    decode: (row) => ({ session: decodeRow('hostedSession', row), ...pageOf(row as PageRow) }),
  });
  return async (fingerprint) => (await read(fingerprint))[0];
}

function isPage(by: PageBy): RawBuilder<unknown> {
  if ('id' in by) return sql`p.id = ${by.id}`;
  if ('accountId' in by) return sql`p.account_id = ${by.accountId}`;
  return sql`p.account_id = (select d.account_id from ${verified} and d.hostname = ${by.hostname})`;
}

interface PageRow {
  readonly page: unknown;
  readonly account: unknown;
  readonly images: PageImages | null;
  readonly terms: unknown;
  readonly suspensions: readonly unknown[] | null;
  readonly now: string;
}

const pageOf = ({ page, account, images, terms, suspensions, now }: PageRow): PageOf => ({
  page: decodeRow('hostedPage', page),
  account: decodeRow('account', account),
  images: images ?? {},
  terms: terms === null ? noTerms : decodeRow('accountTerms', terms),
  suspensions: (suspensions ?? []).map((each) => decodeRow('suspension', each)),
  now: instant(now),
});
