import { faultOf, isHandledCorrectly, type RoughVariant } from '../domain/rough.js';
import { isSuccess } from '../domain/webhook-attempt.js';
import type { PostResult } from '../ports/sender.js';
import type { DueDelivery } from '../ports/webhook.js';

interface RoughPostOptions<P> {
  readonly post: (delivery: DueDelivery, variant?: RoughVariant) => Promise<P>;
  /** False if another worker has the lane now. */
  readonly renew: () => Promise<boolean>;
}

/**
 * Posts to an endpoint under test: a forged copy before the first attempt, and a second copy after each 2xx. Only the
 * attempt itself counts; faults in the other answers go into its error. Returns undefined if the lane is lost.
 */
export async function postRoughly<P extends PostResult>(
  { post, renew }: RoughPostOptions<P>,
  delivery: DueDelivery,
): Promise<P | undefined> {
  const faults: string[] = [];
  const postVariant = async (variant: RoughVariant): Promise<void> => {
    const { httpStatus, isCut } = await post(delivery, variant);
    if (!isCut && !isHandledCorrectly(variant, httpStatus)) faults.push(faultOf(variant, httpStatus));
  };
  if (delivery.attempts === 0) {
    await postVariant('forged');
    if (!(await renew())) return undefined;
  }
  const posted = await post(delivery);
  if (isSuccess(posted.httpStatus) && (await renew())) await postVariant('again');
  return { ...posted, error: posted.error ?? (faults.join(' ') || null) };
}
