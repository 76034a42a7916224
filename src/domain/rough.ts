/** A delivery that is made to prove a receiver: the same once more, or with a body that was changed after it was signed. */
export type Twist = 'again' | 'forged';

/** Another body than the one that was signed, which still says the same of itself. */
export const forged = (text: string): string => `${text} `;

/** Whether a receiver did right: what it had before is taken again, and what is forged refused. */
export function isBorne(twist: Twist, httpStatus: number | null): boolean {
  const [least, below] = twist === 'again' ? [200, 300] : [400, 500];
  return httpStatus !== null && httpStatus >= least && httpStatus < below;
}

/** The receiver's fault, for its account to read. */
export function faultOf(twist: Twist, httpStatus: number | null): string {
  const told = httpStatus === null ? 'not answered' : `answered ${httpStatus}`;
  return twist === 'again'
    ? `The second delivery was ${told}: drop duplicates by webhook-id, and answer 2xx.`
    : `The forged copy was ${told}: verify the signature, and answer 400.`;
}
