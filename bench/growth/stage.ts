import type { Catalogue } from '../../src/domain/capability.js';
import type { Decision, Moment } from '../../src/domain/decision.js';
import type { NewId } from '../../src/domain/id.js';
import type { Vault } from '../../src/ports/vault.js';
import type { Book } from './book.ts';

const betweenActsMs = 30;

/** What is needed to create a history. */
export interface Means {
  readonly book: Book;
  readonly vault: Vault;
  readonly catalogue: Catalogue;
  readonly newId: NewId;
}

/** Creates a history: decisions by the service's own rules, each later than the last. */
export class Stage {
  readonly book: Book;
  readonly vault: Vault;
  readonly catalogue: Catalogue;
  readonly #newId: NewId;
  #ms: number;

  constructor({ book, vault, catalogue, newId }: Means, start: Date) {
    this.book = book;
    this.vault = vault;
    this.catalogue = catalogue;
    this.#newId = newId;
    this.#ms = start.getTime();
  }

  /** The time of the last decision. */
  get now(): Date {
    return new Date(this.#ms);
  }

  /** Advances the time; it never goes back. */
  waitUntil(ms: number): void {
    this.#ms = Math.max(this.#ms, ms);
  }

  /** Decides at the next moment and records the decision. */
  act<D extends Decision>(decideAt: (moment: Moment) => D): D {
    this.#ms += betweenActsMs;
    const moment = { now: new Date(this.#ms), newId: this.#newId, livemode: false };
    return this.book.record(moment, decideAt(moment));
  }
}
