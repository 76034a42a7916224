import type pg from 'pg';
import type { EventHint } from '../../ports/messaging.js';
import type { PublishedPosition, RelayLog, UnpublishedEvents } from '../../ports/relay.js';
import { cut } from './cut.js';
import { WritingClient } from './hosts.js';
import type { OnConnect } from './report/snapshot.js';
import { planSettings, serverDefaults, setStatement } from './server-setting.js';

/** An arbitrary number; all processes of all releases use the same. */
const leadLock = 4_817_203_116;
const answerMs = 4_000;
const tryAgainMs = 500;
/** The most accounts whose events one read returns. */
const accountsMax = 100;
/** Accounts that one read over all accounts looks at. The next read continues after them. */
const accountsLookedAt = 5_000;
const eventsOfAccountMax = 500;

/** The most events that one read returns. */
const eventsMax = 1_000;

/**
 * The server ends the session of a stopped process after 20 s, which releases the lead. A live process queries several
 * times a second, or, if a set of events is published one by one, after the set. Commits do not wait for the disk: if a
 * power cut loses a saved position, the events are published again.
 */
const settings = { ...planSettings, idle_session_timeout: '20000', synchronous_commit: 'off' };

const lag = `coalesce(r.position, 0) as after, c.last - coalesce(r.position, 0) as lag`;
const lagging = `left join relay_cursor r on r.account_id = c.account_id where c.last > coalesce(r.position, 0)`;
const some = `order by account_id limit ${accountsLookedAt}`;

/** Named statements, each planned once. */
const queries = {
  lead: 'select pg_try_advisory_lock($1) as held',
  laggingOf: `select c.account_id, ${lag} from unnest($1::text[]) with ordinality as a(account_id, nth)
    join event_counter c on c.account_id = a.account_id ${lagging} order by a.nth`,
  /** Continues after the account at which the last read ended, and wraps around to the first account. */
  laggingFrom: `with c as materialized (
      select account_id, last, row_number() over () as nth from (
        (select account_id, last from event_counter where account_id > $1 ${some}) union all
        (select account_id, last from event_counter where account_id <= $1 ${some})
        limit ${accountsLookedAt}) each
    )
    select ended.account_id as ended_at, l.account_id, l.after, l.lag
      from (select account_id from c order by nth desc limit 1) ended
      left join lateral (select nth, c.account_id, ${lag} from c ${lagging} order by nth limit $2) l on true
      order by l.nth`,
  eventsAfter: `select e.account_id as "accountId", e.position, e.id
    from unnest($1::text[], $2::bigint[], $3::int[]) as a(account_id, after, n)
    cross join lateral (select account_id, position, id from event
      where account_id = a.account_id and position > a.after order by position limit a.n) e
    order by e.account_id, e.position`,
  save: `insert into relay_cursor as r (account_id, position)
    select account_id, max(position) from unnest($1::text[], $2::bigint[]) as p(account_id, position) group by account_id
    on conflict (account_id) do update set position = excluded.position where r.position < excluded.position`,
};
type Query = keyof typeof queries;

/**
 * The lead is an advisory lock of the connection that runs every statement here, so a process without the lead cannot
 * save.
 */
export function postgresRelayLog(url: string, onConnect?: OnConnect): RelayLog {
  let client: pg.Client | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let holds = false;

  const letGo = (gone: pg.Client): void => {
    cut(gone);
    if (client !== gone) return;
    client = undefined;
    holds = false;
  };
  const query = async <T extends pg.QueryResultRow>(name: Query, values: unknown[]): Promise<T[]> => {
    const holder = client;
    if (holder === undefined) throw new Error('the lead of the relay was lost');
    try {
      return (await holder.query<T>({ name, text: queries[name], values })).rows;
    } catch (error) {
      letGo(holder);
      throw error;
    }
  };
  const unpublished = readBy(query);

  return {
    async lead() {
      if (holds) return true;
      if (performance.now() - triedAt < tryAgainMs) return false;
      triedAt = performance.now();
      client ??= await connect(url, letGo, onConnect);
      const [row] = await query<{ held: boolean }>('lead', [leadLock]);
      holds = row?.held === true;
      return holds;
    },
    unpublished,
    ends: endsBy(query),
    async savePublished(published) {
      const columns = [published.map((each) => each.accountId), published.map((each) => each.position)];
      await query('save', columns);
    },
    async stop() {
      const last = client;
      client = undefined;
      holds = false;
      await last?.end();
    },
  };
}

