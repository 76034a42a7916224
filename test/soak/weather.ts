import type { Random } from '../fuzz/random.js';
import { sized } from '../setup/size.js';

/** Fates of a connection, weighted by repetition. */
const faults = ['cut', 'cut', 'reset', 'reset', 'delay', 'delay', 'delay', 'delay', 'stall'] as const;
export type Fault = (typeof faults)[number];

const delayMs = 120;
/** In the soak longer than the send window, so that held-back bytes arrive too late. */
const stallMs = { least: 1_000, most: sized(8_000, 20_000) };
/** Within the handshake of a new connection. */
const greetingBytes = 500;

/** The current faults for all connections. */
export class Weather {
  readonly struck: Record<Fault, number> = { cut: 0, reset: 0, delay: 0, stall: 0 };
  readonly #random: Random;
  #bytes = 0;
  readonly #held = new Set<() => void>();
  #silence: PromiseWithResolvers<void> | undefined;
  #holding: { readonly text: string; readonly over: Promise<void> } | undefined;
  #connections = 0;
  /** Connections with lower numbers stay silent for ever. */
  #lost = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A fault happens about every `bytes`; 0 ends faults and releases held connections. */
  disturb(bytes: number): void {
    this.#bytes = bytes;
    if (bytes > 0) return;
    for (const goOn of this.#held) goOn();
  }

  fallSilent(): void {
    this.#silence ??= Promise.withResolvers();
  }

  speakAgain(old: 'go on' | 'stay silent'): void {
    if (old === 'stay silent') this.#lost = this.#connections;
    this.#silence?.resolve();
    this.#silence = undefined;
  }

  holdBack(text: string): () => void {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    this.#holding = { text, over };
    return () => {
      this.#holding = undefined;
      resolve();
    };
  }

  nextConnection(): number {
    return this.#connections++;
  }

  /** Resolves when bytes of the connection may pass; never if it is lost. */
  async passage(connection: number, part: Buffer): Promise<void> {
    await this.#silence?.promise;
    if (this.#holding && part.includes(this.#holding.text)) await this.#holding.over;
    if (connection < this.#lost) await new Promise<never>(() => undefined);
  }

  /** Number of bytes until the next fault. */
  distance(): number {
    if (this.#bytes === 0) return Number.POSITIVE_INFINITY;
    return this.#random.whole(1, this.#random.chance(0.1) ? greetingBytes : 2 * this.#bytes);
  }

  /** Delays a connection, or returns how it ends. */
  async strike(): Promise<'cut' | 'reset' | undefined> {
    if (this.#bytes === 0) return undefined;
    const fault = this.#random.pick(faults);
    this.struck[fault] += 1;
    if (fault === 'cut' || fault === 'reset') return fault;
    if (fault === 'delay') {
      await this.hold(this.#random.whole(1, delayMs));
      return undefined;
    }
    await this.hold(this.#random.whole(stallMs.least, stallMs.most));
    return this.#random.pick(['cut', 'reset', undefined]);
  }

  private hold(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const goOn = (): void => {
        clearTimeout(timer);
        this.#held.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, ms);
      this.#held.add(goOn);
    });
  }
}
