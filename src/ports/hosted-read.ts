import type { Nouns } from '../domain/decision.js';
import type { ImageKind } from '../domain/noun/hosted-image.js';
import type { Terms } from './store.js';

/** The inputs that decide in which ways an account can send money now. */
export interface SendingOptions {
  readonly terms: Terms;
  readonly suspensions: readonly Nouns['suspension'][];
}

/** A hosted page with its account and what decides its payment options. */
export interface HostedPageRead extends SendingOptions {
  readonly page: Nouns['hostedPage'];
  readonly account: Nouns['account'];
  readonly images: PageImages;
  /** True while the kill switch is on. */
  readonly isStopped: boolean;
  /** Business time of this read. */
  readonly now: Date;
}

/** The page's images by kind. `digest`: set once we serve the image. `detail`: why it cannot be shown. */
export type PageImages = Readonly<
  Partial<Record<ImageKind, { readonly digest: string | null; readonly detail: string | null }>>
>;

export type HostedPageKey =
  { readonly id: string } | { readonly accountId: string } | { readonly hostname: string };

export interface HostedSessionRead extends HostedPageRead {
  readonly session: Nouns['hostedSession'];
}

/** Reads of hosted pages and sessions for anyone who has their address. */
export interface HostedReads {
  /** The session whose token has this fingerprint, on any page. */
  hostedSession(tokenFingerprint: string): Promise<HostedSessionRead | undefined>;
  /** A page by its id, its account, or a verified hostname that serves it. */
  hostedPage(by: HostedPageKey): Promise<HostedPageRead | undefined>;
  /** The bytes of an image of the page, if they have this digest. */
  hostedImage(
    pageId: string,
    digest: string,
  ): Promise<{ readonly type: string; readonly bytes: Buffer } | undefined>;
  /** The account that holds this verified hostname. */
  domainHolder(hostname: string): Promise<string | undefined>;
}
