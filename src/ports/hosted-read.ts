import type { Nouns } from '../domain/decision.js';
import type { ImageKind } from '../domain/noun/hosted-image.js';
import type { Terms } from './store.js';

/** The ways on which an account can send money now follow from these. */
export interface Ways {
  readonly terms: Terms;
  readonly suspensions: readonly Nouns['suspension'][];
}

/** A page of an account, and whose it is. */
export interface PageOf extends Ways {
  readonly page: Nouns['hostedPage'];
  readonly account: Nouns['account'];
  readonly images: PageImages;
  /** The kill switch is on. */
  readonly isStopped: boolean;
  /** Business time when this was read. */
  readonly now: Date;
}

/** Those that the page names, by their places: `digest` where it is served from here, `detail` where it cannot be shown. */
export type PageImages = Readonly<
  Partial<Record<ImageKind, { readonly digest: string | null; readonly detail: string | null }>>
>;

export type PageBy = { readonly id: string } | { readonly accountId: string } | { readonly hostname: string };

export interface SessionOf extends PageOf {
  readonly session: Nouns['hostedSession'];
}

/** Reads of hosted pages, for whoever has the address of one. */
export interface HostedReads {
  /** The session whose token has this fingerprint, on whatever page. */
  hostedSession(tokenFingerprint: string): Promise<SessionOf | undefined>;
  /** A page by its id, by whose it is, or by a verified name under which it is served. */
  hostedPage(by: PageBy): Promise<PageOf | undefined>;
  /** The bytes of an image that a page names, where they are those of the digest. */
  hostedImage(
    pageId: string,
    digest: string,
  ): Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>;
  /** Whose verified name it is. */
  domainHolder(hostname: string): Promise<string | undefined>;
}
