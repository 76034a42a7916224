import { previewPrice } from '../../usecases/hosted-session-price.js';
import { chosenIn } from './body.js';
import type { Values } from './form.js';
import { optionsOf } from './route.js';
import type { Needs } from './session.js';
import { chosenOf, figuresIn, priceFault, readAmountForm, sideLabels, type Figures } from './step/amount.js';
import { visitOf, type Visit } from './visit.js';

export interface PriceAnswer {
  readonly figures?: Figures;
  /** Why there is no price. */
  readonly none?: string;
  readonly sides: Readonly<Record<string, string>>;
}

/**
 * The price of the typed amount, for the page's script. An incomplete amount is not a fault: the answer says why there
 * is no price. An option that the page does not offer is refused.
 */
export async function priceAnswer(
  ports: Needs,
  { visit, accountId, body }: { visit: Visit; accountId: string; body: Values },
): Promise<PriceAnswer> {
  chosenIn(body, 'side', ['source', 'destination']);
  for (const end of ['origin', 'target'] as const) chosenIn(body, end, waysOf(visit, end));
  const { values, faults } = readAmountForm(body, visit);
  const filled = visitOf({ ...visit, values });
  const sides = sideLabels(filled);
  const ask = chosenOf(filled);
  const [fault] = Object.values(body['amount'] === '' ? { amount: visit.words.amount.none } : faults);
  if (fault !== undefined || ask === undefined) return { none: fault ?? visit.words.amount.none, sides };
  try {
    return { figures: figuresIn(filled, await previewPrice(ports, { accountId, ask })), sides };
  } catch (error) {
    return { none: Object.values(priceFault(error, visit))[0] ?? visit.words.amount.none, sides };
  }
}

/** The options of a list on the page, and the empty one. */
const waysOf = ({ routes, language }: Visit, end: 'origin' | 'target'): string[] => [
  '',
  ...optionsOf(routes, end, language).map(({ value }) => value),
];
