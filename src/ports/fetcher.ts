import type { Proven } from '../domain/hosted-domain.js';

/** The outcome of one GET. */
export type Fetched =
  | { readonly bytes: Buffer }
  /** `error`: one short line for an account to read, which names no address. `isPassing`: another try may end otherwise. */
  | {
      readonly error: string;
      readonly isPassing: boolean;
      /** Our own stop ended it. */ readonly isCut?: true;
    };

/** Gets what accounts name, by the same guarded way on which webhooks leave. */
export interface Fetcher {
  /** Never throws. Takes 10 seconds at most, from resolving the name to the last byte of the answer. */
  get(url: string, bytesMax: number): Promise<Fetched>;
  /** Whether whoever answers under the name proves it: `unknown` where nobody answers in three seconds. */
  certificateOf(name: string): Promise<Proven>;
  /** Gets nothing more, and cuts what is under way. */
  stop(): void;
}
