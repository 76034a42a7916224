import { payeeResults } from '../../../domain/noun/beneficiary.js';
import { simTags } from '../../../domain/sandbox.js';
import type { PayeeAnswer, PayeeAsk } from '../../../ports/provider.js';

/**
 * The simulated bank's payee check: the tag `sim:payee:<result>` in the holder's name decides (supplement
 * §11.10). Without the tag the name matches; without a name the check is not possible.
 */
export function payeeAnswer({ details }: PayeeAsk): PayeeAnswer {
  const name = ['name', 'first_name', 'last_name'].flatMap((field) => details[field] ?? []).join(' ');
  if (name === '') return { result: 'not_possible' };
  const wanted = simTags(name).find((tag) => tag.name === 'payee')?.arg;
  const result = payeeResults.values.find((each) => each === wanted) ?? 'match';
  return result === 'not_possible' ? { result } : { result, holderHint: hintOf(name, result) };
}

const hintOf = (name: string, result: PayeeAnswer['result']): string => {
  const holder = result === 'no_match' ? 'Another Holder' : name.replace(/sim:\S*/g, '').trim();
  return masked(holder === '' ? 'Account Holder' : holder);
};

/** Shows the first letter of each word. */
const masked = (name: string): string =>
  name
    .split(' ')
    .filter((word) => word !== '')
    .map(([first = '', ...rest]) => first + '*'.repeat(Math.min(rest.length, 6)))
    .join(' ');
