import { sql } from 'kysely';
import type { KeyHolder, Reader } from '../../ports/reader.js';
import { instant } from './column.js';
import { compiled } from './connection.js';
import { gatheredReads, none, textOf, type RunStatement } from './gathered-reads.js';
import { columnsOf, decodeRow } from './row.js';

interface Row {
  readonly now: string;
  readonly member: unknown;
  readonly account: unknown;
  readonly required: string | null;
  readonly names: readonly string[];
}

/** The session of a token with each membership that it can open: one row per membership, or one row without any. */
export function readSessionHolder(run: RunStatement): Reader['sessionHolder'] {
  return async (fingerprint) => {
    const rows = await run<Row>(
      compiled(sql`select ${columnsOf('session', 's')}, business_now() as now, to_jsonb(m) as member, to_jsonb(a) as account,
          t.passkeys_required_at as required, array(select distinct p.rp_id from passkey p where p.account_id = m.account_id
            and p.member_id = m.id and p.removed_at is null) as names
        from session s left join (member m join account a on a.id = m.account_id and a.status = 'active')
          on m.email_hash = s.email_hash and m.status = 'active' left join account_terms t on t.account_id = a.id
        where s.fingerprint = ${fingerprint} order by m.id`),
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const memberships = rows.flatMap(({ member, account, required, names }) =>
      member === null
        ? []
        : [
            {
              member: decodeRow('member', member),
              account: decodeRow('account', account),
              isPasskeyRequired: required !== null,
              passkeyNames: names,
            },
          ],
    );
    return { session: decodeRow('session', first), memberships, now: instant(first.now) };
  };
}

/** The API key with this prefix, and its account. */
export function readKeyHolder(run: RunStatement): Reader['keyHolder'] {
  const text =
    textOf(sql`select a.ord, ${columnsOf('apiKey', 'k')}, to_jsonb(h) as account, (select business_now()) as now
    from unnest(${none}::text[]) with ordinality as a (prefix, ord)
    join api_key k on k.prefix = a.prefix join account h on h.id = k.account_id`);
  const read = gatheredReads<string, KeyHolder>(run, {
    text,
    valuesOf: (prefixes) => [prefixes],
    nameOf: String,
    decode: (row) => {
      const { account, now } = row as { account: unknown; now: string };
      return { key: decodeRow('apiKey', row), account: decodeRow('account', account), now: instant(now) };
    },
  });
  return async (prefix) => (await read([prefix]))[0];
}
