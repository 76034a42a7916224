import { sql, type RawBuilder } from 'kysely';
import type { HostedReads, PageImages, HostedPageRead, HostedSessionRead } from '../../ports/hosted-read.js';
import type { Reader } from '../../ports/reader.js';
import { instant } from './column.js';
import type { RowsOf } from './read/run.js';
import { gatheredReads, none, textOf } from './gathered-reads.js';
import { columnsOf, decodeRow } from './row.js';
import type { Terms } from '../../ports/store.js';

/** The terms of an account without its own terms. */
export const noTerms: Terms = { platformFeeBps: null, tenantMarkupBps: null, overrides: [] };

/** The verified domains that are not removed. */
const verified = sql`hosted_domain d where d.verification_status = 'verified' and d.removed_at is null`;

const pageColumns = sql`to_jsonb(p) as page, to_jsonb(a) as account, (select business_now()) as now,
  (select jsonb_object_agg(i.kind, jsonb_build_object('digest', i.digest, 'detail', i.detail))
    from hosted_image i where i.page_id = p.id) as images,
  (select to_jsonb(t) from account_terms t where t.account_id = a.id) as terms,
  (select jsonb_agg(to_jsonb(u)) from suspension u
    where u.lifted_at is null and (u.account_id is null or u.account_id = a.id)) as suspensions,
  (select payouts_stopped from platform) as stopped`;

/** Reads of the hosted page, one statement each. Anyone who has the page's address can cause them. */
export function hostedReads(rowsOf: RowsOf): HostedReads {
  return {
    hostedSession: readHostedSession(rowsOf),
    hostedPage: readHostedPage(rowsOf),
    async hostedImage(pageId, digest) {
      const [row] = await rowsOf(
        sql<{
          type: string;
          content: string;
        }>`select type, content from hosted_image where page_id = ${pageId} and digest = ${digest} limit 1`,
      );
      return row && { type: row.type, bytes: Buffer.from(row.content, 'base64') };
    },
    domainHolder: readDomainHolder(rowsOf),
  };
}

/** The session with this token fingerprint, with its page and account. Concurrent reads are batched. */
function readHostedSession(rowsOf: RowsOf): Reader['hostedSession'] {
  const text = textOf(sql`select x.ord, ${columnsOf('hostedSession', 's')}, ${pageColumns}
    from unnest(${none}::text[]) with ordinality as x (fingerprint, ord)
      join hosted_session s on s.token_fingerprint = x.fingerprint
      join hosted_page p on p.account_id = s.account_id and p.id = s.page_id
      join account a on a.id = s.account_id`);
  const read = gatheredReads<string, HostedSessionRead>(rowsOf, {
    text,
    valuesOf: (fingerprints) => [fingerprints],
    nameOf: String,
    decode: (row) => ({ session: decodeRow('hostedSession', row), ...pageOf(row as PageRow) }),
  });
  return async (fingerprint) => (await read([fingerprint]))[0];
}

/** The account that holds a verified hostname. Concurrent reads are batched. */
function readDomainHolder(rowsOf: RowsOf): Reader['domainHolder'] {
  const text = textOf(sql`select x.ord, v.account_id
    from unnest(${none}::text[]) with ordinality as x (hostname, ord)
      join (select d.account_id, d.hostname from ${verified}) v on v.hostname = x.hostname`);
  const read = gatheredReads<string, string>(rowsOf, {
    text,
    valuesOf: (hostnames) => [hostnames],
    nameOf: String,
    decode: (row) => (row as { account_id: string }).account_id,
  });
  return async (hostname) => (await read([hostname]))[0];
}

/** A page by its id, account or hostname. Concurrent reads are batched. */
function readHostedPage(rowsOf: RowsOf): Reader['hostedPage'] {
  const byOne = (isPage: RawBuilder<unknown>) =>
    gatheredReads<string, HostedPageRead>(rowsOf, {
      text: textOf(sql`select x.ord, ${pageColumns}
        from unnest(${none}::text[]) with ordinality as x (name, ord)
          join hosted_page p on ${isPage} join account a on a.id = p.account_id`),
      valuesOf: (names) => [names],
      nameOf: String,
      decode: (row) => pageOf(row as PageRow),
    });
  const byId = byOne(sql`p.id = x.name`);
  const byAccount = byOne(sql`p.account_id = x.name`);
  const byHostname = byOne(
    sql`p.account_id = (select d.account_id from ${verified} and d.hostname = x.name)`,
  );
  return async (by) => {
    if ('id' in by) return (await byId([by.id]))[0];
    if ('accountId' in by) return (await byAccount([by.accountId]))[0];
    return (await byHostname([by.hostname]))[0];
  };
}

interface PageRow {
  readonly page: unknown;
  readonly account: unknown;
  readonly images: PageImages | null;
  readonly terms: unknown;
  readonly suspensions: readonly unknown[] | null;
  readonly stopped: boolean;
  readonly now: string;
}

const pageOf = ({ page, account, images, terms, suspensions, stopped, now }: PageRow): HostedPageRead => ({
  page: decodeRow('hostedPage', page),
  account: decodeRow('account', account),
  images: images ?? {},
  terms: terms === null ? noTerms : decodeRow('accountTerms', terms),
  suspensions: (suspensions ?? []).map((each) => decodeRow('suspension', each)),
  isStopped: stopped,
  now: instant(now),
});
