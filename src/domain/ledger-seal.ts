import { added, decide, type Decision, type Moment } from './decision.js';
import type { ClosingBalance, LedgerSeal } from './noun/ledger-seal.js';

export type { ClosingBalance, LedgerSeal };

const dayMs = 86_400_000;
/** Delay before a day is closed; the clocks of servers differ by less. */
export const closeMarginMs = 5 * 60_000;
const noSeal = '0'.repeat(64);

/** Start of the first day that is not closed yet. */
export const closedUntil = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - closeMarginMs) / dayMs) * dayMs);

/** When the next day closes. */
export const nextRound = (now: Date): Date => new Date(closedUntil(now).getTime() + dayMs + closeMarginMs);

/** The UTC day that starts at this time. */
export const dayOf = (start: Date): string => start.toISOString().slice(0, 10);

export const endOfDay = (start: Date): Date => new Date(start.getTime() + dayMs);

/** JSON with sorted keys and no blanks, as hashed and signed. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}

/** The signed part of a seal, as callers see it. */
export const sealBody = (
  seal: Pick<
    LedgerSeal,
    'accountId' | 'balances' | 'day' | 'journals' | 'keyId' | 'number' | 'previous' | 'root'
  >,
): string =>
  canonical({
    account_id: seal.accountId,
    balances: seal.balances,
    day: seal.day,
    journals: seal.journals,
    key_id: seal.keyId,
    number: seal.number,
    previous: seal.previous,
    root: seal.root,
  });

/** A closed day of an account, ready to be sealed. */
export interface ClosedDay {
  readonly accountId: string;
  readonly day: string;
  readonly journals: number;
  readonly root: string;
  readonly balances: readonly ClosingBalance[];
}

interface Signing {
  readonly keyId: string;
  /** Signs text; returns base64. */
  readonly sign: (text: string) => string;
  /** SHA-256 of text, in hex. */
  readonly digest: (text: string) => string;
}

/** Seals a day, chained to the account's last seal. */
export function sealDay(
  moment: Moment,
  { last, ...day }: ClosedDay & { readonly last: LedgerSeal | undefined },
  { keyId, sign, digest }: Signing,
): Decision {
  const seal = { ...day, number: (last?.number ?? 0) + 1, previous: last?.hash ?? noSeal, keyId };
  const body = sealBody(seal);
  const row: LedgerSeal = {
    ...seal,
    id: moment.newId('ledgerSeal', moment.now),
    signature: sign(body),
    hash: digest(body),
    createdAt: moment.now,
    version: 1,
  };
  return decide({ changes: [added('ledgerSeal', row)] });
}
