import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { fetchImage, recordImage, takeImages } from '../usecases/hosted-image.js';
import type { HostedImage } from '../domain/hosted-image.js';
import { startLoop, type Loop } from './loop.js';

/** Images that are asked for at once: a host that is slow holds up no other. */
const openMax = 8;

/** Fetches the logos and favicons that pages name. */
export function startHostedImages(
  ports: Pick<Ports, 'store' | 'reader' | 'fetcher' | 'vault'>,
  log: Log,
): Loop {
  const open = new Map<string, Promise<void>>();
  const fetch = async (image: HostedImage): Promise<void> => {
    const outcome = await fetchImage(ports, image);
    if (outcome === undefined) return;
    if ('reason' in outcome)
      log.info(
        { resource_id: image.id, page_id: image.pageId, kind: image.kind, reason: outcome.reason },
        'an image of a hosted page could not be taken',
      );
    await recordImage(ports, image, outcome);
  };
  const begin = (image: HostedImage): void => {
    const fetched = fetch(image)
      .catch((error: unknown) =>
        log.error({ resource_id: image.id, err: error }, 'what became of an image could not be recorded'),
      )
      .finally(() => {
        open.delete(image.id);
        loop.wake();
      });
    open.set(image.id, fetched);
  };
  const work = async (): Promise<number> => {
    const room = openMax - open.size;
    const except = [...open.keys()];
    if (room === 0 || (await ports.reader.due('hostedImage', 1, { except })).length === 0) return 0;
    const taken = await takeImages(ports, room, except);
    taken.forEach(begin);
    return taken.length;
  };
  const loop = startLoop({ name: 'hosted image', log, full: openMax, work });
  return {
    wake: loop.wake,
    async stop() {
      // An image on its way is asked for again after the next start.
      ports.fetcher.stop();
      await loop.stop();
      await Promise.all(open.values());
    },
  };
}
