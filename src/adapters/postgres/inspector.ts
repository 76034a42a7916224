import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { Noun, Nouns } from '../../domain/decision.js';
import type { Inspector, KeptNotice, Owned, Relation, Sought, Stretched } from '../../ports/inspector.js';
import { instant } from './column.js';
import { keptQuery } from './early-notice.js';
import { asAnswer } from './failure.js';
import {
  eventOfRow,
  eventWalk,
  journalsFrom,
  journalWalk,
  turnoverOfRow,
  turnoverQuery,
  type EventRow,
  type JournalEntryRow,
  type JournalRow,
  type TurnoverRow,
} from './inspect/ledger.js';
import { listWalk } from './inspect/list.js';
import { minuteOfRow, minutesQuery, type MinuteRow } from './inspect/provider.js';
import {
  lineOfRow,
  proposalOfRow,
  proposalsQuery,
  unknownQuery,
  type LineRow,
  type ProposalRow,
} from './inspect/reconciliation.js';
import * as relation from './inspect/relation.js';
import { searchQuery } from './inspect/search.js';
import { uncertainOfRow, uncertainQuery, type UncertainRow } from './inspect/uncertain.js';
import { waitingQuery } from './inspect/waiting.js';
import { rowsQuery, windowEndQuery, type Walk } from './inspect/walk.js';
import { poolOf } from './orm.js';
import { balanceOf, numberedOf, type NumberedRow as StatementRow } from './ledger-row.js';
import { compiled, rowsOf, rowsOfOnce, type Statement } from './connection.js';
import { columnsOf, decodeRow, rowsByIds } from './row.js';
import { JointReads } from './joint-read.js';

/** Statements of the console at once: the rest of the pool is left to the payments. */
const atOnce = 4;
const itemsMax = 1_000;

type NumberedRow = StatementRow & { readonly nth: string };

type Run = <T>(statement: Statement) => Promise<T[]>;

/** Reads for operators and dashboards, on connections of the pool, a few at once. */
export function postgresInspector(orm: MikroORM): Inspector {
  const joint = new JointReads(atOnce, itemsMax);
  const direct =
    (read: typeof rowsOf): Run =>
    async <T>(statement: Statement) => {
      try {
        return await read<T>(await poolOf(orm), statement);
      } catch (error) {
        throw asAnswer(error);
      }
    };
  const run = (read: typeof rowsOf): Run => {
    const sent = direct(read);
    return <T>(statement: Statement) => joint.inTurn(() => sent<T>(statement));
  };
  const prepared = run(rowsOf);
  const within = direct(rowsOf);
  // Lists are put together from what is asked, in more ways than a connection should remember.
  const once = <T>(query: RawBuilder<unknown>) => run(rowsOfOnce)<T>(compiled(query));
  const nouns = async <N extends Noun>(noun: N, statement: Statement): Promise<Nouns[N][]> =>
    (await prepared(statement)).map((row) => decodeRow(noun, row));
  return {
    rows: (noun, sight, ids) =>
      joint.ask(`${noun} ${sight?.join() ?? 'all'}`, ids, {
        read: async (all) => (await within(rowsByIds(noun, sight, all))).map((row) => decodeRow(noun, row)),
        nameOf: String,
        ownerOf: ({ id }) => id,
      }),
    list: async (noun, ask) => {
      const { rows, next } = await stretch<Record<string, unknown>>(once, listWalk(noun, ask));
      return { rows: rows.map((row) => decodeRow(noun, row)), next };
    },
    children: async <R extends Relation>(link: R, parents: readonly Owned[], limit: number) =>
      (await nouns(link[0], relation.childrenOf(link, parents, limit))) as Nouns[R[0]][],
    ...logReads(prepared, once),
    ...jointReads(within, joint),
    balances: async (accountIds) =>
      (await prepared<Record<string, string>>(relation.balancesOf(accountIds))).map((row) => ({
        ...balanceOf(row),
        accountId: row['account_id'] ?? '',
      })),
    statements: async (asks, limit) => {
      const rows = await prepared<NumberedRow>(relation.statementsOf(asks, limit));
      const byAsk = Map.groupBy(rows, ({ nth }) => Number(nth));
      return asks.map((_, index) => (byAsk.get(index + 1) ?? []).map(numberedOf));
    },
    turnover: async (from, to) => (await once<TurnoverRow>(turnoverQuery(from, to))).map(turnoverOfRow),
    waiting: async (noun, limit) => nouns(noun, compiled(waitingQuery(noun, limit))),
    ...platformReads(prepared, once),
    ...operatorReads(prepared),
  };
}

