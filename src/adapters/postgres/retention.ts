import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Noun } from '../../domain/decision.js';
import { snake } from '../../domain/noun/declare.js';
import { prefixes, type IdKind } from '../../domain/noun/prefix.js';
import type { ExpiringData, Retention } from '../../domain/retention.js';
import type { Dropped, Storage } from '../../ports/storage.js';
import { compiled, Connection } from './connection.js';
import { patiently } from './expand.js';
import { asAnswer, sqlState } from './failure.js';
import { poolOf } from './orm.js';

interface Partitioned {
  readonly noun: Noun & IdKind;
  /** Condition for expired rows that must stay, because work on them is unfinished. */
  readonly owed: string;
}

/** Data partitioned by the time in its ids, which is business time. */
const partitioned = {
  deliveries: { noun: 'webhookDelivery', owed: `status = 'pending'` },
  mails: { noun: 'mail', owed: `status = 'queued'` },
  requests: { noun: 'request', owed: 'false' },
} as const satisfies Partial<Record<ExpiringData, Partitioned>>;

const inOrder = Object.entries(partitioned) as [keyof typeof partitioned, Partitioned][];

/**
 * A partition covers a sixth of the retention time. So a list reads few partitions, and rows stay only a little longer
 * than required.
 */
const partsOfTime = 6;

/** The whole table waits behind this lock, and a long report may delay it, so it times out soon. */
const lockMs = 200;
const lockNotAvailable = '55P03';

const turned = ({ noun, owed }: Partitioned, days: number, keep: string): RawBuilder<{ done: Done | null }> =>
  sql`select turn_partitions(${snake(noun)}, ${prefixes[noun]}, ${keep}::interval,
    ${`${Math.max(1, Math.ceil(days / partsOfTime))} days`}::interval, ${owed}) as done`;

interface Done {
  readonly dropped: readonly string[];
  readonly made: string | null;
}

/** See `Storage.dropExpired`. */
export const dropExpired =
  (orm: MikroORM): Storage['dropExpired'] =>
  async (retention) => {
    const dropped: Dropped[] = [];
    let isBusy = false;
    for (const [data, each] of inOrder) {
      const days = retention[data];
      try {
        const done = await Connection.transaction(await poolOf(orm), async (connection) => {
          connection.send({ text: `set local lock_timeout = ${lockMs}`, values: [] });
          const [row] = await connection.rows(turned(each, days, `${days} days`));
          return row?.done;
        });
        if (done?.dropped.length) dropped.push({ table: snake(each.noun), partitions: done.dropped });
      } catch (error) {
        if (sqlState(error) !== lockNotAvailable) throw asAnswer(error);
        isBusy = true;
      }
    }
    return { dropped, isBusy };
  };

/**
 * Begins a read-only snapshot during which no partition is dropped. The tables are locked before the snapshot is taken,
 * because a partition that is dropped in between would be missing from it.
 */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [inOrder.map(([, { noun }]) => snake(noun))],
  );
  await client.query('begin isolation level repeatable read, read only');
  const names = rows.map(({ name }) => name).join();
  if (names !== '') await client.query(`lock table ${names} in access share mode`);
}

/**
 * Creates future partitions after a migration. It drops none. If a table stays in use, its rows go to the default
 * partition until the storage worker makes one.
 */
export async function makePartitions(client: pg.Client, retention: Retention): Promise<void> {
  for (const [data, each] of inOrder) {
    const { rowCount } = await client.query(
      `select from pg_class where oid = to_regclass($1) and relkind = 'p'`,
      [snake(each.noun)],
    );
    if (rowCount === 0) continue;
    const { text, values } = compiled(turned(each, retention[data], '1000 years'));
    await patiently(async () => {
      await client.query(`set lock_timeout = ${lockMs}`);
      await client.query(text, [...values]);
    }).catch((error: unknown) => {
      if (sqlState(error) !== lockNotAvailable) throw error;
    });
  }
}
