import type { Amount } from '../../domain/money.js';
import type { KeyUse, PayoutAsk, PayoutFacts } from '../../ports/store.js';
import {
  keyName,
  minuteOf,
  type Assumption,
  type Funds,
  type Movements,
  type UsageKey,
} from './assumption.js';
import { BusinessTime } from './business-time.js';
import { instant } from './column.js';
import { factsOf, type AskRow } from './payout-facts.js';

/** As this process left it. */
interface Usage extends UsageKey {
  readonly version: number;
  /** Of the last 24 hours, before this minute: then the oldest minute that counts has slid out of them. */
  readonly total: Amount;
  readonly endsWith: number;
  /** How much was accepted in each of the last minutes. */
  readonly recent: Map<number, number>;
}

export interface Recalled {
  readonly now: Date;
  readonly facts: PayoutFacts[];
  readonly assumption: Assumption;
}

/** Of one account: what its version stands for, its usages each with its own, and its funds. */
interface Known {
  readonly version: number;
  readonly terms: PayoutFacts['terms'];
  readonly beneficiaries: Map<string, { readonly usageName: string; readonly facts: Facts }>;
  readonly usages: Map<string, Usage>;
  readonly funds: Map<string, Amount>;
}

type Facts = Omit<PayoutFacts, 'terms' | 'dailyTotal' | 'available'>;

const accountsMax = 5_000;
/** Of all accounts, about half a kilobyte each. */
const beneficiariesMax = 50_000;
const beneficiariesOfAccountMax = 1_000;
const keysLeast = 10_000;
/** Whoever was wrong about an account reads it so many times before it assumes again: others write there too. */
const readsAfterFault = 3;

const usageName = ({ product, method, currency }: Omit<UsageKey, 'accountId'>): string =>
  `${product} ${method} ${currency}`;
const accountsOf = (asks: readonly PayoutAsk[]): Set<string> =>
  new Set(asks.map(({ accountId }) => accountId));
const minutesOfADay = 24 * 60;

/** What was accepted from that minute on. */
function countOf({ recent }: Usage, since: number): number {
  let sum = 0;
  for (const [minute, count] of recent) if (minute >= since) sum += count;
  return sum;
}

/**
 * What this process left behind of what payouts are decided on. It is not trusted: whoever decides by it has it proven
 * by the database when the decision is recorded, and reads it where it is not so any more.
 */
export class KnownFacts {
  /** The one of use last comes last. */
  readonly #accounts = new Map<string, Known>();
  #beneficiaries = 0;
  readonly #doubts = new Map<string, number>();
  /** Bound here lately: what comes with one of them was answered before. */
  readonly #keys = new LatestNames(keysLeast);
  #platformVersion: number | undefined;
  #velocityMinutes = 0;
  readonly #time: BusinessTime;

  constructor(time = new BusinessTime()) {
    this.#time = time;
  }

