import { sealedColumns } from '../reseal.js';
import type { SqlCheck } from './query.js';

/** Words that no event may hold (supplement §4), and no audit entry either where it is about a person. */
const personal = ['details', 'holder', 'profile', 'display_name', 'email', 'payer', 'secret', 'token'];
export const withheld = [...personal, 'beneficiary', 'description', 'reason', 'refunded', 'refundable'];

/** Fields that methods and profiles ask of people, by full and nested name; `instructions` are a provider's account. */
export const asked =
  `name first_name last_name date_of_birth identity_document_type identity_document identity_document_country phone tax_id
    registration_number address address.country document document.type document.number document_number cci pix_key clabe
    bank_code account_number account_type routing_number payer.name payer.document payer.document_number`.split(
    /\s+/,
  );

/** Each of these names holds one of these. Far cheaper than a pattern: only a text that has one is parsed. */
const marks =
  `"details" "holder" "profile" _name" "name" "email" "payer "secret" "token" "beneficiary" "description" "reason"
  "refunded" "refundable" "identity_document "document "address _number" "date_of_birth" "phone" "tax_id" "cci" "pix_key"
  "clabe" "bank_code" "account_type"`.split(/\s+/);
const mentions = marks.map((mark) => `strpos(body, '${mark}') > 0`).join(' or ');
/** The amount that a payer gets is no datum of the payer. */
const held = (name: string): string =>
  name === 'payer'
    ? `@."payer".type() != "object" || exists(@."payer".keyvalue() ? (@.key != "amount" && @.key != "currency"))`
    : `exists(@."${name}")`;
const anywhere = (names: readonly string[]) => `'strict $.** ? (${names.map(held).join(' || ')})'`;

/** Of the request log, which says of each that it was there. */
const left = [
  'details',
  'holder',
  'profile',
  'display_name',
  'email',
  'secret',
  'token',
  'beneficiary',
  'description',
]
  .map((name) => `(exists(@."${name}") && (@."${name}".type() != "string" || @."${name}" != "[redacted]"))`)
  .join(' || ');

/** A caller's metadata may bear any name, wherever it stands in a body. */
const isLeftIn = (body: string): string =>
  ['$', '$.** ? (@.type() == "object").keyvalue() ? (@.key != "metadata").value']
    .map((path) => `jsonb_path_exists(${body}, 'lax ${path} ? (${left})', silent => true)`)
    .join(' or ');

/** The vault's form: the key's id, the form but in the first one, and at least a nonce and a tag in base64. */
const sealed = `'^[A-Za-z0-9_-]{1,40}:(2:)?[A-Za-z0-9+/]{38,}={0,2}$'`;
/** A secret of webhooks has 43 or 44 characters; a query may have percent signs in them. */
const secret = `'(psp_(op|session)(_[a-z])?|(psp|hps)_(test|live)_([a-z]_)?[a-z0-9]{12})_[0-9a-f]{64}|whsec_[A-Za-z0-9_+/%-]{43}'`;

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
    name: 'of an account that is paid four characters at most are shown',
    sql: `select id from beneficiary where length(account_hint) > 4
      union all select id from settlement_destination where length(account_hint) > 4`,
  },
  {
    number: 27,
    name: 'no event holds personal data or a secret',
    // A caller's metadata may bear any name; the text searches come first because they are cheaper.
    sql: `select account_id, position, type from event
      where (strpos(body, 'psp_') > 0 or strpos(body, 'hps_') > 0 or strpos(body, 'whsec_') > 0) and body ~ ${secret}
        or case when ${mentions}
          then jsonb_path_exists(body::jsonb #- '{data,metadata}', ${anywhere(withheld)}, silent => true)
            or jsonb_path_exists(body::jsonb #- '{data,metadata}' #- '{data,instructions}', ${anywhere(asked)}, silent => true) end`,
  },
  {
    number: 27,
    name: 'no audit entry holds personal data or a secret',
    sql: `select id from (select id, reason, coalesce(before, '{}') || coalesce(after, '{}') as told from audit_entry) audited
      where reason ~ ${secret} or told::text ~ ${secret} or jsonb_path_exists(told, ${anywhere(personal)}, silent => true)`,
  },
  {
    number: 27,
    name: 'no line of the request log holds personal data or a secret',
    sql: `select id from (select id, coalesce(request_body, '{}') as asked, coalesce(response_body, '{}') as answered, path, query from request) r
      where concat(asked, answered, path, query) ~ ${secret}
        or ${isLeftIn('asked')} or ${isLeftIn('answered')}`,
  },
  {
    number: 27,
    name: 'of an API key only its fingerprint and public start are kept',
    sql: `select id from api_key where fingerprint !~ '^[0-9a-f]{64}$' or prefix !~ '^psp_(test|live)_([a-z]_)?[a-z0-9]{12}$'`,
  },
];
