import { randomInt } from 'node:crypto';
import type { Amount } from '../../domain/money.js';
import type { KeyUse } from '../../ports/store.js';

/** What payouts were decided on without having read it: the database compares it when they are recorded. */
export interface Assumption {
  /** Nobody holds these, and nothing was made under them. */
  readonly keys: readonly Pick<KeyUse, 'accountId' | 'key'>[];
  readonly platformVersion: number;
  readonly usages: readonly AssumedUsage[];
  readonly funds: readonly Funds[];
}

/** The limit of an account. */
export interface UsageKey {
  readonly accountId: string;
  readonly product: 'payout' | 'payin';
  readonly method: string;
  readonly currency: string;
}

export interface AssumedUsage extends UsageKey {
  readonly version: number;
  /** Of what is read of its account beside limits and balances. */
  readonly accountVersion: number;
}

/** What is available in a balance, or is added to that. */
export interface Funds {
  readonly accountId: string;
  readonly currency: string;
  readonly available: Amount;
}

/** What is recorded adds so much. */
export interface Movements {
  /** What the usages are from then on. */
  readonly version: number;
  readonly usages: readonly (UsageKey & {
    /** The number of the minute since 1970. */
    readonly minute: number;
    readonly amount: Amount;
    readonly count: number;
  })[];
  readonly funds: readonly Funds[];
}

/** The number of a minute since 1970. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

export const keyName = ({ accountId, key }: Pick<KeyUse, 'accountId' | 'key'>): string =>
  `${accountId}:${key}`;

/** Not told from the one before: whoever else changes a usage makes another. */
export const newVersion = (): number => randomInt(1, 2 ** 48 - 1);
