import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Clock } from '../../ports/clock.js';
import type { ClientOf } from '../address.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { lateMs } from './door.js';

interface Lateness {
  readonly clientOf: ClientOf;
  readonly clock: Pick<Clock, 'machineNow' | 'sleep'>;
  /** How long a request may take to arrive. */
  readonly requestMs: number;
}

/** Of one client: whoever looks for his mistake hears of it at once. */
const perSecond = 20;
const burst = 60;

/** One whose body would be one too many arriving would send the next at once, for as long as it has connections. */
const crowdedShare = { least: 1 / 6, most: 1 / 2 };

/**
 * Answers late a client that asks again and again without a key: at no path, for a code, for want of a good key. It would
 * else ask again at once, thousands of times a second.
 */
export function answerLate(server: FastifyInstance, { clientOf, clock, requestMs }: Lateness): void {
  const buckets = new TokenBuckets(perSecond, burst);
  // No promise for each answer, of which hardly any is late.
  server.addHook('onSend', (...[request, reply, , goOn]: Parameters<onSendHookHandler>) => {
    if (request.isOneTooMany) {
      const { least, most } = crowdedShare;
      const ms = requestMs * (least + Math.random() * (most - least));
      return void setTimeout(goOn, ms).unref();
    }
    if (!isWithoutKey(request, reply)) return goOn();
    const { waitSeconds } = buckets.draw(clientOf(request.raw), clock.machineNow().getTime());
    if (waitSeconds === 0) return goOn();
    // Nothing is under way for it any more.
    request.admitted?.end();
    return void clock.sleep(lateMs).then(() => goOn(), goOn);
  });
}

/** But for documents and pages, which have limits of their own, and of which the time tells nothing. */
function isWithoutKey(
  { caller, signedIn, is404, routeOptions: { config } }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  if (caller !== undefined || signedIn !== undefined) return false;
  if (is404 || config.route !== undefined || config.person !== undefined || config.isMcp || config.isOfMember)
    return true;
  return config.isOfProvider === true ? statusCode >= 400 : statusCode === 429 || statusCode === 405;
}
