import type { SqlCheck } from './query.js';

/**
 * The periods in which the switch was on. A row committed just before the switch may have the same millisecond, so both
 * bounds are exclusive.
 */
const stops = `(select at as since, coalesce(lead(at) over (order by position), 'infinity') as until, stopped from kill_switch)`;
const begunAmid = (table: string): string =>
  `select b.id, b.created_at, s.since, s.until from ${table} b
    join ${stops} s on s.stopped and b.created_at > s.since and b.created_at < s.until`;

/** The checks that nothing was sent or settled while the kill switch was on. */
export const killSwitchChecks: readonly SqlCheck[] = [
  {
    number: 38,
    name: 'no intent was begun while the kill switch was on',
    sql: begunAmid('sent_intent'),
  },
  {
    number: 38,
    name: 'no settlement was made while the kill switch was on',
    sql: begunAmid('settlement'),
  },
  {
    number: 38,
    name: 'the kill switch is as its last change says, and every change switched it',
    sql: `select p.payouts_stopped, l.stopped from platform p
        left join (select stopped from kill_switch order by position desc limit 1) l on true
        where p.payouts_stopped <> coalesce(l.stopped, false)
      union all select k.stopped, k.before from (
          select stopped, lag(stopped, 1, false) over (order by position) as before from kill_switch
        ) k where k.stopped = k.before`,
  },
];
