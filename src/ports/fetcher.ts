import type { CertificateResult } from '../domain/hosted-domain.js';

/** The outcome of one GET. */
export type FetchResult =
  | { readonly bytes: Buffer }
  /** `error`: one short line shown to the account; it contains no address. `isPassing`: a later try may succeed. */
  | {
      readonly error: string;
      readonly isPassing: boolean;
      /** Cut by our own shutdown. */ readonly isCut?: true;
    };

/** Fetches URLs given by accounts, through the same guarded connections as webhooks. */
export interface Fetcher {
  /** Never throws. Takes at most 10 seconds, from DNS look-up to the last byte. */
  get(url: string, bytesMax: number): Promise<FetchResult>;
  /**
   * Whether the server at the name presents a valid certificate; `unknown` without an answer within three seconds.
   */
  certificateOf(name: string): Promise<CertificateResult>;
  /** Cuts the requests in progress and refuses new ones. */
  stop(): void;
}
