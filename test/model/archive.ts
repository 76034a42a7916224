import { expect } from 'vitest';
import { removeBefore } from '../setup/archive.js';
import { queryRows } from '../setup/rows.js';
import { refusal } from '../setup/verbs.js';
import { later } from './command.js';
import { treasury } from './treasury.js';
import { accepted, type World } from './world.js';

const dayMs = 86_400_000;
/** Entries leave once the statements of two more days were compared. */
const aheadSeconds = 4 * 86_400;

/** Archives the account's days so far and removes them from the database, beside other steps. */
export async function archive(
  world: World,
  directory: string,
  others: () => Promise<unknown>,
): Promise<void> {
  const { client, ports, accountId, service } = world;
  const first = accepted(await client.get('/v1/events?limit=1')).get('data.0.id');
  const now = (await ports.reader.now()).getTime();
  const before = new Date(now - (now % dayMs) + dayMs);
  const ask = { directory, before, accountId };
  // A schedule that has not settled entries keeps them.
  const close = () => treasury['close']?.[1](world);
  await close();
  await later(aheadSeconds)(world);
  await removeBefore(service.databaseUrl, ask, others);
  await close();
  await removeBefore(service.databaseUrl, ask);
  const [border] = await queryRows(
    service.databaseUrl,
    'select written_time(until) as until from archive_border where account_id = $1',
    [accountId],
  );
  world.archived = { until: Date.parse(border?.['until'] ?? ''), event: first };
}

/** Checks that what has left is refused as archived, and that lists say where they end. */
export async function judgeBorder({ client, archived }: World): Promise<string[]> {
  if (archived === undefined) return [];
  const until = new Date(archived.until).toISOString();
  const before = new Date(archived.until - 1_000).toISOString();
  const to = new Date(archived.until + dayMs).toISOString();
  const gone: readonly [path: string, param?: string][] = [
    [`/v1/balances?at=${before}`],
    [`/v1/reports/transactions?from=${before}&to=${to}`],
    [`/v1/balances/USDT/statement?from=${before}&to=${to}`],
    [`/v1/events/${archived.event}`],
    [`/v1/events?after=${archived.event}`, 'after'],
  ];
  for (const [path, ...param] of gone)
    expect(refusal(await client.get(path)), path).toEqual([410, 'archived', ...param]);
  expect(accepted(await client.get('/v1/balances/USDT/entries?limit=100')).at('archived_before')).toBe(until);
  return ['archived'];
}
