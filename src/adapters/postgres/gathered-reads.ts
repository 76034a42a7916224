import type { RawBuilder } from 'kysely';
import { JointReads } from '../../flow-control/joint-read.js';
import { compiled, type Statement } from './connection.js';
import { isForAll } from './failure.js';

export type RunStatement = <T>(statement: Statement) => Promise<T[]>;

interface Source<A, T> {
  /** Reads what all asks ask for; each row tells the place of its ask among them, or by itself which one it is for. */
  readonly text: string;
  readonly valuesOf: (asks: readonly A[]) => unknown[];
  readonly nameOf: (ask: A) => string;
  readonly ownerOf?: (row: unknown) => string;
  readonly decode: (row: unknown) => T;
}

/** The rows of some asks, in their order: of each `limit` at most, where the text ends its values with a limit. */
export type Gathered<A, T> = (asks: readonly A[], limit?: number) => Promise<T[]>;

const width = { atOnce: 2, itemsMax: 1_000, isForAll };

/** Reads the rows of all that is asked for at the same time, by whomever, at once. */
export function gatheredReads<A, T>(
  run: RunStatement,
  { text, valuesOf, nameOf, decode, ...source }: Source<A, T>,
): Gathered<A, T> {
  const joint = new JointReads(width);
  const { ownerOf } = source;
  const foundOf = (owner: string, row: unknown): Found<T> => {
    try {
      return { owner, value: decode(row) };
    } catch (error) {
      return { owner, error };
    }
  };
  const upTo = (limit: readonly number[]) => ({
    read: async (asks: readonly A[]) => {
      const names = asks.map(nameOf);
      const rows = await run<{ place: string }>({ text, values: [...valuesOf(asks), ...limit] });
      return rows.map((row) => foundOf(ownerOf?.(row) ?? names[Number(row.place) - 1] ?? '', row));
    },
    nameOf,
    ownerOf: ({ owner }: Found<T>) => owner,
  });
  const whole = upTo([]);
  return async (asks, limit) => {
    if (asks.length === 0) return [];
    const how = limit === undefined ? whole : upTo([limit]);
    return (await joint.ask(String(limit), asks, how)).map(valueOf);
  };
}

/** A row for whoever asked for it, or why it cannot be decoded, which is the trouble of nobody else. */
type Found<T> = { readonly owner: string } & ({ readonly value: T } | { readonly error: unknown });

function valueOf<T>(found: Found<T>): T {
  if ('error' in found) throw found.error;
  return found.value;
}

/** The reads of a kind, each made when it is first asked for. */
export function eachOnce<K, V>(nameOf: (kind: K) => string, make: (kind: K) => V): (kind: K) => V {
  const made = new Map<string, V>();
  return (kind) => {
    const name = nameOf(kind);
    const known = made.get(name) ?? make(kind);
    made.set(name, known);
    return known;
  };
}

export const none: string[] = [];
export const textOf = (query: RawBuilder<unknown>): string => compiled(query).text;
