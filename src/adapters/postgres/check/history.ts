import { declared } from '../../../domain/noun/all.js';
import { snake } from '../../../domain/noun/declare.js';
import type { DueEvent, KindCheck, Steps } from './kind.js';
import { difference, sqlRows, sqlText, sqlTexts, type SqlCheck } from './query.js';

/**
 * Every pair of statuses that may follow each other in a log that can skip steps. '' means that no status came before.
 */
function sightings(family: string, flow: Steps): string[][] {
  const [first = ''] = Object.keys(flow);
  const later = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of Object.values(flow[from] ?? {})) {
      if (to === undefined || seen.has(to)) continue;
      seen.add(to);
      later(to, seen);
    }
    return seen;
  };
  const starts = [first, ...later(first)].map((to) => [family, '', to]);
  return [
    ...starts,
    ...Object.keys(flow).flatMap((from) => [...later(from)].map((to) => [family, from, to])),
  ];
}

const flowing = declared.filter(({ flow, events }) => flow !== undefined && events !== undefined);

const allowedOf = (kinds: readonly KindCheck[]): string[][] => [
  ...kinds.flatMap(({ kind, flow }) => (flow === undefined ? [] : sightings(kind, flow))),
  ...flowing.flatMap(({ noun, flow = {} }) => sightings(snake(noun), flow)),
  // A repeated event may leave the status as it was.
  ...flowing
    .filter(({ events = {} }) => Object.values(events).some(({ isRepeated }) => isRepeated))
    .flatMap(({ noun, flow = {} }) => Object.keys(flow).map((status) => [snake(noun), status, status])),
];

const familiesOf = (kinds: readonly KindCheck[]): string =>
  [
    ...kinds.flatMap(({ kind, flow }) => (flow === undefined ? [] : [kind])),
    ...flowing.map(({ noun }) => snake(noun)),
  ]
    .map(sqlText)
    .join();

const rules = declared.flatMap(({ noun, fields, events = {} }) =>
  Object.entries(events).map(([type, rule]) => {
    const { at = '', when } = rule;
    // Without `when`, an optional time decides: the event is due only if the time is set.
    const isRare = when === undefined && fields[at]?.optional === true;
    return [snake(noun), type, rule, isRare ? [`${snake(at)} is not null`] : []] as const;
  }),
);

