import type { Amount } from '../../domain/money.js';
import type { KeyUse, PayoutAsk, PayoutFacts } from '../../ports/store.js';
import { BusinessTime } from './business-time.js';
import { instant } from './column.js';
import { factsOf, type AskRow } from './payout-facts.js';

/** What payouts were decided on without having read it: the database compares it when they are recorded. */
export interface Assumption {
  /** Nobody holds these, and nothing was made under them. */
  readonly keys: readonly Pick<KeyUse, 'accountId' | 'key'>[];
  readonly platformVersion: number;
  readonly usages: readonly (UsageKey & { readonly version: number })[];
  readonly funds: readonly Funds[];
}

/** The limit of an account. */
export interface UsageKey {
  readonly accountId: string;
  readonly product: 'payout' | 'payin';
  readonly method: string;
  readonly currency: string;
}

/** What is available in a balance, or is added to that. */
export interface Funds {
  readonly accountId: string;
  readonly currency: string;
  readonly available: Amount;
}

/** What is recorded adds so much. */
export interface Movements {
  readonly usages: readonly (UsageKey & {
    /** The number of the minute since 1970. */
    readonly minute: number;
    readonly amount: Amount;
    readonly count: number;
  })[];
  readonly funds: readonly Funds[];
}

/** As this process left it. */
interface Usage extends UsageKey {
  readonly version: number;
  /** Of the last 24 hours, before this minute: then the oldest minute that counts has slid out of them. */
  readonly total: Amount;
  readonly endsWith: number;
  /** How much was accepted in each of the last minutes. */
  readonly recent: Map<number, number>;
}

interface Recalled {
  readonly now: Date;
  readonly facts: PayoutFacts[];
  readonly assumption: Assumption;
}

/** Of one account. Where any of it but its funds has changed, the versions of its usages have too. */
interface Known {
  readonly usages: Map<string, Usage>;
  readonly funds: Map<string, Amount>;
  readonly beneficiaries: Map<string, { readonly usageName: string; readonly facts: Facts }>;
}

type Facts = Omit<PayoutFacts, 'dailyTotal' | 'available'>;

const accountsMax = 5_000;
const beneficiariesMax = 1_000;
const keysLeast = 10_000;
/** Whoever was wrong about an account reads it so many times before it assumes again: others write there too. */
const readsAfterFault = 3;

const usageName = ({ product, method, currency }: Omit<UsageKey, 'accountId'>): string =>
  `${product} ${method} ${currency}`;
const accountsOf = (asks: readonly PayoutAsk[]): Set<string> =>
  new Set(asks.map(({ accountId }) => accountId));
const minutesOfADay = 24 * 60;
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000);

/** What was accepted from that minute on. */
function countOf({ recent }: Usage, since: number): number {
  let sum = 0;
  for (const [minute, count] of recent) if (minute >= since) sum += count;
  return sum;
}

export const keyName = ({ accountId, key }: Pick<KeyUse, 'accountId' | 'key'>): string =>
  `${accountId}:${key}`;

/**
 * What this process left behind of what payouts are decided on. It is not trusted: whoever decides by it has it proven
 * by the database when the decision is recorded, and reads it where it is not so any more.
 */
export class KnownFacts {
  /** The one learned last comes last. */
  readonly #accounts = new Map<string, Known>();
  readonly #doubts = new Map<string, number>();
  readonly #deciding = new Map<string, { count: number } & PromiseWithResolvers<void>>();
  /** Bound here lately: what comes with one of them was answered before. */
  readonly #keys = new Lately(keysLeast);
  /** What was last assumed of an account, until it is proven or given up. */
  readonly #unproven = new Map<string, Promise<void>>();
  #platformVersion: number | undefined;
  #velocityMinutes = 0;
  readonly #time: BusinessTime;

  constructor(time = new BusinessTime()) {
    this.#time = time;
  }

  /**
   * Begins to decide about these, once nobody decides about their accounts any more: what comes of that is what to go
   * on from. All that they are decided on, or nothing where any of it is not known or is not to be assumed.
   */
  async begin(asks: readonly PayoutAsk[], mayAssume: boolean): Promise<Recalled | undefined> {
    const accountIds = accountsOf(asks);
    if (mayAssume) {
      for (let others = this.#decidingOf(accountIds); others; others = this.#decidingOf(accountIds))
        await others;
    }
    const recalled = mayAssume ? this.#recall(asks) : undefined;
    for (const accountId of accountIds) this.#decides(accountId);
    return recalled;
  }

  #decidingOf(accountIds: Iterable<string>): Promise<void> | undefined {
    for (const accountId of accountIds) {
      const deciding = this.#deciding.get(accountId);
      if (deciding) return deciding.promise;
    }
    return undefined;
  }

