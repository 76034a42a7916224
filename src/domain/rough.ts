/** An extra delivery that tests a receiver: the same one again, or one whose body was changed after signing. */
export type RoughVariant = 'again' | 'forged';

/** A changed body whose content is still the same. */
export const forged = (text: string): string => `${text} `;

/** Whether the receiver reacted correctly: it must accept a repeat and reject a forgery. */
export function isHandledCorrectly(variant: RoughVariant, httpStatus: number | null): boolean {
  const [least, below] = variant === 'again' ? [200, 300] : [400, 500];
  return httpStatus !== null && httpStatus >= least && httpStatus < below;
}

/** Describes the receiver's error, for its account. */
export function faultOf(variant: RoughVariant, httpStatus: number | null): string {
  const outcome = httpStatus === null ? 'not answered' : `answered ${httpStatus}`;
  return variant === 'again'
    ? `The second delivery was ${outcome}: drop duplicates by webhook-id, and answer 2xx.`
    : `The forged copy was ${outcome}: verify the signature, and answer 400.`;
}
