import { sealedColumns } from '../reseal.js';
import type { SqlCheck } from './query.js';

/** What no event may hold (supplement §4), and no audit entry either where it is about a person. */
const personal = ['details', 'holder', 'profile', 'display_name', 'email', 'payer', 'secret', 'token'];
const withheld = [...personal, 'beneficiary', 'description', 'reason', 'refunded', 'refundable'];

/** Far cheaper than a pattern, and no less: whatever bears such a name somewhere is then parsed. */
const mentions = (names: readonly string[]) =>
  names.map((name) => `strpos(body, '"${name}"') > 0`).join(' or ');
const anywhere = (names: readonly string[]) =>
  `'strict $.** ? (${names.map((name) => `exists(@.${name})`).join(' || ')})'`;

/** The vault's form: the key's id, and at least a nonce and a tag in base64. */
const sealed = `'^[A-Za-z0-9_-]{1,40}:[A-Za-z0-9+/]{38,}={0,2}$'`;
const apiKey = `'psp_(op|(test|live)_[a-z0-9]{12})_[0-9a-f]{64}'`;

export const secrecyChecks: readonly SqlCheck[] = [
  {
    number: 27,
    name: 'columns of personal data hold sealed text only',
    sql: sealedColumns
      .map(
        ([table, column]) =>
          `select '${table}.${column}' as place, id from "${table}" where ${column} !~ ${sealed}`,
      )
      .join(' union all '),
  },
  {
    number: 27,
    name: 'no event holds personal data or a secret',
    // A caller's metadata may bear any name; the text searches come first because they are cheaper.
    sql: `select account_id, position, type from event
      where strpos(body, 'psp_') > 0 and body ~ ${apiKey} or case when ${mentions(withheld)}
        then jsonb_path_exists(body::jsonb #- '{data,metadata}', ${anywhere(withheld)}, silent => true) end`,
  },
  {
    number: 27,
    name: 'no audit entry holds personal data or a secret',
    sql: `select id from (select id, coalesce(before, '{}') || coalesce(after, '{}') as told from audit_entry) audited
      where told::text ~ ${apiKey} or jsonb_path_exists(told, ${anywhere(personal)}, silent => true)`,
  },
  {
    number: 27,
    name: 'of an API key only its fingerprint and public start are kept',
    sql: `select id from api_key where fingerprint !~ '^[0-9a-f]{64}$' or prefix !~ '^psp_(test|live)_[a-z0-9]{12}$'`,
  },
];
