import { previewPrice } from '../../usecases/hosted-session-price.js';
import type { Values } from './form.js';
import type { Needs } from './session.js';
import { chosenOf, figuresOf, priceFault, readAmountForm, sideLabels, type Figures } from './step/amount.js';
import { visitOf, type Visit } from './visit.js';

export interface PriceAnswer {
  readonly figures?: Figures;
  /** Why there are none. */
  readonly none?: string;
  readonly sides: Readonly<Record<string, string>>;
}

/** The price of what is typed, for the script of the page. */
export async function priceAnswer(
  ports: Needs,
  { visit, accountId, body }: { visit: Visit; accountId: string; body: Values },
): Promise<PriceAnswer> {
  const { values, faults } = readAmountForm(body, visit);
  const filled = visitOf({ ...visit, values });
  const sides = sideLabels(filled);
  const ask = chosenOf(filled);
  const [fault] = Object.values(body['amount'] === '' ? { amount: visit.words.amount.none } : faults);
  if (fault !== undefined || ask === undefined) return { none: fault ?? visit.words.amount.none, sides };
  try {
    return { figures: figuresOf(await previewPrice(ports, { accountId, ask }), filled.locale), sides };
  } catch (error) {
    return { none: Object.values(priceFault(error, visit))[0] ?? visit.words.amount.none, sides };
  }
}
