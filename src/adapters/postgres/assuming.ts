import type { KeyUse, PayoutAsk } from '../../ports/store.js';
import type { AccountTurns } from './account-turns.js';
import type { Assumption, Movements } from './assumption.js';
import { isMomentary, isOutdated, Outdated } from './failure.js';
import type { KnownFacts, Recalled } from './known-facts.js';

export interface Facts {
  readonly known: KnownFacts;
  readonly turns: AccountTurns;
  readonly mayAssume: boolean;
}

/** What one transaction decides payouts on, whether it was read or assumed: until that is committed, or was not. */
export class Assuming {
  /** What it assumes; undefined where it has read. */
  #assumption: Assumption | undefined;
  /** Settled once what it assumes has been proven, or was given up. */
  readonly #proven = Promise.withResolvers<void>();
  /** Comes when it may be proven. */
  #turn: Promise<void> | undefined;
  #asked: readonly PayoutAsk[] = [];
  /** Until what follows is recorded. */
  #isDeciding = false;
  readonly #movements: Movements[] = [];

  constructor(private readonly facts: Facts) {}

  get isOn(): boolean {
    return this.#assumption !== undefined;
  }

  /**
   * Begins to decide about these: by what is known of all of them, or undefined where it is to be read. Whoever waits for
   * keys that others hold takes no turn, and what it reads is not to be learned: its accounts' others go on.
   */
  async begin(asks: readonly PayoutAsk[], wait: boolean): Promise<Recalled | undefined> {
    this.#asked = asks;
    if (wait) return undefined;
    const { known, turns, mayAssume } = this.facts;
    const recalled = await turns.begin(asks, () => (mayAssume ? known.recall(asks) : undefined));
    this.#isDeciding = true;
    this.#assumption = recalled?.assumption;
    return recalled;
  }

  /** What is still to be proven with what is recorded next. */
  get proof() {
    if (!this.#assumption || this.#turn) return undefined;
    return { assumption: this.#assumption, heard: this.#proven.resolve };
  }

  /** So much is sent to be recorded, the proof with it: the next one may go on from there. */
  recorded(movements: Movements, keys: readonly KeyUse[]): void {
    const { known, turns } = this.facts;
    if (this.#assumption) this.#turn ??= turns.proof(this.#assumption.usages, this.#proven.promise);
    this.#movements.push(movements);
    if (this.#isDeciding) known.add(movements, keys);
    else this.#forget(movements);
    this.#end();
  }

  async turn(): Promise<void> {
    await this.#turn;
  }

  committed(): void {
    this.#proven.resolve();
    this.#end();
  }

  /** Nothing of it is kept, or nobody knows; what the failure is to whoever runs transactions. */
  failed(error: unknown): unknown {
    const { known } = this.facts;
    this.#proven.resolve();
    this.#end();
    known.forget(this.#asked);
    for (const movements of this.#movements) this.#forget(movements);
    if (isMomentary(error)) known.forgetAll();
    if (!this.#assumption || !isOutdated(error)) return error;
    known.wasWrong(this.#assumption);
    return new Outdated('what was assumed has changed', { cause: error });
  }

  #forget({ usages, funds }: Movements): void {
    this.facts.known.forget([...usages, ...funds]);
  }

  #end(): void {
    if (this.#isDeciding) this.facts.turns.end(this.#asked);
    this.#isDeciding = false;
  }
}
