import { sql } from 'kysely';
import type { ProposedAct } from '../../../ports/platform-read.js';
import { instant } from '../column.js';

export type ProposedRow = Omit<ProposedAct, 'proposedAt' | 'expiresAt'> &
  Readonly<Record<'proposedAt' | 'expiresAt', string>>;

/** Proposals that can still take effect. A repeated request by the same operator counts once. */
export const proposedActsQuery = (limit: number) =>
  sql<ProposedRow>`select * from (
      select distinct on (a.action, a.subject_id, a.operator, a.after -> 'wanted') a.id,
        case a.action when 'exception.propose' then 'resolveException' when 'evidence.propose' then 'recordEvidence'
          else 'leaveRestored' end as act,
        a.subject_id as "subjectId", a.account_id as "accountId", a.operator, a.reason,
        (a.after -> 'wanted')::text as wanted, a.created_at as "proposedAt",
        a.created_at + interval '7 days' as "expiresAt"
      from audit_entry a
      where a.action in ('exception.propose', 'evidence.propose', 'restored.propose') and a.after ? 'wanted'
        and a.created_at > business_now() - interval '7 days'
        and case a.action
          when 'exception.propose' then exists (select from exception x where x.id = a.subject_id and x.status = 'open')
          when 'evidence.propose' then
            exists (select from operation o where o.id = a.subject_id and o.status = a.before ->> 'status')
          else (select restored_at is not null from platform)
            and not exists (select from audit_entry b where b.action = 'restored.begin' and b.id > a.id)
        end
      order by a.action, a.subject_id, a.operator, a.after -> 'wanted', a.id desc) p
    order by id desc limit ${limit}`;

export const proposedActOfRow = ({ proposedAt, expiresAt, ...row }: ProposedRow): ProposedAct => ({
  ...row,
  proposedAt: instant(proposedAt),
  expiresAt: instant(expiresAt),
});
