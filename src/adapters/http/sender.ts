import { LRUCache } from 'lru-cache';
import { webhookTarget, type UrlPolicy, type WebhookTarget } from '../../domain/webhook-url.js';
import type { Dns } from '../../ports/dns.js';
import type { Sender } from '../../ports/sender.js';
import { Errand, type Office } from './errand.js';
import { checkedNames } from './name.js';
import { ConnectionPool } from './pool.js';
import { Cut } from './reason.js';

export interface SenderOptions extends UrlPolicy {
  readonly dns: Dns;
}

/** Above the posts that wait at once, lest those to slow receivers close the connections of the others. */
const connectionsMost = 2_000;
const stopping = new Cut('The service was stopping.');

/**
 * The guarded way out. Every post resolves its name, checks every address and connects to those and no other, with
 * the name in Host, SNI and the check of the certificate. No redirect is followed, no proxy is asked.
 */
export function httpSender({ dns, ...policy }: SenderOptions): Sender {
  const under = new Set<Errand>();
  const pool = new ConnectionPool(connectionsMost);
  const office: Office = { targetOf: targetsBy(policy), names: checkedNames(dns, policy), pool, under };
  let isStopped = false;
  return {
    post(request) {
      if (isStopped) {
        return Promise.resolve({ httpStatus: null, error: stopping.message, durationMs: 0, isCut: true });
      }
      return new Promise((resolve) => void new Errand(office, request, resolve).run());
    },
    async stop() {
      isStopped = true;
      for (const errand of under) errand.abandon(stopping);
      pool.close(stopping);
    },
  };
}

/**
 * Reads a url that is posted to again and again once: its parts tell nothing of a name's addresses, which are
 * checked at each post.
 */
function targetsBy(policy: UrlPolicy): (url: string) => WebhookTarget {
  const memoMethod = (url: string): WebhookTarget => webhookTarget(url, policy);
  const known = new LRUCache<string, WebhookTarget>({ max: connectionsMost, memoMethod });
  return (url) => known.memo(url);
}
