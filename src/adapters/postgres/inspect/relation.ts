import type { Owned, Relation, Sight, StatementAsk } from '../../../ports/inspector.js';
import type { Statement } from '../connection.js';
import { columnList, columnOf, owningAccount } from '../row.js';
import { tables } from '../table.js';

/** Nouns that are read from the first on; of everything else the newest comes first. */
const inOrder: Readonly<Partial<Record<Relation[0], string>>> = {
  intent: 'number, id',
  payoutBatchItem: 'id',
};

/** Of each parent its first rows by the index on the account, the parent and the id. */
export function childrenOf([noun, field]: Relation, parents: readonly Owned[], limit: number): Statement {
  const owner = noun === 'intent' ? [] : ['account_id = p.account_id'];
  const link = field === 'accountId' ? [] : [`"${columnOf(noun, field)}" = p.id`];
  const where = [...owner, ...link].join(' and ');
  const order = inOrder[noun] ?? 'id desc';
  return {
    text: `select ${columnList(noun, 'c')} from unnest($1::text[], $2::text[]) p (account_id, id)
      cross join lateral (select * from "${tables[noun].name}" where ${where} order by ${order} limit $3) c`,
    values: [...pairs(parents), limit],
  };
}

const eventColumns = 'e.id, e.account_id, e.position, e.type, e.resource_id, e.occurred_at, e.body';

export function eventsByIds(sight: Sight, ids: readonly string[]): Statement {
  const all = `select ${eventColumns} from event e where id = any($1)`;
  if (sight === null) return { text: all, values: [ids] };
  return { text: `${all} and ${owningAccount} = any($2)`, values: [ids, sight] };
}

export function eventsOf(resources: readonly Owned[], limit: number): Statement {
  return {
    text: `select ${eventColumns} from unnest($1::text[], $2::text[]) p (account_id, id)
      cross join lateral (select * from event where account_id = p.account_id and resource_id = p.id
        order by position limit $3) e`,
    values: [...pairs(resources), limit],
  };
}

/** A journal stands in as many rows as it has entries. */
const journalColumns = `j.id, j.account_id, j.purpose, j.origin_type, j.origin_id, j.occurred_at, e.id as entry_id,
  e.ledger, e.currency, e.direction, e.amount`;

export function journalsByIds(sight: Sight, ids: readonly string[]): Statement {
  const all = `select ${journalColumns} from journal j join entry e on e.journal_id = j.id where j.id = any($1)`;
  if (sight === null) return { text: all, values: [ids] };
  return { text: `${all} and j.${owningAccount} = any($2)`, values: [ids, sight] };
}

/** A journal of an adjustment belongs to no operation, and is found by its account. */
export function journalsOf(origins: readonly Owned[]): Statement {
  return {
    text: `select ${journalColumns} from unnest($1::text[], $2::text[]) p (account_id, id)
      cross join lateral (select * from journal where origin_id = p.id and origin_type <> 'adjustment') j
      join entry e on e.journal_id = j.id where j.account_id = p.account_id`,
    values: pairs(origins),
  };
}

export function balancesOf(accountIds: readonly string[]): Statement {
  return {
    text: `select account_id, currency, as_of, available, pending, reserved, in_settlement, earnings
      from balance where account_id = any($1) order by account_id, currency`,
    values: [accountIds],
  };
}

/** `nth` tells which ask an entry answers. */
export function statementsOf(asks: readonly StatementAsk[], limit: number): Statement {
  return {
    text: `with page as materialized (
        select p.nth, e.*
          from unnest($1::text[], $2::text[], $3::bigint[]) with ordinality p (account_id, currency, before, nth)
          cross join lateral (select * from entry where account_id = p.account_id and currency = p.currency
            and seq is not null and seq < p.before order by seq desc limit $4) e
      ), opening as materialized (
        select f.nth, s.ledger, s.credits - s.debits as amount
          from (select nth, account_id, currency, min(seq) - 1 as seq from page group by nth, account_id, currency) f
          cross join lateral bucket_sums(f.account_id, f.currency, f.seq) s
      )
      select e.nth, e.id, e.journal_id, e.ledger, e.direction, e.amount, e.currency, e.occurred_at, e.seq,
          j.purpose, j.origin_type, j.origin_id,
          o.amount + sum(case e.direction when 'credit' then e.amount else -e.amount end)
            over (partition by e.nth, e.ledger order by e.seq) as resulting
        from page e join opening o on o.nth = e.nth and o.ledger = e.ledger join journal j on j.id = e.journal_id
        order by e.nth, e.seq desc`,
    values: [
      asks.map(({ accountId }) => accountId),
      asks.map(({ currency }) => currency),
      asks.map(({ before }) => before ?? numberMax),
      limit,
    ],
  };
}

/** Above every number of an entry. */
const numberMax = '9223372036854775807';

function pairs(owned: readonly Owned[]): [string[], string[]] {
  return [owned.map(({ accountId }) => accountId), owned.map(({ id }) => id)];
}
