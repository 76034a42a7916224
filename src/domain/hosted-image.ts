import { added, changed, decide, type Change, type Decision, type Moment } from './decision.js';
import type { HostedPage } from './noun/hosted-page.js';
import type { HostedImage, ImageKind } from './noun/hosted-image.js';

export type { HostedImage, ImageKind };

export const imageKinds = ['logo', 'favicon'] as const satisfies readonly ImageKind[];

/** Seconds between tries after passing failures. After the last one the image is refused. */
const waits = [10, 60, 600, 3_600, 21_600] as const;
/** Lease of a try. A try takes far less; after that time another worker may repeat it. */
const tryMs = 60_000;
/** Minimum time between fetches when the URL changes, so that a page cannot make us send requests endlessly. */
const restMs = 10_000;

/** A fetched image: media type and digest of its own bytes. */
export interface FetchedImage {
  readonly type: string;
  /** In base64. */
  readonly content: string;
  readonly digest: string;
}

export type ImageOutcome =
  | { readonly image: FetchedImage }
  /** `isPassing`: a later try may succeed. */
  | { readonly reason: string; readonly isPassing: boolean };

const urlOf = ({ logoUrl, faviconUrl }: HostedPage, kind: ImageKind): string | null =>
  kind === 'logo' ? logoUrl : faviconUrl;

/** Schedules the fetch of images that a page now names, and deletes images that it no longer names. */
export function nameImages(
  moment: Moment,
  page: HostedPage,
  known: readonly HostedImage[],
): Decision & { images: readonly HostedImage[] } {
  const named = imageKinds.map((kind) => {
    const row = known.find((each) => each.kind === kind);
    return { row, next: nameImage(moment, row ?? unnamed(moment, page, kind), urlOf(page, kind)) };
  });
  const changes = named.flatMap(({ row, next }): Change[] => {
    if (row === undefined) return next.status === 'none' ? [] : [added('hostedImage', next)];
    return next === row ? [] : [changed('hostedImage', next)];
  });
  return { ...decide({ changes }), images: named.map(({ next }) => next) };
}

function nameImage({ now }: Moment, row: HostedImage, url: string | null): HostedImage {
  // A refused image is fetched again: it may have been fixed since.
  if (row.url === url && row.status !== 'refused') return row;
  const fresh = { ...row, url, attempts: 0, detail: null, type: null, content: null, digest: null };
  const at = Math.max(now.getTime(), (row.triedAt?.getTime() ?? 0) + restMs);
  return url === null
    ? { ...fresh, status: 'none', nextStepAt: null, updatedAt: now }
    : { ...fresh, status: 'wanted', nextStepAt: new Date(at), updatedAt: now };
}

const unnamed = (moment: Moment, { id, accountId }: HostedPage, kind: ImageKind): HostedImage => ({
  id: moment.newId('hostedImage', moment.now),
  accountId,
  pageId: id,
  kind,
  url: null,
  status: 'none',
  attempts: 0,
  detail: null,
  type: null,
  content: null,
  digest: null,
  triedAt: null,
  nextStepAt: null,
  createdAt: moment.now,
  updatedAt: moment.now,
  version: 1,
});

export function tryImage({ now }: Pick<Moment, 'now'>, image: HostedImage): Decision {
  const nextStepAt = new Date(now.getTime() + tryMs);
  const tried: HostedImage = { ...image, attempts: image.attempts + 1, triedAt: now, nextStepAt };
  return decide({ changes: [changed('hostedImage', tried)] });
}

/** Records the outcome of a try. */
export function noteImage({ now }: Pick<Moment, 'now'>, image: HostedImage, outcome: ImageOutcome): Decision {
  const next = (part: Partial<HostedImage>): Decision =>
    decide({ changes: [changed('hostedImage', { ...image, nextStepAt: null, updatedAt: now, ...part })] });
  if ('image' in outcome) return next({ ...outcome.image, status: 'stored', detail: null });
  const { reason: detail, isPassing } = outcome;
  const seconds = isPassing ? waits[image.attempts - 1] : undefined;
  return seconds === undefined
    ? next({ status: 'refused', detail })
    : next({ detail, nextStepAt: new Date(now.getTime() + seconds * 1000) });
}
