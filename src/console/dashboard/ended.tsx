import { failureText } from '../failure.js';
import { Amount } from '../part.js';
import { words } from '../words/speech.js';

/** The fields of a payout that say how it ended. */
export const endedFields = 'status failureCode return { status money { amount currency } }';

export interface EndedPayout {
  readonly status: string;
  readonly failureCode: string | null;
  readonly return: {
    readonly status: string;
    readonly money: Readonly<Record<'amount' | 'currency', string>>;
  } | null;
}

/** Why a payout was not paid, and where its money is. */
export function Ended({ payout: { status, failureCode, return: back } }: { readonly payout: EndedPayout }) {
  if (status === 'returned')
    return (
      <>
        {words.pay.sentBack}{' '}
        {back && words.pay[back.status === 'settled' ? 'isBack' : 'comesBack'](<Amount {...back.money} />)}
      </>
    );
  if (!failureCode) return null;
  // A payout that the balance could not fund has reserved nothing (contract §3.3).
  const released = failureCode === 'insufficient_funds' ? '' : words.pay.released;
  return `${failureText(failureCode)} ${released}`;
}
