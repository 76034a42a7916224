import { faultOf, isBorne, type Twist } from '../domain/rough.js';
import { isSuccess } from '../domain/webhook-attempt.js';
import type { Posted } from '../ports/sender.js';
import type { DueDelivery } from '../ports/webhook.js';

interface Way<P> {
  readonly post: (delivery: DueDelivery, twist?: Twist) => Promise<P>;
  /** False if another worker has the lane now. */
  readonly renew: () => Promise<boolean>;
}

/**
 * Posts to an endpoint under test: a forged copy before the first attempt, and a second copy after each 2xx. Only the
 * attempt itself counts; faults in the other answers go into its error. Returns undefined if the lane is lost.
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