function dueByRule([table, type, { at, when = {} }, rare]: (typeof rules)[number]): DueEvent {
  const conditions = [
    ...rare,
    ...Object.entries(when).map(([field, values]) => `${snake(field)} in (${sqlTexts(values)})`),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return [type, at === undefined ? 'null' : snake(at), table + where];
}

/** The status that each event type implies, for types that always imply the same status. */
const statusesOf = (kinds: readonly KindCheck[]): (readonly string[])[] => [
  ...kinds.flatMap(({ events = [] }) => events.map(([type, , , status]) => [type, status])),
  ...rules.flatMap(([, type, { status }]) => (status === undefined ? [] : [[type, status]])),
];

/** The event body as jsonb. The column holds text that was checked to be JSON at insert. */
const body = `e.body::jsonb`;

const uncounted = `(${rules.flatMap(([, type, { isRepeated }]) => (isRepeated ? [`'${type}'`] : [])).join()})`;

const ofOthers: readonly DueEvent[] = rules.flatMap((rule) => (rule[2].isRepeated ? [] : [dueByRule(rule)]));

/** The events that must exist for the rows, each with the time stored in its row. */
const dueOf = (kinds: readonly KindCheck[]): string =>
  [...kinds.flatMap(({ events = [] }) => events), ...ofOthers]
    .map(([type, at, rows]) => `select account_id, id, '${type}', ${at}::timestamptz from ${rows}`)
    .concat(
      `select account_id, endpoint_id, 'webhook.ping', created_at from webhook_delivery
        where kind in ('ping', 'test') and created_at >= complete_from('webhook_delivery')`,
    )
    .join(' union all ');

const logChecks = (kinds: readonly KindCheck[]): readonly SqlCheck[] => [
  {
    number: 11,
    name: 'every status change is allowed by the flow table; only completed to returned leaves a final status',
    sql: `with seen as (
        select account_id, resource_id, family, position, status,
            coalesce(lag(status) over (partition by account_id, resource_id order by position), '') as before
          from (select account_id, resource_id, split_part(type, '.', 1) as family, position, coalesce(body::json #>> '{data,status}', 'none') as status
            from logged_event where split_part(type, '.', 1) in (${familiesOf(kinds)}) offset 0) logged
      )
      select account_id, resource_id, position, before, status from seen
        left join (values ${sqlRows(allowedOf(kinds))}) flow (family, before, status) using (family, before, status)
        where flow.family is null`,
  },
  {
    number: 18,
    name: 'every change that needs an event has exactly one, and no other change has any',
    sql: difference(
      'account_id, id, type',
      `select account_id, resource_id, type, 1 from logged_event where type not in ${uncounted}
        and not (type = 'webhook.ping' and occurred_at < complete_from('webhook_delivery'))`,
      `select account_id, id, type, 1 from (${dueOf(kinds)}) due (account_id, id, type, at)`,
    ),
  },
  {
    number: 18,
    name: 'an event has the time of its row, or the time of the event before it if that is later',
    // The third accepted time is the start of the first day after the archived days.
    sql: `select account_id, position, resource_id, type, occurred_at, at from (
        select account_id, position, resource_id, type, occurred_at,
            lag(occurred_at) over (partition by account_id order by position) as before from logged_event
      ) logged join (${dueOf(kinds)}) due (account_id, resource_id, type, at) using (account_id, resource_id, type)
      where type <> 'webhook.ping' and occurred_at <> at
        and (occurred_at > at and (occurred_at = before or occurred_at = date_trunc('day', occurred_at)
          and exists (select from archive_file f where f.account_id = logged.account_id))) is not true`,
  },
];

const customerChecks: readonly SqlCheck[] = [
  {
    number: 18,
    name: 'a customer equals the data of its last event',
    sql: `select c.id as customer_id, c.status, c.compliance_status, c.updated_at, last.data from customer c
      left join (select distinct on (account_id, resource_id) account_id, resource_id, ${body} -> 'data' as data from logged_event e
        where type like 'customer.%' order by account_id, resource_id, position desc) last
        on last.account_id = c.account_id and last.resource_id = c.id
      where (c.status, c.compliance_status, c.metadata, c.updated_at) is distinct from
        (last.data ->> 'status', last.data ->> 'compliance_status', last.data -> 'metadata', (last.data ->> 'updated_at')::timestamptz)`,
  },
  {
    number: 18,
    name: 'each customer event changes what its type names',
    // One change may write two events with the same data. The second event is compared with the data before the first
    // one.
    sql: `select account_id, resource_id, position, type from (
        select *, case when type = 'customer.status_changed' and lag(type) over log = 'customer.updated' and lag(data) over log = data
              then lag(data, 2) over log else lag(data) over log end as before
          from (select account_id, resource_id, position, type, ${body} -> 'data' as data from logged_event e
            where type like 'customer.%' offset 0) logged
          window log as (partition by account_id, resource_id order by position)
      ) walked where case type
        when 'customer.updated' then (data -> 'metadata', data -> 'compliance_status') is not distinct from (before -> 'metadata', before -> 'compliance_status')
        when 'customer.status_changed' then data -> 'status' is not distinct from before -> 'status' end`,
  },
];

const textCheck = (kinds: readonly KindCheck[]): SqlCheck => ({
  number: 18,
  name: "an event's body agrees with its row and its type",
  // Of archived events `psp archive verify` reads the body.
  // `offset 0` makes PostgreSQL parse the text once instead of once per comparison.
  sql: `select account_id, position, id, type from (select e.*, ${body} as parsed from event e offset 0) read
      left join (values ${sqlRows(statusesOf(kinds))}) means (type, status) using (type)
      where (id, type, resource_id, occurred_at, coalesce(means.status, parsed #>> '{data,status}', '')) is distinct from
        (parsed ->> 'id', parsed ->> 'type', parsed #>> '{data,id}', (parsed ->> 'occurred_at')::timestamptz, coalesce(parsed #>> '{data,status}', ''))`,
});

/** Checks the event log against the rows and the flow tables. */
export const historyChecks = (kinds: readonly KindCheck[]): readonly SqlCheck[] => [
  ...logChecks(kinds),
  ...customerChecks,
  textCheck(kinds),
];
