import { nowhere, oneOf, text, time, whole, words } from './declare.js';

/** Each noun that is sent to a provider says it of itself, under a name of its own. */
export const riskStatusOf = (name: string) =>
  words(
    {
      allowed: 'Not held.',
      in_review: 'Held for a decision.',
      approved: 'Let go.',
      rejected: 'Refused.',
    },
    { name, says: "Result of the risk rules and the platform's decision." },
  );

const sending = words(
  { unsent: 'Not sent.', open: 'May be on its way.', accepted: 'Accepted.', uncertain: 'Outcome unknown.' },
  { says: 'State of its sending.' },
);

const unseen = { shows: nowhere } as const;
const unseenOptional = { optional: true, ...unseen } as const;

/** How it is sent, which the service alone needs to know. */
export const sent = {
  reference: text('Our reference at the provider.', { fixed: true, ...unseen }),
  provider: text('Provider that sends it.', { fixed: true, ...unseenOptional }),
  sending: oneOf(sending, unseen),
  attempts: whole('Attempts to send so far.', unseen),
  lookUps: whole('Look-ups so far.', unseen),
  sendBy: time('Machine time until which it may still be sent.', unseenOptional),
  nextStepAt: time('Time of the next step.', unseenOptional),
} as const;
