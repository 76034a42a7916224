import type { EventDraft } from './event.js';
import type { Journal } from './ledger.js';
import type { Amount } from './money.js';
import type { Nouns as Declared } from './noun/all.js';

export type { Moment } from './moment.js';

/** Every noun that has rows of its own. */
export interface Nouns extends Declared {}
export type Noun = keyof Nouns;

/** A row to write: new, or the next version of an existing row. */
export type Change = {
  [N in Noun]: { readonly noun: N; readonly row: Nouns[N]; readonly isNew: boolean };
}[Noun];

/** An amount that counts towards a 24-hour limit; a negative amount gives it back. */
export interface LimitUse {
  readonly accountId: string;
  readonly product: 'payout' | 'payin' | 'remittance';
  readonly method: string;
  readonly currency: string;
  readonly at: Date;
  readonly amount: Amount;
  readonly count: number;
}

/** Everything changed by one decision; the store writes all of it or nothing. */
export interface Decision {
  readonly changes: readonly Change[];
  readonly journals: readonly Journal[];
  readonly events: readonly EventDraft[];
  readonly limitUses: readonly LimitUse[];
}

export function decide(parts: Partial<Decision>): Decision {
  return { changes: [], journals: [], events: [], limitUses: [], ...parts };
}

export function joined(decisions: readonly Decision[]): Decision {
  return {
    changes: decisions.flatMap((decision) => decision.changes),
    journals: decisions.flatMap((decision) => decision.journals),
    events: decisions.flatMap((decision) => decision.events),
    limitUses: decisions.flatMap((decision) => decision.limitUses),
  };
}

export function added<N extends Noun>(noun: N, row: Nouns[N]): Change {
  return { noun, row, isNew: true } as Change;
}

/** The row's next version. If another writer was faster, its version no longer matches and the write is refused. */
export function changed<N extends Noun>(noun: N, row: Nouns[N]): Change {
  return { noun, row: { ...row, version: row.version + 1 }, isNew: false } as Change;
}
