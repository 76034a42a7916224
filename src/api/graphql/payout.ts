import { attemptsMax } from '../../domain/intent.js';
import { oneOf, text, time, whole, words } from '../../domain/noun/declare.js';
import { returnStatuses, type Payout, type PayoutStatus } from '../../domain/noun/payout.js';
import { money as moneyShape, part, parts, shape } from '../shape.js';
import { money } from './money.js';
import { sourceAnswer } from './quote.js';
import { withEvents } from './relation.js';
import { answering } from './type.js';

const sendings = words(
  {
    unsent: 'Not sent.',
    open: 'It may have been sent.',
    accepted: 'The provider has accepted it.',
    uncertain: 'It may have been sent; the outcome is unknown.',
    not_executed: 'The provider did not execute it, and never will.',
  },
  { name: 'Sending', says: 'State of the order at the provider.' },
);
type Sending = (typeof sendings.values)[number];

const payoutReturn = shape('PayoutReturn', 'Amount returned: the principal.', {
  status: oneOf(returnStatuses, { says: 'Status of the returned money.' }),
  money: part(moneyShape, 'How much.'),
});

const cancellation = shape('Cancellation', 'Cancellation of a payout.', {
  requestedAt: time('Time of the request.'),
  decidedAt: time('Time of the decision.', { optional: true }),
});

const dispatch = shape('Dispatch', 'Operators only: how a payout is sent to its provider.', {
  provider: text('The provider.', { optional: true }),
  reference: text('Our reference of the payout at the provider.'),
  attempts: whole('Attempts to send so far.'),
  lookUps: whole('Look-ups of the outcome so far.'),
  nextStepAt: time('Time of the next step.', { optional: true }),
});

export const payoutAnswers = answering('payout', {
  ...withEvents,
  source: sourceAnswer,
  return: {
    is: part(payoutReturn, 'Amount returned; REST calls it refund.', { optional: true }),
    answer: ({ refundStatus: status, principal, sourceCurrency }) =>
      status === null ? null : { status, money: money(principal, sourceCurrency) },
  },
  cancellation: {
    is: part(cancellation, 'Cancellation, if it was requested.', { optional: true }),
    answer: ({ cancelRequestedAt: requestedAt, cancelDecidedAt: decidedAt }) =>
      requestedAt === null ? null : { requestedAt, decidedAt },
  },
  dispatch: {
    is: part(dispatch, 'How it is sent to its provider; null for members.', { optional: true }),
    answer: (row, { caller }) => (caller.kind === 'operator' ? row : null),
  },
});

/**
 * The payout's final status is more reliable than the recorded sending state, because a notice may arrive before the
 * provider's answer.
 */
const sendingBy: Readonly<Partial<Record<PayoutStatus, Sending>>> = {
  completed: 'accepted',
  returned: 'accepted',
  failed: 'not_executed',
};

export const dispatchAnswers = answering(dispatch, {
  sending: {
    is: oneOf(sendings, { says: 'State of the order.' }),
    answer: ({ status, sending }: Payout): Sending =>
      sending === 'unsent' ? sending : (sendingBy[status] ?? sending),
  },
  intents: {
    is: parts('intent', 'Attempts, oldest first; without those of archived days.', { most: attemptsMax }),
    answer: ({ accountId, id }: Payout, { load }) =>
      load.children(['intent', 'operationId'], { accountId, id }, attemptsMax),
  },
});
