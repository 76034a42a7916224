import type { SqlCheck } from './query.js';

/** The checks of people: who acts for accounts, and what is kept so that they can sign in. */
export const memberChecks: readonly SqlCheck[] = [
  {
    number: 26,
    name: 'an account for which members act has an owner among them',
    sql: `select account_id, count(*) as members from member where status = 'active' group by account_id
      having count(*) filter (where role = 'owner') = 0`,
  },
  {
    number: 27,
    name: 'a mail that was sent or dropped holds nothing of what it told',
    sql: `select id as mail_id, status from mail where status <> 'queued' and facts is not null`,
  },
  {
    number: 28,
    name: 'a mail that is to be sent has a next try',
    sql: `select id as mail_id from mail where status = 'queued' and next_step_at is null`,
  },
];
