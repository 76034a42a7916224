import type pg from 'pg';
import type { EventHint } from '../../ports/messaging.js';
import { presentSource } from './position.js';

type Client = Pick<pg.ClientBase, 'query'>;

const answerMs = 5_000;

/** Identifies the database and its history: it changes after a failover or a restore. */
export async function sourceOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ source: string }>({
    text: `select ${presentSource} as source`,
    query_timeout: answerMs,
  } as pg.QueryConfig);
  return rows[0]?.source ?? '';
}

/**
 * The first of these published events that the log lacks: its position is not reached yet, or belongs to another event.
 * Unknown accounts are those of another database, and events that were removed by retention are no sign.
 */
export async function missingEvent(
  client: Client,
  events: readonly EventHint[],
): Promise<EventHint | undefined> {
  const { rows } = await client.query<{ nth: string }>({
    text: `select p.nth from unnest($1::text[], $2::bigint[], $3::text[]) with ordinality p(account_id, position, id, nth)
      join event_counter c on c.account_id = p.account_id
      left join event e on e.account_id = p.account_id and e.position = p.position
      where p.position > c.last or e.id <> p.id order by p.nth limit 1`,
    values: [
      events.map((each) => each.accountId),
      events.map((each) => each.position),
      events.map((each) => each.id),
    ],
    query_timeout: answerMs,
  } as pg.QueryConfig);
  return events[Number(rows[0]?.nth ?? 0) - 1];
}
