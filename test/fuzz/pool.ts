import type { Random } from './random.js';

const freshMax = 64;

/** Values by kind: ids by their prefix, idempotency keys, cursors by operation. */
export class Pool {
  readonly #ids = new Map<string, string[]>();
  readonly #fresh = new Map<string, string[]>();

  /** Kept for the whole run: resources that the set-up brought into some state. */
  keep(kind: string, value: string): void {
    entryOf(this.#ids, kind).push(value);
  }

  /** Kept until newer values replace it. */
  add(kind: string, value: string): void {
    const values = entryOf(this.#fresh, kind);
    values.push(value);
    if (values.length > freshMax) values.shift();
  }

  keepId(id: string): void {
    this.keep(prefixOf(id), id);
  }

  all(): string[] {
    return [...this.#ids.values()].flat();
  }

  pick(kind: string, random: Random): string | undefined {
    const ids = this.#ids.get(kind) ?? [];
    const fresh = this.#fresh.get(kind) ?? [];
    const from = fresh.length === 0 || (ids.length > 0 && random.chance(0.5)) ? ids : fresh;
    return from.length === 0 ? undefined : random.pick(from);
  }

  pickFresh(kind: string, random: Random): string | undefined {
    const fresh = this.#fresh.get(kind) ?? [];
    return fresh.length === 0 ? undefined : random.pick(fresh);
  }

  /** Like `pick`, for values that can be used once. */
  take(kind: string): string | undefined {
    return this.#fresh.get(kind)?.shift();
  }
}

/** `cus` of `cus_01k9…`. */
export function prefixOf(id: string): string {
  return id.split('_')[0] ?? '';
}

function entryOf(map: Map<string, string[]>, kind: string): string[] {
  const known = map.get(kind);
  if (known !== undefined) return known;
  const values: string[] = [];
  map.set(kind, values);
  return values;
}