  /** All that these are decided on, or nothing where any of it is not known or is not to be assumed. */
  recall(asks: readonly PayoutAsk[]): Recalled | undefined {
    const now = this.#time.now();
    if (now === undefined || this.#platformVersion === undefined) return undefined;
    const minute = minuteOf(now);
    const usages = new Map<Usage, Known>();
    const funds = new Map<string, Funds>();
    const facts: PayoutFacts[] = [];
    for (const ask of asks) {
      const known = this.#knownOf(ask);
      if (!known || known.usage.endsWith <= minute) return undefined;
      const dailyTotal = known.usage.total;
      const recentCount = countOf(known.usage, minute - this.#velocityMinutes);
      const { available } = known.funds;
      usages.set(known.usage, known.of);
      funds.set(`${ask.accountId} ${known.funds.currency}`, known.funds);
      facts.push({ ...known.facts, terms: known.of.terms, dailyTotal, recentCount, available });
    }
    const assumed = [...usages].map(([usage, { version }]) => ({ ...usage, accountVersion: version }));
    const assumption = { keys: asks, usages: assumed, funds: [...funds.values()] };
    return { now, facts, assumption: { ...assumption, platformVersion: this.#platformVersion } };
  }

  #knownOf(ask: PayoutAsk) {
    const { accountId, sourceCurrency: currency } = ask;
    const known = this.#accounts.get(accountId);
    const beneficiary = known?.beneficiaries.get(ask.beneficiaryId);
    if (!known || !beneficiary || ask.quoteId !== null || currency === null) return undefined;
    if (this.#keys.has(keyName(ask))) return undefined;
    const usage = known.usages.get(beneficiary.usageName);
    const available = known.funds.get(currency);
    if (!usage || !available) return undefined;
    return { of: known, usage, funds: { accountId, currency, available }, facts: beneficiary.facts };
  }

  /** What was read, under locks that are still held. */
  learn(asks: readonly PayoutAsk[], rows: readonly AskRow[], velocityMinutes: number): void {
    const [first] = rows;
    if (!first) return;
    this.#velocityMinutes = velocityMinutes;
    const now = instant(first.moment);
    this.#time.learn(now);
    this.#learnPlatform(first.platform_version);
    for (const accountId of accountsOf(asks)) this.#doubtLess(accountId);
    for (const row of rows) {
      const ask = asks[row.ord];
      if (ask && !this.#doubts.has(ask.accountId)) this.#learn(ask, row);
    }
  }

  /** What else is known is as old as the version that it was read with. */
  #learnPlatform(version: string | null): void {
    if (version === null || Number(version) === this.#platformVersion) return;
    this.#dropAll();
    this.#platformVersion = Number(version);
  }

  #doubtLess(accountId: string): void {
    const left = (this.#doubts.get(accountId) ?? 0) - 1;
    if (left > 0) this.#doubts.set(accountId, left);
    else this.#doubts.delete(accountId);
  }

  #learn({ accountId, beneficiaryId, sourceCurrency }: PayoutAsk, row: AskRow): void {
    const { dailyTotal: total, available, terms, ...read } = factsOf(row, undefined);
    const { beneficiary } = read;
    if (row.usage_version === null || row.account_version === null) return;
    if (sourceCurrency === null || !beneficiary || !available) return;
    if (read.suspended || read.payoutsStopped) return;
    const { method, currency } = beneficiary;
    const key = { accountId, product: 'payout', method, currency } as const;
    const name = usageName(key);
    const known = this.#knownAs(accountId, Number(row.account_version), terms);
    const oldest = row.oldest_minute === null ? Number.POSITIVE_INFINITY : Number(row.oldest_minute);
    const [version, recent] = [Number(row.usage_version), new Map(row.recent)];
    known.usages.set(name, { ...key, version, total, recent, endsWith: oldest + minutesOfADay + 1 });
    known.funds.set(sourceCurrency, available);
    this.#remember(known, beneficiaryId, { usageName: name, facts: { ...read, busy: false, bound: null } });
  }

  /** What is known of an account as of that version, last in the order. */
  #knownAs(accountId: string, version: number, terms: Known['terms']): Known {
    const before = this.#accounts.get(accountId);
    if (before?.version === version) {
      this.#touch(accountId, before);
      return before;
    }
    this.#drop(accountId);
    const known = { version, terms, beneficiaries: new Map(), usages: new Map(), funds: new Map() };
    this.#accounts.set(accountId, known);
    return known;
  }

  #remember({ beneficiaries }: Known, id: string, what: { usageName: string; facts: Facts }): void {
    if (beneficiaries.size >= beneficiariesOfAccountMax) {
      this.#beneficiaries -= beneficiaries.size;
      beneficiaries.clear();
    }
    if (!beneficiaries.has(id)) this.#beneficiaries += 1;
    beneficiaries.set(id, what);
    for (const oldest of this.#accounts.keys()) {
      if (this.#accounts.size <= accountsMax && this.#beneficiaries <= beneficiariesMax) return;
      this.#drop(oldest);
    }
  }

  #touch(accountId: string, known: Known): void {
    this.#accounts.delete(accountId);
    this.#accounts.set(accountId, known);
  }

  #drop(accountId: string): void {
    this.#beneficiaries -= this.#accounts.get(accountId)?.beneficiaries.size ?? 0;
    this.#accounts.delete(accountId);
  }

  #dropAll(): void {
    this.#accounts.clear();
    this.#beneficiaries = 0;
  }

  /** What was recorded on top of what is known. */
  add({ version, usages, funds }: Movements, keys: readonly KeyUse[]): void {
    for (const use of usages) {
      const known = this.#accounts.get(use.accountId);
      const usage = known?.usages.get(usageName(use));
      if (!known || !usage) continue;
      known.usages.set(usageName(use), { ...this.#added(usage, use), version });
      this.#touch(use.accountId, known);
    }
    for (const { accountId, currency, available } of funds) {
      const known = this.#accounts.get(accountId);
      const before = known?.funds.get(currency);
      if (before) known?.funds.set(currency, before.plus(available));
    }
    for (const key of keys) this.#keys.add(keyName(key));
  }

  #added(usage: Usage, { minute, amount, count }: Movements['usages'][number]): Usage {
    const { recent } = usage;
    recent.set(minute, (recent.get(minute) ?? 0) + count);
    for (const each of recent.keys()) if (each < minute - this.#velocityMinutes) recent.delete(each);
    return {
      ...usage,
      total: usage.total.plus(amount),
      endsWith: Math.min(usage.endsWith, minute + minutesOfADay + 1),
    };
  }

  /** What is known of these accounts may be different now. */
  forget(ofThese: Iterable<{ readonly accountId: string }>): void {
    for (const { accountId } of ofThese) this.#drop(accountId);
  }

  /** The database is not to be had: whatever it is when it comes back, nothing is known of it. */
  forgetAll(): void {
    this.#dropAll();
    this.#time.forget();
  }

  /** It was different when it was to be proven: these accounts are read for a while, and time is asked for again. */
  wasWrong(assumption: Assumption): void {
    this.forget(assumption.usages);
    this.#time.forget();
    for (const { accountId } of assumption.usages) this.#doubts.set(accountId, readsAfterFault);
    for (const oldest of this.#doubts.keys()) {
      if (this.#doubts.size <= accountsMax) return;
      this.#doubts.delete(oldest);
    }
  }
}

/** The names that came last: at least so many of them, and no more than twice that. */
class LatestNames {
  #last = new Set<string>();
  #before = this.#last;

  constructor(private readonly least: number) {}

  add(name: string): void {
    if (this.#last.size >= this.least) {
      this.#before = this.#last;
      this.#last = new Set();
    }
    this.#last.add(name);
  }

  has(name: string): boolean {
    return this.#last.has(name) || this.#before.has(name);
  }
}
