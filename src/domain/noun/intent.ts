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

/** All but not_sent and put_off may have left: at most one an operation (supplement §7). */
const state = words(
  {
    open: 'It may still leave.',
    accepted: 'The provider took it.',
    refused: 'The provider proved that it is not executed.',
    not_sent: 'It provably never left.',
    put_off: 'It came too late for its window: it was not acted on, and its number goes to the next.',
    uncertain: 'It may have left, and nobody knows.',
  },
  { name: 'IntentState', says: 'What became of one attempt to send.' },
);
export type IntentState = (typeof state.values)[number];

export const intent = declare('intent', {
  called: ['intent', 'intents'],
  says: 'One attempt to send: committed before anything leaves.',
  fields: {
    accountId: ref('account', 'The account whose operation it sends.', { fixed: true, shows: nowhere }),
    kind: kindOfOperation('The kind of what it sends.', { fixed: true, shows: nowhere }),
    operationId: refBy('kind', 'What it sends.', { fixed: true, shows: nowhere }),
    number: whole('1 to 5: only what provably never left is attempted again.', {
      fixed: true,
      shows: inConsole,
    }),
    reference: text('Our name for it at the provider.', { fixed: true, shows: nowhere }),
    state: oneOf(state, { says: 'What became of it.', shows: inConsole }),
    sendBy: time('Machine time after which neither side acts on it.', { fixed: true, shows: inConsole }),
    detail: text('What the provider said, in short.', { optional: true, shows: inConsole }),
    createdAt: time('When it was committed.', { fixed: true, shows: inConsole }),
    decidedAt: time('When its outcome was known.', { optional: true, shows: inConsole }),
  },
});

export type Intent = RowOf<typeof intent>;
