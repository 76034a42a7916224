import {
  declare,
  inConsole,
  kindOfOperation,
  nowhere,
  oneOf,
  ref,
  refBy,
  text,
  time,
  whole,
  words,
  type RowOf,
} from './declare.js';

/**
 * In every state but not_sent and put_off the operation may have left: at most one such intent per operation
 * (supplement §7).
 */
const state = words(
  {
    open: 'It may still be sent.',
    accepted: 'The provider accepted it.',
    refused: 'The provider proved that it was not executed.',
    not_sent: 'It was certainly not sent.',
    put_off: 'It was too late and was not executed; the next attempt reuses its number.',
    uncertain: 'It may have been sent; the outcome is unknown.',
  },
  { name: 'IntentState', says: 'Outcome of one attempt to send.' },
);
export type IntentState = (typeof state.values)[number];

export const intent = declare('intent', {
  called: ['intent', 'intents'],
  says: 'One attempt to send, committed before it is sent.',
  fields: {
    accountId: ref('account', 'Account whose operation is sent.', { fixed: true, shows: nowhere }),
    kind: kindOfOperation('Kind of operation.', { fixed: true, shows: nowhere }),
    operationId: refBy('kind', 'Operation that is sent.', { fixed: true, shows: nowhere }),
    number: whole('Attempt, 1 to 5. Only an attempt that was certainly not sent is repeated.', {
      fixed: true,
      shows: inConsole,
    }),
    reference: text('Our reference at the provider.', { fixed: true, shows: nowhere }),
    state: oneOf(state, { says: 'Outcome of the attempt.', shows: inConsole }),
    sendBy: time('Machine time after which neither side executes it.', { fixed: true, shows: inConsole }),
    detail: text("The provider's answer, in short.", { optional: true, shows: inConsole }),
    createdAt: time('Time of the commit.', { fixed: true, shows: inConsole }),
    decidedAt: time('Time when the outcome was known.', { optional: true, shows: inConsole }),
  },
});

export type Intent = RowOf<typeof intent>;
