import type { EventHint } from '../../src/ports/messaging.js';
import type { LoggedEvent } from '../../src/ports/ledger-read.js';
import { newId } from './fixture.js';
import { queryRows } from './rows.js';

/** Opens accounts, each with so many events. */
export async function accountsWithEvents(url: string, counts: readonly number[]): Promise<string[]> {
  const ids = counts.map(() => newId('account', new Date()));
  await queryRows(
    url,
    `with made as (insert into account (id, name, status, created_at, version)
      select id, 'A', 'active', now(), 1 from unnest($1::text[]) id) select`,
    [ids],
  );
  await appendEvents(url, new Map(ids.map((id, at) => [id, counts[at] ?? 0])));
  return ids;
}

/** Appends so many events to each log, as the store does. */
export async function appendEvents(url: string, counts: ReadonlyMap<string, number>): Promise<void> {
  const counters = [...counts];
  const events = counters.flatMap(([accountId, added]) =>
    Array.from({ length: added }, (_, at) => {
      const now = new Date();
      const [id, type, about] = [newId('event', now), 'payout.created', 'pout_1'];
      const body = JSON.stringify({ id, type, occurred_at: now, data: { id: about, note: 'é' } });
      return [accountId, added - at - 1, id, type, about, now, body];
    }),
  );
  const lines = [counters, events].map((rows) => JSON.stringify(rows));
  await queryRows(url, 'select append_events($1, $2)', lines);
}

/** The whole log of an account, in order. */
export async function logOf(url: string, accountId: string): Promise<(EventHint & LoggedEvent)[]> {
  const rows = await queryRows(
    url,
    'select position, id, body from event where account_id = $1 order by position',
    [accountId],
  );
  return rows.map(({ position, id, body }) => ({
    accountId,
    position: position ?? '',
    id: id ?? '',
    body: body ?? '',
  }));
}

/** As the road tells of it. */
export async function hintsOf(url: string, accountId: string): Promise<EventHint[]> {
  const log = await logOf(url, accountId);
  return log.map(({ id, position }) => ({ accountId, id, position }));
}