  #decides(accountId: string): void {
    const deciding = this.#deciding.get(accountId) ?? { count: 0, ...Promise.withResolvers<void>() };
    deciding.count += 1;
    this.#deciding.set(accountId, deciding);
  }

  /** What follows is recorded, or nothing does: the next may go on from there. */
  end(asks: readonly PayoutAsk[]): void {
    for (const accountId of accountsOf(asks)) {
      const deciding = this.#deciding.get(accountId);
      if (!deciding) continue;
      deciding.count -= 1;
      if (deciding.count > 0) continue;
      this.#deciding.delete(accountId);
      deciding.resolve();
    }
  }

  #recall(asks: readonly PayoutAsk[]): Recalled | undefined {
    const now = this.#time.now();
    if (now === undefined || this.#platformVersion === undefined) return undefined;
    const minute = minuteOf(now);
    const usages = new Set<Usage>();
    const funds = new Map<string, Funds>();
    const facts: PayoutFacts[] = [];
    for (const ask of asks) {
      const known = this.#knownOf(ask);
      if (!known || known.usage.endsWith <= minute) return undefined;
      const dailyTotal = known.usage.total;
      const recentCount = countOf(known.usage, minute - this.#velocityMinutes);
      const { available } = known.funds;
      usages.add(known.usage);
      funds.set(`${ask.accountId} ${known.funds.currency}`, known.funds);
      facts.push({ ...known.facts, dailyTotal, recentCount, available });
    }
    const assumed = { usages: [...usages], funds: [...funds.values()] };
    const assumption = { ...assumed, keys: asks, platformVersion: this.#platformVersion };
    return { now, facts, assumption };
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
    return { usage, funds: { accountId, currency, available }, facts: beneficiary.facts };
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
    this.#accounts.clear();
    this.#platformVersion = Number(version);
  }

  #doubtLess(accountId: string): void {
    const left = (this.#doubts.get(accountId) ?? 0) - 1;
    if (left > 0) this.#doubts.set(accountId, left);
    else this.#doubts.delete(accountId);
  }

  #learn({ accountId, beneficiaryId, sourceCurrency }: PayoutAsk, row: AskRow): void {
    const { dailyTotal: total, available, ...read } = factsOf(row, undefined);
    const { beneficiary } = read;
    if (row.usage_version === null || sourceCurrency === null || !beneficiary || !available) return;
    if (read.suspended || read.payoutsStopped) return;
    const { method, currency } = beneficiary;
    const key = { accountId, product: 'payout', method, currency } as const;
    const name = usageName(key);
    const version = Number(row.usage_version);
    const before = this.#accounts.get(accountId);
    // Where others wrote, all that was known may be different.
    const isSame = (before?.usages.get(name)?.version ?? version) === version;
    const known = (isSame && before) || { usages: new Map(), funds: new Map(), beneficiaries: new Map() };
    const oldest = row.oldest_minute === null ? Number.POSITIVE_INFINITY : Number(row.oldest_minute);
    const recent = new Map(row.recent);
    known.usages.set(name, { ...key, version, total, recent, endsWith: oldest + minutesOfADay + 1 });
    known.funds.set(sourceCurrency, available);
    if (known.beneficiaries.size >= beneficiariesMax) known.beneficiaries.clear();
    known.beneficiaries.set(beneficiaryId, { usageName: name, facts: { ...read, busy: false, bound: null } });
    this.#accounts.delete(accountId);
    this.#accounts.set(accountId, known);
    dropOldest(this.#accounts, accountsMax);
  }

  /** What was recorded on top of what is known. */
  add({ usages, funds }: Movements, keys: readonly KeyUse[]): void {
    for (const use of usages) {
      const known = this.#accounts.get(use.accountId);
      const usage = known?.usages.get(usageName(use));
      if (usage) known?.usages.set(usageName(use), this.#added(usage, use));
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
      version: usage.version + 1,
      total: usage.total.plus(amount),
      endsWith: Math.min(usage.endsWith, minute + minutesOfADay + 1),
    };
  }

  /** What is known of these accounts may be different now. */
  forget({ usages, funds }: Pick<Assumption | Movements, 'usages' | 'funds'>): void {
    for (const { accountId } of [...usages, ...funds]) this.#accounts.delete(accountId);
  }

  /**
   * Resolves when all that was assumed before of these accounts is proven or given up: whoever came first to the
   * database with what follows from that would find it wrong. What follows from this assumption waits for `proven`.
   */
  async inTurn({ usages }: Assumption, proven: Promise<void>): Promise<void> {
    const accountIds = new Set(usages.map(({ accountId }) => accountId));
    const before = [...accountIds].flatMap((accountId) => this.#unproven.get(accountId) ?? []);
    for (const accountId of accountIds) this.#unproven.set(accountId, proven);
    void proven.then(() => {
      for (const accountId of accountIds) {
        if (this.#unproven.get(accountId) === proven) this.#unproven.delete(accountId);
      }
    });
    await Promise.all(before);
  }

  /** The database is not to be had: whatever it is when it comes back, nothing is known of it. */
  forgetAll(): void {
    this.#accounts.clear();
    this.#time.forget();
  }

  /** It was different when it was to be proven: these accounts are read for a while, and time is asked for again. */
  wasWrong(assumption: Assumption): void {
    this.forget(assumption);
    this.#time.forget();
    for (const { accountId } of assumption.usages) this.#doubts.set(accountId, readsAfterFault);
    dropOldest(this.#doubts, accountsMax);
  }
}

function dropOldest(kept: Map<string, unknown>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}

/** Names that came lately: at least so many of the last ones, and no more than twice that. */
class Lately {
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
