import { sql } from 'kysely';
import type { Binding } from '../../domain/idempotency-key.js';
import type { KeyState, KeyUse } from '../../ports/store.js';
import type { Connection } from './connection.js';

/**
 * See `Tx.tryKeys`. Both statements are sent at once. The second one reads the bindings after the first one has taken
 * the locks.
 */
export async function tryKeys(connection: Connection, uses: readonly KeyUse[]): Promise<KeyState[]> {
  const names = uses.map(({ accountId, key }) => `${accountId}:${key}`);
  const accountIds = uses.map(({ accountId }) => accountId);
  const keys = uses.map(({ key }) => key);
  const [had, bound] = await Promise.all([
    connection.look(sql<{ name: string }>`select name from unnest(${names}::text[]) as n (name)
      where pg_try_advisory_xact_lock(hashtextextended(name, 0))`),
    connection.look(sql<Binding & { name: string }>`
      select account_id || ':' || key as name, fingerprint, resource_id as "resourceId" from idempotency_key
      where (account_id, key) in (select * from unnest(${accountIds}::text[], ${keys}::text[]))`),
  ]);
  const free = new Set(had.map(({ name }) => name));
  const bindings = new Map(bound.map(({ name, ...binding }) => [name, binding]));
  return names.map((name) => ({ busy: !free.has(name), bound: bindings.get(name) ?? null }));
}
