import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../fuzz/random.js';
import type { Client } from '../setup/running.js';

/** A row of the event log. */
export interface Logged {
  readonly position: string;
  readonly id: string;
  readonly type: string;
  readonly resource_id: string;
}

/** The part of the log that a reader requests; all of it by default. */
export interface Filter {
  readonly type?: string;
  readonly resource_id?: string;
}

/** Events read from one starting point, page by page. */
export interface Pass {
  /** The event after which it began; undefined: the start of the log. */
  readonly after: string | undefined;
  readonly ids: string[];
}

/** The passes of one reader, which at random starts again after an earlier event. */
export interface Reading {
  readonly account: string;
  readonly filter: Filter;
  readonly passes: readonly Pass[];
}

export interface FollowOptions {
  /** Each page is requested from any of them. */
  readonly clients: readonly Client[];
  readonly filter: Filter;
  readonly after: string | undefined;
  readonly random: Random;
  /** Whether writing has ended. */
  readonly isOver: () => boolean;
}

const restartChance = 0.03;

/** Reads pages of random size until writing has ended and nothing is left. */
export async function follow({
  clients,
  filter,
  random,
  isOver,
  ...start
}: FollowOptions): Promise<Omit<Reading, 'account'>> {
  let pass: Pass = { after: start.after, ids: [] };
  const passes = [pass];
  let cursor = start.after;
  for (;;) {
    const wasOver = isOver();
    const query = new URLSearchParams({ ...filter, limit: String(random.whole(1, 100)) });
    if (cursor !== undefined) query.set('after', cursor);
    const page = await random.pick(clients).get(`/v1/events?${query.toString()}`);
    // Temporarily unavailable: repeat the request.
    if (page.status === 503) continue;
    const ids = (page.at('data') as { id: string }[]).map(({ id }) => id);
    pass.ids.push(...ids);
    cursor = page.get('next_cursor');
    if (ids.length === 0 && wasOver) return { filter, passes };
    if (ids.length === 0) await wait(random.whole(5, 40));
    if (!wasOver && pass.ids.length > 0 && random.chance(restartChance)) {
      cursor = random.pick(pass.ids);
      pass = { after: cursor, ids: [] };
      passes.push(pass);
    }
  }
}

/** Passes that differ from the log after their start; the last pass of each reader must reach the end. */
export function wrongPasses(log: readonly Logged[], { filter, passes }: Reading): object[] {
  const wanted = (line: Logged): boolean =>
    (filter.resource_id === undefined || line.resource_id === filter.resource_id) &&
    (filter.type === undefined ||
      line.type === filter.type ||
      (filter.type.endsWith('.') && line.type.startsWith(filter.type)));
  const indexes = new Map(log.map(({ id }, index) => [id, index]));
  return passes.flatMap(({ after, ids }, number) => {
    const from = after === undefined ? 0 : (indexes.get(after) ?? Number.NaN) + 1;
    const due = log.slice(from).filter(wanted);
    const isLast = number === passes.length - 1;
    const there = (isLast ? due : due.slice(0, ids.length)).map(({ id }) => id);
    const mismatch = there.findIndex((id, index) => id !== ids[index]);
    if (mismatch === -1 && ids.length === there.length) return [];
    return [
      { filter, after, pass: number, read: ids.length, due: there.length, mismatch, at: ids[mismatch] },
    ];
  });
}
