import type { SqlCheck } from './query.js';

/** The checks of hosted pages, their domains and their sessions. */
export const hostedChecks: readonly SqlCheck[] = [
  {
    number: 15,
    name: 'a hosted session has at most one remittance, with its own price, payer, payee and funding account',
    sql: `select s.id as session_id, r.id as remittance_id from hosted_session s left join remittance r on r.id = s.remittance_id
      where s.remittance_id is not null
        and (r.account_id, r.quote_id, r.funding_account_id, r.beneficiary_id, r.customer_id, r.created_at)
          is distinct from (s.account_id, s.quote_id, s.funding_account_id, s.beneficiary_id, s.customer_id, s.submitted_at)
      union all select min(id), remittance_id from hosted_session where remittance_id is not null
        group by remittance_id having count(*) > 1`,
  },
  {
    number: 26,
    name: 'a hostname has at most one live claim, and an account at most ten pending claims',
    sql: `select hostname, account_id, 1::bigint as claims from (
        select hostname, min(account_id) as account_id from hosted_domain
          where removed_at is null and verification_status <> 'failed' group by hostname having count(*) > 1) twice
      union all select 'pending', account_id, count(*) from hosted_domain
        where removed_at is null and verification_status = 'pending' group by account_id having count(*) > 10`,
  },
  {
    number: 26,
    name: "a page omits the platform's name only if that was granted",
    sql: `select p.id as page_id from hosted_page p left join account_terms t on t.account_id = p.account_id
      where p.branding_mode = 'white_label' and t.white_label_at is null`,
  },
  {
    number: 27,
    name: "only the fingerprint of a hosted session's token is stored",
    sql: `select id as session_id from hosted_session where token_fingerprint !~ '^[0-9a-f]{64}$'`,
  },
  {
    number: 27,
    name: 'the answers of a hosted session are deleted when it gets a remittance, or one day after it ends',
    sql: `select id as session_id from hosted_session where draft is not null
      and (remittance_id is not null or expires_at < business_now() - interval '1 day')`,
  },
  {
    number: 27,
    name: 'the e-mail address of a payer is deleted once the remittance has ended',
    sql: `select s.id as session_id from hosted_session s join remittance r on r.id = s.remittance_id
      where s.payer_contact is not null and r.status in ('completed', 'failed', 'returned')`,
  },
];
