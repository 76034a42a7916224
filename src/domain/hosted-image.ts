import { added, changed, decide, type Change, type Decision, type Moment } from './decision.js';
import type { HostedPage } from './noun/hosted-page.js';
import type { HostedImage, ImageKind } from './noun/hosted-image.js';

export type { HostedImage, ImageKind };

export const imageKinds = ['logo', 'favicon'] as const satisfies readonly ImageKind[];

/** The waits before another try where the last one may have failed by chance, in seconds; after them it is refused. */
const waits = [10, 60, 600, 3_600, 21_600] as const;
/** A try is given up long before this; who finds the image due after it tries it again. */
const tryMs = 60_000;
/** An address named in place of another waits for so long, lest a page be made to ask others without end. */
const restMs = 10_000;

/** An image as it came: its type by its own bytes, and a name for them. */
export interface FetchedImage {
  readonly type: string;
  /** As base64. */
  readonly content: string;
  readonly digest: string;
}

export type ImageOutcome =
  | { readonly image: FetchedImage }
  /** `isPassing`: another try may end otherwise. */
  | { readonly reason: string; readonly isPassing: boolean };

const urlOf = ({ logoUrl, faviconUrl }: HostedPage, kind: ImageKind): string | null =>
  kind === 'logo' ? logoUrl : faviconUrl;

/** An image that a page names now is fetched, unless it is here; one that it names no more is gone at once. */
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
  // One that was refused is asked for again: it may have been mended since.
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

/** Writes down what came of a try. */
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
