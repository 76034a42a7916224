import type { Log } from '../ports/log.js';
import type { Ports } from '../ports/ports.js';
import { fetchImage, recordImage, takeImages } from '../usecases/hosted-image.js';
import { startJobLoop } from './job.js';
import type { Loop } from './loop.js';

type Needs = Pick<Ports, 'store' | 'reader' | 'fetcher' | 'vault' | 'clock'>;

/** Fetches the logos and favicons that pages name. */
export function startHostedImages(ports: Needs, log: Log): Loop {
  const fetching = startJobLoop(ports, {
    name: 'hosted image',
    noun: 'hostedImage',
    log,
    take: (room, except) => takeImages(ports, room, except),
    work: async (image) => {
      const outcome = await fetchImage(ports, image);
      if (outcome === undefined) return;
      if ('reason' in outcome)
        log.info(
          { resource_id: image.id, page_id: image.pageId, kind: image.kind, reason: outcome.reason },
          'hosted page image not usable',
        );
      await recordImage(ports, image, outcome);
    },
  });
  return {
    wake: fetching.wake,
    stop() {
      // An image in transfer is fetched again after the next start.
      ports.fetcher.stop();
      return fetching.stop();
    },
  };
}
