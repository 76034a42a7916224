import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Clock } from '../../ports/clock.js';
import type { AddressOf } from '../address.js';
import { TokenBuckets } from '../rate.js';
import { lateMs } from './door.js';

/** Of one address: whoever looks for his mistake hears of it at once. */
const perSecond = 20;
const burst = 60;

/**
 * Answers late an address that asks again and again without a key: at no path, for a code, for want of a good key. It would
 * else ask again at once, thousands of times a second.
 */
export function answerLate(
  server: FastifyInstance,
  {
    addressOf,
    clock,
  }: { readonly addressOf: AddressOf; readonly clock: Pick<Clock, 'machineNow' | 'sleep'> },
): void {
  const buckets = new TokenBuckets(perSecond, burst);
  // No promise for each answer, of which hardly any is late.
  server.addHook('onSend', (...[request, reply, , goOn]: Parameters<onSendHookHandler>) => {
    if (!isWithoutKey(request, reply)) return goOn();
    const { waitSeconds } = buckets.draw(addressOf(request.raw), clock.machineNow().getTime());
    if (waitSeconds === 0) return goOn();
    // Nothing is under way for it any more.
    request.stay?.end();
    return void clock.sleep(lateMs).then(() => goOn(), goOn);
  });
}

/** But for documents and pages, which have limits of their own, and of which the time tells nothing. */
function isWithoutKey(
  { caller, signedIn, is404, routeOptions: { config } }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  if (caller !== undefined || signedIn !== undefined) return false;
  if (is404 || config.route !== undefined || config.person !== undefined) return true;
  return config.isOfProvider === true ? statusCode >= 400 : statusCode === 429 || statusCode === 405;
}
