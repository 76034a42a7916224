import { faultOf, isBorne, type Twist } from '../domain/rough.js';
import { isSuccess } from '../domain/webhook-attempt.js';
import type { Posted } from '../ports/sender.js';
import type { DueDelivery } from '../ports/webhook.js';

interface Way<P> {
  readonly post: (delivery: DueDelivery, twist?: Twist) => Promise<P>;
  /** False where the lane is another's by now. */
  readonly renew: () => Promise<boolean>;
}

/**
 * Posts to an endpoint that is to be proven: before the first attempt a forged copy, and once more what was answered 2xx.
 * Only the attempt itself counts; what its receiver did wrong with the others stands in its error. None is made where
 * the lane is another's.
 */
export async function postRoughly<P extends Posted>(
  { post, renew }: Way<P>,
  delivery: DueDelivery,
): Promise<P | undefined> {
  const faults: string[] = [];
  const twisted = async (twist: Twist): Promise<void> => {
    const { httpStatus, isCut } = await post(delivery, twist);
    if (!isCut && !isBorne(twist, httpStatus)) faults.push(faultOf(twist, httpStatus));
  };
  if (delivery.attempts === 0) {
    await twisted('forged');
    if (!(await renew())) return undefined;
  }
  const posted = await post(delivery);
  if (isSuccess(posted.httpStatus) && (await renew())) await twisted('again');
  return { ...posted, error: posted.error ?? (faults.join(' ') || null) };
}
