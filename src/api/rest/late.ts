import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.js';
import type { AddressOf } from '../address.js';
import { TokenBuckets } from '../rate.js';
import { lateMs } from './door.js';

/** Of one address: whoever looks for his mistake hears of it at once. */
const perSecond = 20;
const burst = 60;

/**
 * Answers late an address that is refused again and again without a key: at no path, by another method, for want of a
 * good key. It would else ask again at once, thousands of times a second.
 */
export function answerLate(
  server: FastifyInstance,
  {
    addressOf,
    clock,
  }: { readonly addressOf: AddressOf; readonly clock: Pick<Clock, 'machineNow' | 'sleep'> },
): void {
  const buckets = new TokenBuckets(perSecond, burst);
  server.addHook('onSend', async (request, reply) => {
    if (!isRefusedAtTheDoor(request, reply)) return;
    const { waitSeconds } = buckets.draw(addressOf(request.raw), clock.machineNow().getTime());
    if (waitSeconds === 0) return;
    // Nothing is under way for it any more.
    request.stay?.end();
    await clock.sleep(lateMs);
  });
}

/** Pages have their own 404, of which the time tells nothing. */
function isRefusedAtTheDoor(
  { caller, is404, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
): boolean {
  if (caller !== undefined) return false;
  if (statusCode === 404) return is404 || routeOptions.config.isOfProvider === true;
  return statusCode >= 400 && statusCode < 500;
}
