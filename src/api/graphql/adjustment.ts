import { text } from '../../domain/noun/declare.js';
import { adjustment } from '../../domain/noun/adjustment.js';
import { differenceOf, nextStepOf } from '../../domain/reconciliation.js';
import { referenceOf } from '../../usecases/reconciliation.js';
import { money as moneyShape, part } from '../shape.js';
import { money } from './money.js';
import { answering } from './type.js';

export const adjustmentAnswers = answering('adjustment', {
  money: {
    is: part(moneyShape, adjustment.fields.money.says),
    answer: ({ amount, currency }) => money(amount, currency),
  },
});

export const exceptionAnswers = answering('exception', {
  difference: {
    is: part(moneyShape, "How much the provider's record exceeds the books; negative if it is below.", {
      optional: true,
    }),
    answer: (exception) => {
      const found = differenceOf(exception);
      return found ? money(found.amount, found.currency) : null;
    },
  },
  reference: {
    is: text(
      "Operators only: the reference at the provider: ours for an order, the provider's for a payment.",
      { optional: true },
    ),
    answer: (exception, { ports, caller }) =>
      caller.kind === 'operator' ? referenceOf(ports, exception) : null,
  },
  nextStep: {
    is: text('Operators only: the suggested next step; null once it is decided.', { optional: true }),
    answer: (exception, { caller }) => (caller.kind === 'operator' ? (nextStepOf(exception) ?? null) : null),
  },
  adjustment: {
    is: part('adjustment', 'Adjustment made with its resolution.', { optional: true }),
    answer: async ({ accountId, id }, { load }) => {
      const [made] = await load.children(['adjustment', 'exceptionId'], { accountId, id }, 1);
      return made ?? null;
    },
  },
});
