import { sealedColumns } from '../reseal.js';
import type { SqlCheck } from './query.js';

/** Field names that must not occur in an event (supplement §4). An audit entry must not have the personal ones. */
const personal = ['details', 'holder', 'profile', 'display_name', 'email', 'payer', 'secret', 'token'];
export const withheld = [...personal, 'beneficiary', 'description', 'reason', 'refunded', 'refundable'];

/**
 * Fields that payment methods and profiles ask a person for, by full and by last name. Inside `instructions` they are
 * allowed: they describe the provider's account.
 */
export const personFields =
  `name first_name last_name date_of_birth identity_document_type identity_document identity_document_country phone tax_id
    registration_number address address.country document document.type document.number document_number cci pix_key clabe
    bank_code account_number account_type routing_number payer.name payer.document payer.document_number`.split(
    /\s+/,
  );

/**
 * Every name above contains one of these marks. A text search is far cheaper than a pattern, so only a text with a mark
 * is parsed.
 */
const marks =
  `"details" "holder" "profile" _name" "name" "email" "payer "secret" "token" "beneficiary" "description" "reason"
  "refunded" "refundable" "identity_document "document "address _number" "date_of_birth" "phone" "tax_id" "cci" "pix_key"
  "clabe" "bank_code" "account_type"`.split(/\s+/);
const mentions = marks.map((mark) => `strpos(body, '${mark}') > 0`).join(' or ');
/** A payer object with only an amount and a currency is not personal data. */
const held = (name: string): string =>
  name === 'payer'
    ? `@."payer".type() != "object" || exists(@."payer".keyvalue() ? (@.key != "amount" && @.key != "currency"))`
    : `exists(@."${name}")`;
const anywhere = (names: readonly string[]) => `'strict $.** ? (${names.map(held).join(' || ')})'`;

/** Fields that the request log replaces by "[redacted]". */
const left = [
  'details',
  'holder',
  'holder_hint',
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

/** Metadata may have any field name, at any depth, so metadata is skipped. */
const isLeftIn = (body: string): string =>
  ['$', '$.** ? (@.type() == "object").keyvalue() ? (@.key != "metadata").value']
    .map((path) => `jsonb_path_exists(${body}, 'lax ${path} ? (${left})', silent => true)`)
    .join(' or ');

/** A sealed value: key id, format number (missing in the first format), then base64 of at least a nonce and a tag. */
const sealed = `'^[A-Za-z0-9_-]{1,40}:(2:)?[A-Za-z0-9+/]{38,}={0,2}$'`;
/** A webhook secret has 43 or 44 characters. In a query, percent signs may occur between them. */
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
    name: "at most four characters of a payee's account number are stored unsealed",
    sql: `select id from beneficiary where length(account_hint) > 4
      union all select id from settlement_destination where length(account_hint) > 4`,
  },
  {
    number: 27,
    name: 'no event holds personal data or a secret',
    // Metadata may have any field name, so it is removed first. The text searches come first because they are cheaper.
    sql: `select account_id, position, type from event
      where (strpos(body, 'psp_') > 0 or strpos(body, 'hps_') > 0 or strpos(body, 'whsec_') > 0) and body ~ ${secret}
        or case when ${mentions}
          then jsonb_path_exists(body::jsonb #- '{data,metadata}', ${anywhere(withheld)}, silent => true)
            or jsonb_path_exists(body::jsonb #- '{data,metadata}' #- '{data,instructions}', ${anywhere(personFields)}, silent => true) end`,
  },
  {
    number: 27,
    name: 'no audit entry holds personal data or a secret',
    sql: `select id from (select id, reason, coalesce(before, '{}') || coalesce(after, '{}') as content from audit_entry) audited
      where reason ~ ${secret} or content::text ~ ${secret} or jsonb_path_exists(content, ${anywhere(personal)}, silent => true)`,
  },
  {
    number: 27,
    name: 'no line of the request log holds personal data or a secret',
    sql: `select id from (select id, coalesce(request_body, '{}') as sent, coalesce(response_body, '{}') as answered, path, query from request) r
      where concat(sent, answered, path, query) ~ ${secret}
        or ${isLeftIn('sent')} or ${isLeftIn('answered')}`,
  },
  {
    number: 27,
    name: 'only the fingerprint and the public prefix of an API key are stored',
    sql: `select id from api_key where fingerprint !~ '^[0-9a-f]{64}$' or prefix !~ '^psp_(test|live)_([a-z]_)?[a-z0-9]{12}$'`,
  },
];