type PlatformRead = 'keptNotices' | 'unknownLines' | 'proposals' | 'uncertain' | 'providerMinutes' | 'search';

function platformReads(
  prepared: Run,
  once: <T>(query: RawBuilder<unknown>) => Promise<T[]>,
): Pick<Inspector, PlatformRead> {
  return {
    keptNotices: async (limit) =>
      (await prepared<KeptNotice>(compiled(keptQuery(limit)))).map((row) => ({
        ...row,
        receivedAt: instant(row.receivedAt),
      })),
    unknownLines: async (limit) => (await prepared<LineRow>(compiled(unknownQuery(limit)))).map(lineOfRow),
    proposals: async (limit) =>
      (await prepared<ProposalRow>(compiled(proposalsQuery(limit)))).map(proposalOfRow),
    uncertain: async (limit) =>
      (await prepared<UncertainRow>(compiled(uncertainQuery(limit)))).map(uncertainOfRow),
    providerMinutes: async (limit) =>
      (await prepared<MinuteRow>(compiled(minutesQuery(limit)))).map(minuteOfRow),
    search: (ask, limit) => once<Sought>(searchQuery(ask, limit)),
  };
}

function operatorReads(prepared: Run): Pick<Inspector, 'operator' | 'operators'> {
  const columns = columnsOf('operator');
  return {
    operator: async (fingerprint) => {
      const [row] = await prepared<{ now: string }>(
        compiled(
          sql`select ${columns}, business_now() as now from operator where fingerprint = ${fingerprint}`,
        ),
      );
      return row && { operator: decodeRow('operator', row), now: instant(row.now) };
    },
    operators: async () => {
      const rows = await prepared<object>(compiled(sql`select ${columns} from operator order by id`));
      return rows.map((row) => decodeRow('operator', row));
    },
  };
}

function logReads(
  prepared: Run,
  once: <T>(query: RawBuilder<unknown>) => Promise<T[]>,
): Pick<Inspector, 'events' | 'eventRows' | 'journals' | 'journalRows'> {
  const journals = async (statement: Statement) => journalsFrom(await prepared<JournalEntryRow>(statement));
  return {
    events: async (ask) => {
      const { rows, next } = await stretch<EventRow>(once, eventWalk(ask));
      return { rows: rows.map(eventOfRow), next };
    },
    eventRows: async (sight, ids) =>
      (await prepared<EventRow>(relation.eventsByIds(sight, ids))).map(eventOfRow),
    journals: async (ask) => {
      const { rows, next } = await stretch<JournalRow>(once, journalWalk(ask));
      if (rows.length === 0) return { rows: [], next };
      const found = await journals(
        relation.journalsByIds(
          ask.sight,
          rows.map(({ id }) => id),
        ),
      );
      return { rows: found.reverse(), next };
    },
    journalRows: (sight, ids) => journals(relation.journalsByIds(sight, ids)),
  };
}

/** Rows that hang on operations, for all requests that ask at the same time. */
function jointReads(within: Run, joint: JointReads): Pick<Inspector, 'eventsOf' | 'journalsOf'> {
  const nameOf = ({ accountId, id }: Owned): string => `${accountId} ${id}`;
  return {
    eventsOf: (resources, limit) =>
      joint.ask(`events ${limit}`, resources, {
        read: async (all) => (await within<EventRow>(relation.eventsOf(all, limit))).map(eventOfRow),
        nameOf,
        ownerOf: ({ accountId, resourceId }) => `${accountId} ${resourceId}`,
      }),
    journalsOf: async (origins) => {
      const rows = await joint.ask('journals', origins, {
        read: (all) => within<JournalEntryRow>(relation.journalsOf(all)),
        nameOf,
        ownerOf: (row: JournalEntryRow) => `${row.account_id} ${row.origin_id}`,
      });
      return journalsFrom(rows);
    },
  };
}

/** Cuts the extra row that tells whether the walk goes on; a filtered one may end its window before that. */
async function stretch<T extends object>(
  once: <R>(query: RawBuilder<unknown>) => Promise<R[]>,
  walk: Walk,
): Promise<Stretched<T>> {
  if (walk.branches.length === 0) return { rows: [], next: null };
  const found = await once<T>(rowsQuery(walk));
  const rows = found.slice(0, walk.limit);
  if (found.length > walk.limit) return { rows, next: positionOf(walk, rows.at(-1)) };
  if (walk.filters.length === 0) return { rows, next: null };
  const [end] = await once<{ position: string }>(windowEndQuery(walk));
  return { rows, next: end?.position ?? null };
}

function positionOf({ order }: Walk, row: object | undefined): string | null {
  return row === undefined ? null : String(Reflect.get(row, order));
}
