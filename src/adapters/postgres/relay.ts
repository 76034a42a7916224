import pg from 'pg';
import type { AccountEvent } from '../../ports/messaging.js';
import type { RelayLog, Unpublished } from '../../ports/relay.js';

/** Any number will do, as long as every process of every release takes the same. */
const leadLock = 4_817_203_116;
const answerMs = 4_000;
const tryAgainMs = 500;
const accountsMax = 100;
const eventsOfAccountMax = 500;

/** How many events are read at a time. */
const eventsMax = 1_000;

/**
 * A session whose process has stopped loses the lead; one that lives asks several times a second, or once a set was
 * published, which may have to go one by one. How far was published may be forgotten in a power cut, and is then
 * published again: no commit of it waits for the disk.
 */
const sessionOptions = ['idle_session_timeout=20000', 'synchronous_commit=off', 'jit=off']
  .map((setting) => `-c ${setting}`)
  .join(' ');

const lagging = `select c.account_id, coalesce(r.position, 0) as after, c.last - coalesce(r.position, 0) as lag
  from event_counter c left join relay_cursor r on r.account_id = c.account_id
  where c.last > coalesce(r.position, 0)`;

/** Each is planned once. */
const queries = {
  lead: 'select pg_try_advisory_lock($1) as held',
  laggingOf: `${lagging} and c.account_id = any($1) order by c.account_id limit ${accountsMax}`,
  /** Goes on behind the account at which the last reading ended. */
  laggingFrom: `${lagging} order by c.account_id <= $1, c.account_id limit ${accountsMax}`,
  eventsAfter: `select e.account_id as "accountId", e.position, e.id, e.body
    from unnest($1::text[], $2::bigint[], $3::int[]) as a(account_id, after, n)
    cross join lateral (select account_id, position, id, body from event
      where account_id = a.account_id and position > a.after order by position limit a.n) e
    order by e.account_id, e.position`,
  save: `insert into relay_cursor as r (account_id, position)
    select account_id, max(position) from unnest($1::text[], $2::bigint[]) as p(account_id, position) group by account_id
    on conflict (account_id) do update set position = excluded.position where r.position < excluded.position`,
};
type Query = keyof typeof queries;

/** The lead is a lock of the one connection on which everything here is done: whoever lost it cannot save. */
export function postgresRelayLog(url: string): RelayLog {
  let client: pg.Client | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let holds = false;
  let after = '';

  const letGo = (gone: pg.Client): void => {
    gone.connection.stream.destroy();
    if (client !== gone) return;
    client = undefined;
    holds = false;
  };
  const query = async <T extends pg.QueryResultRow>(name: Query, values: unknown[]): Promise<T[]> => {
    const asked = client;
    if (asked === undefined) throw new Error('the lead of the relay was lost');
    try {
      return (await asked.query<T>({ name, text: queries[name], values })).rows;
    } catch (error) {
      letGo(asked);
      throw error;
    }
  };
  const read = async (lags: readonly Lag[]): Promise<Unpublished> => {
    const asks = sharesOf(lags);
    if (asks.length === 0) return { events: [], more: false };
    const columns = [asks.map((ask) => ask.account_id), asks.map((ask) => ask.after), asks.map(({ n }) => n)];
    const events = await query<AccountEvent>('eventsAfter', columns);
    const left = lags.reduce((sum, { lag }) => sum + Number(lag), 0) - events.length;
    return { events, more: left > 0 || lags.length === accountsMax };
  };

  return {
    async lead() {
      if (holds) return true;
      if (performance.now() - triedAt < tryAgainMs) return false;
      triedAt = performance.now();
      client ??= await connect(url, letGo);
      const [row] = await query<{ held: boolean }>('lead', [leadLock]);
      holds = row?.held === true;
      return holds;
    },
    async unpublished(accountIds) {
      if (accountIds) return read(await query<Lag>('laggingOf', [accountIds]));
      const unpublished = await read(await query<Lag>('laggingFrom', [after]));
      after = unpublished.events.at(-1)?.accountId ?? '';
      return unpublished;
    },
    async savePublished(events) {
      await query('save', [events.map(({ accountId }) => accountId), events.map(({ position }) => position)]);
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

/** How many of each are read, the first come first, so that the sum is bounded. */
function sharesOf(lags: readonly Lag[]): (Lag & { readonly n: number })[] {
  let room = eventsMax;
  return lags.flatMap((each) => {
    const n = Math.min(Number(each.lag), eventsOfAccountMax, room);
    room -= n;
    return n === 0 ? [] : [{ ...each, n }];
  });
}

async function connect(url: string, onEnd: (client: pg.Client) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'psp relay',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    options: sessionOptions,
  });
  // What is under way fails with it, and tells.
  client.on('error', () => onEnd(client));
  client.on('end', () => onEnd(client));
  await client.connect();
  return client;
}
