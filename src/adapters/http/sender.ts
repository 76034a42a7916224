import { LRUCache } from 'lru-cache';
import { webhookTarget, type UrlPolicy, type WebhookTarget } from '../../domain/webhook-url.js';
import type { Dns } from '../../ports/dns.js';
import type { Sender } from '../../ports/sender.js';
import { Delivery, type Office } from './errand.js';
import { checkedNames } from './name.js';
import { ConnectionPool } from './pool.js';
import { Cut } from './reason.js';

export interface SenderOptions extends UrlPolicy {
  readonly dns: Dns;
}

/**
 * More than the deliveries that wait at once, so that slow receivers do not push out other receivers'
 * connections.
 */
const connectionsMost = 2_000;
const stopping = new Cut('The service was stopping.');

/**
 * Sends webhooks safely. Each POST resolves the name, checks every address and connects only to those, with
 * the name in Host, SNI and certificate validation. It follows no redirect and uses no proxy.
 */
export function httpSender({ dns, ...policy }: SenderOptions): Sender {
  const under = new Set<Delivery>();
  const pool = new ConnectionPool(connectionsMost);
  const office: Office = { targetOf: targetsBy(policy), names: checkedNames(dns, policy), pool, under };
  let isStopped = false;
  return {
    post(request) {
      if (isStopped) {
        return Promise.resolve({ httpStatus: null, error: stopping.message, durationMs: 0, isCut: true });
      }
      return new Promise((resolve) => void new Delivery(office, request, resolve).run());
    },
    async stop() {
      isStopped = true;
      for (const errand of under) errand.abandon(stopping);
      pool.close(stopping);
    },
  };
}

/** Parses each URL once. The parts contain no addresses; those are checked at each delivery. */
function targetsBy(policy: UrlPolicy): (url: string) => WebhookTarget {
  const memoMethod = (url: string): WebhookTarget => webhookTarget(url, policy);
  const known = new LRUCache<string, WebhookTarget>({ max: connectionsMost, memoMethod });
  return (url) => known.memo(url);
}
