import type { SqlCheck } from './query.js';

/** Checks that audit entries were not changed or removed. */
export const auditChecks: readonly SqlCheck[] = [
  {
    number: 29,
    name: 'each audit entry has the hash of the entry before it; none was changed or removed',
    sql: `select coalesce(l.position::text, 'none') as position, coalesce(e.id, l.entry_id) as entry_id
      from (select *, lag(position, 1, 0::bigint) over w as position_before, lag(hash, 1, '') over w as hash_before
        from audit_link window w as (order by position)) l
      full join audit_entry e on e.id = l.entry_id
      where l.position is null or e.id is null or l.position <> l.position_before + 1 or l.previous <> l.hash_before
        or l.hash <> audit_hash(l.previous, e)`,
  },
  {
    number: 29,
    name: "each adjustment is named in an operator's audit entry",
    sql: `select a.id as adjustment_id, a.exception_id from adjustment a
      left join audit_entry e on e.action = 'exception.resolve' and e.subject_id = a.exception_id
        and e.account_id = a.account_id and e.after -> 'adjustment' ->> 'id' = a.id
      where e.id is null`,
  },
];
