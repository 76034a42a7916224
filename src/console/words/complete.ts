import type { Words } from './en.js';

type Text = (...values: never[]) => unknown;

/** Paths of texts that take fewer values than the English ones, so that a value would not be shown. */
type Lacking<English, Own> = {
  [K in keyof English & keyof Own]: English[K] extends Text
    ? Own[K] extends Text
      ? Parameters<Own[K]>['length'] extends Parameters<English[K]>['length']
        ? never
        : K
      : K
    : English[K] extends string
      ? never
      : Lacking<English[K], Own[K]>;
}[keyof English & keyof Own];

/** True if each text of a language takes the values that its English one takes. */
export type Complete<Own extends Words> = [Lacking<Omit<Words, 'language' | 'schema'>, Own>] extends [never]
  ? true
  : Lacking<Omit<Words, 'language' | 'schema'>, Own>;
