import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Clock } from '../../ports/clock.js';
import type { ClientOf } from '../address.js';
import { TokenBuckets } from '../../flow-control/token-bucket.js';
import { lateMs } from './door.js';

interface Lateness {
  readonly clientOf: ClientOf;
  readonly clock: Pick<Clock, 'machineNow' | 'sleep'>;
  /** Time limit in milliseconds for a request to arrive. */
  readonly requestMs: number;
}

/** Requests of one client that are answered without delay, so that debugging a mistake stays fast. */
const perSecond = 20;
const burst = 60;

/**
 * The rejection of a request above the arrival limit is delayed by this share of `requestMs`. Otherwise the client
 * would send the next request at once on each of its connections.
 */
const crowdedShare = { least: 1 / 6, most: 1 / 2 };

/**
 * Delays responses to a client that keeps sending requests without a valid key: unknown paths, sign-in codes,
 * wrong keys. Otherwise it would repeat them thousands of times a second.
 */
export function answerLate(server: FastifyInstance, { clientOf, clock, requestMs }: Lateness): void {
  const buckets = new TokenBuckets(perSecond, burst);
  // A callback instead of a promise for each response, because few are delayed.
  server.addHook('onSend', (...[request, reply, , goOn]: Parameters<onSendHookHandler>) => {
    if (request.isOneTooMany) {
      const { least, most } = crowdedShare;
      const ms = requestMs * (least + Math.random() * (most - least));
      return void setTimeout(goOn, ms).unref();
    }
    if (!isWithoutKey(request, reply)) return goOn();
    const { waitSeconds } = buckets.draw(clientOf(request.raw), clock.machineNow().getTime());
    if (waitSeconds === 0) return goOn();
    // The work has ended, so the slot is free.
    request.admitted?.end();
    return void clock.sleep(lateMs).then(() => goOn(), goOn);
  });
}

/** Documents and pages are excluded: they have their own limits, and their timing reveals nothing. */
function isWithoutKey(
  { caller, signedIn, is404, routeOptions: { config } }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  if (caller !== undefined || signedIn !== undefined) return false;
  if (is404 || config.route !== undefined || config.person !== undefined || config.isMcp || config.isOfMember)
    return true;
  return config.isOfProvider === true ? statusCode >= 400 : statusCode === 429 || statusCode === 405;
}
