import type { MikroORM } from '@mikro-orm/postgresql';
import type { EventDraft } from '../../domain/event.js';
import type { BoundKey } from '../../ports/store.js';
import type { Trace, TraceOf } from '../../ports/trace.js';
import { rowsOf, type Statement } from './connection.js';
import { poolOf } from './orm.js';
import { byName } from './posting.js';

/** Stores, for each new resource, the trace in which it was created. */
export function traceStatement(
  trace: Trace,
  events: readonly EventDraft[],
  keys: readonly BoundKey[],
): Statement | undefined {
  const here = trace.parent();
  const parents = new Map<string, string | undefined>(
    keys.map(({ accountId, key, resourceId }) => [resourceId, trace.parentOf(`${accountId} ${key}`) ?? here]),
  );
  for (const { resourceId } of events) if (!parents.has(resourceId)) parents.set(resourceId, here);
  const rows = [...parents].filter((row): row is [string, string] => row[1] !== undefined).sort(byName);
  if (rows.length === 0) return undefined;
  return {
    text: `insert into trace (resource_id, parent) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    values: [rows.map(([id]) => id), rows.map(([, parent]) => parent)],
  };
}

export const traceOf =
  (orm: MikroORM): TraceOf =>
  async (resourceId) => {
    const statement = { text: 'select parent from trace where resource_id = $1', values: [resourceId] };
    const [row] = await rowsOf<{ parent: string }>(await poolOf(orm), statement);
    return row?.parent;
  };