interface Lag {
  readonly account_id: string;
  readonly after: string;
  readonly lag: string;
}

/**
 * A lagging account, and the account at which the read ended. If no account lags, there is one row without an account.
 */
type LagFrom = Lag & { readonly ended_at: string };

type Ask = <T extends pg.QueryResultRow>(name: Query, values: unknown[]) => Promise<T[]>;

/** Each read continues where the last one ended. */
function readBy(query: Ask): RelayLog['unpublished'] {
  let after = '';
  /**
   * Whether the last read over all accounts found no more than one read can return, and whether the latest read was one
   * over all accounts.
   */
  let isWhole = true;
  let lookedAtAll = false;
  /** Accounts to read next, in turn: they were hinted at, or had events left over. */
  let waiting = new Set<string>();

  const read = async (shares: readonly Share[]): Promise<UnpublishedEvents> => {
    const more = waiting.size > 0 || !isWhole;
    const asks = shares.filter(({ n }) => n > 0);
    if (asks.length === 0) return { events: [], more };
    const columns = [asks.map((ask) => ask.account_id), asks.map((ask) => ask.after), asks.map(({ n }) => n)];
    return { events: await query<EventHint>('eventsAfter', columns), more };
  };
  const ofWaiting = async (): Promise<UnpublishedEvents> => {
    const turn = [...waiting].slice(0, accountsMax);
    const shares = sharesOf(await query<Lag>('laggingOf', [turn]));
    for (const id of turn) waiting.delete(id);
    const untouched = shares.flatMap(({ account_id: id, n }) => (n === 0 ? [id] : []));
    waiting = new Set([...untouched, ...waiting, ...leftOf(shares)]);
    return read(shares);
  };
  const ofAll = async (): Promise<UnpublishedEvents> => {
    const found = await query<LagFrom>('laggingFrom', [after, accountsMax]);
    const shares = sharesOf(found.filter(({ account_id: id }) => id !== null));
    const touched = shares.filter(({ n }) => n > 0);
    isWhole = shares.length < accountsMax && touched.length === shares.length;
    after = (isWhole ? found[0]?.ended_at : touched.at(-1)?.account_id) ?? '';
    for (const { account_id: id } of touched) waiting.delete(id);
    for (const id of leftOf(touched)) waiting.add(id);
    return read(touched);
  };
  return async (accountIds, all) => {
    for (const id of accountIds) waiting.add(id);
    const goesOn = !isWhole && (waiting.size === 0 || (accountIds.length === 0 && !lookedAtAll));
    lookedAtAll = all || goesOn;
    let reading = lookedAtAll ? await ofAll() : await ofWaiting();
    // If the accounts of this turn have no events left, read the next ones at once.
    while (reading.events.length === 0 && waiting.size > 0) reading = await ofWaiting();
    return reading;
  };
}

/** Each read continues where the last one ended. */
function endsBy(query: Ask): RelayLog['ends'] {
  let after = '';
  return async () => {
    const found = await query<LagFrom>('laggingFrom', [after, accountsLookedAt]);
    after = found[0]?.ended_at ?? '';
    return found.flatMap(({ account_id: accountId, after: from, lag }): PublishedPosition[] =>
      accountId === null ? [] : [{ accountId, position: String(BigInt(from) + BigInt(lag)) }],
    );
  };
}

interface Share extends Lag {
  /** The number of events to read. */
  readonly n: number;
}

/** Shares are given in order, until `eventsMax` is used up. */
function sharesOf(lags: readonly Lag[]): Share[] {
  let room = eventsMax;
  return lags.map((each) => {
    const n = Math.min(Number(each.lag), eventsOfAccountMax, room);
    room -= n;
    return { ...each, n };
  });
}

const leftOf = (shares: readonly Share[]): string[] =>
  shares.flatMap(({ account_id: id, lag, n }) => (n < Number(lag) ? [id] : []));

async function connect(
  url: string,
  onEnd: (client: pg.Client) => void,
  onConnect?: OnConnect,
): Promise<pg.Client> {
  const client = new WritingClient({
    connectionString: url,
    application_name: 'psp relay',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  // A query that is running then fails too, and its caller gets the error.
  client.on('error', () => onEnd(client));
  client.on('end', () => onEnd(client));
  await client.connect();
  await client.query(setStatement({ ...serverDefaults, ...settings }));
  await onConnect?.(client);
  return client;
}
