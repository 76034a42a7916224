import { noteImage, tryImage, type HostedImage, type ImageOutcome } from '../domain/hosted-image.js';
import { imageBytesMax, readImage } from '../domain/image.js';
import type { Ports } from '../ports/ports.js';
import { startTries, givenUpDetail, type TakenJobs } from './job.js';

/** Takes the images that are due. An image that failed too often is refused. */
export function takeImages(
  { store }: Pick<Ports, 'store'>,
  limit: number,
  except: readonly string[],
): Promise<TakenJobs<HostedImage>> {
  return store.transaction(async (tx) => {
    const due = await tx.lockDue('hostedImage', limit, { except });
    const jobs = await startTries(tx, 'hostedImage', due);
    const moment = await tx.moment();
    await tx.record([
      ...jobs.taken.map((image) => tryImage(moment, image)),
      ...jobs.givenUp.map((image) => noteImage(moment, image, { reason: givenUpDetail, isPassing: false })),
    ]);
    return jobs;
  });
}

/** Fetches an image, outside any transaction. Undefined if our own shutdown cut it. */
export async function fetchImage(
  { fetcher, vault }: Pick<Ports, 'fetcher' | 'vault'>,
  { url }: Pick<HostedImage, 'url'>,
): Promise<ImageOutcome | undefined> {
  const fetched = await fetcher.get(url ?? '', imageBytesMax);
  if ('error' in fetched)
    return fetched.isCut ? undefined : { reason: fetched.error, isPassing: fetched.isPassing };
  const { bytes } = fetched;
  const read = readImage(bytes);
  if ('fault' in read) return { reason: read.fault, isPassing: false };
  const content = bytes.toString('base64');
  return { image: { type: read.type, content, digest: vault.fingerprint(content).slice(0, 32) } };
}

/** Records the outcome. If the page names another URL by now, that one will be fetched. */
export function recordImage(
  { store }: Pick<Ports, 'store'>,
  { id, url }: Pick<HostedImage, 'id' | 'url'>,
  outcome: ImageOutcome,
): Promise<void> {
  return store.transaction(async (tx) => {
    const [image] = await tx.lock('hostedImage', [id]);
    await tx.tries.end('hostedImage', [id]);
    if (image?.status !== 'wanted' || image.url !== url) return;
    await tx.record([noteImage(await tx.moment(), image, outcome)]);
  });
}
