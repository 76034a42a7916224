import type { RawBuilder } from 'kysely';
import { JointReads } from '../../flow-control/joint-read.js';
import { compiled, type Statement } from './connection.js';
import { isForAll } from './failure.js';

export type RunStatement = <T>(statement: Statement) => Promise<T[]>;

interface Source<A, T> {
  /**
   * Reads the answers to all asks at once. Each row has the 1-based number of its ask, or data from which `ownerOf`
   * finds its ask.
   */
  readonly text: string;
  readonly valuesOf: (asks: readonly A[]) => unknown[];
  readonly nameOf: (ask: A) => string;
  readonly ownerOf?: (row: unknown) => string;
  readonly decode: (row: unknown) => T;
}

/**
 * Returns the rows of the asks, in the order of the asks. With `limit`, each ask gets at most that many rows; the text
 * must take it as its last parameter.
 */
export type Gathered<A, T> = (asks: readonly A[], limit?: number) => Promise<T[]>;

const width = { atOnce: 2, itemsMax: 1_000, isForAll };

/** Batches concurrent reads of the same kind into one statement. */
export function gatheredReads<A, T>(
  run: RunStatement,
  { text, valuesOf, nameOf, decode, ...source }: Source<A, T>,
): Gathered<A, T> {
  const joint = new JointReads(width);
  const { ownerOf } = source;
  const foundOf = (owner: string, row: unknown): DecodedRow<T> => {
    try {
      return { owner, value: decode(row) };
    } catch (error) {
      return { owner, error };
    }
  };
  const upTo = (limit: readonly number[]) => ({
    read: async (asks: readonly A[]) => {
      const names = asks.map(nameOf);
      const rows = await run<{ ord: string }>({ text, values: [...valuesOf(asks), ...limit] });
      return rows.map((row) => foundOf(ownerOf?.(row) ?? names[Number(row.ord) - 1] ?? '', row));
    },
    nameOf,
    ownerOf: ({ owner }: DecodedRow<T>) => owner,
  });
  const whole = upTo([]);
  return async (asks, limit) => {
    if (asks.length === 0) return [];
    const how = limit === undefined ? whole : upTo([limit]);
    return (await joint.ask(String(limit), asks, how)).map(valueOf);
  };
}

/** A row with the ask that it belongs to. A decoding error is kept, so that it fails only that ask. */
type DecodedRow<T> = { readonly owner: string } & ({ readonly value: T } | { readonly error: unknown });

function valueOf<T>(found: DecodedRow<T>): T {
  if ('error' in found) throw found.error;
  return found.value;
}

/** Makes each kind of read once, at its first use. */
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
