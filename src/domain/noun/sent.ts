import { nowhere, oneOf, text, time, whole, words } from './declare.js';

/** Each noun sent to a provider has this status under its own enum name. */
export const riskStatusOf = (name: string) =>
  words(
    {
      allowed: 'Not held.',
      in_review: 'Held for a decision.',
      approved: 'Released.',
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

/** Internal fields for sending. */
export const sent = {
  reference: text('Our reference at the provider.', { fixed: true, ...unseen }),
  provider: text('Provider that sends it.', { fixed: true, ...unseenOptional }),
  sending: oneOf(sending, unseen),
  attempts: whole('Attempts to send so far.', unseen),
  lookUps: whole('Look-ups so far.', unseen),
  sendBy: time('Machine time until which it may still be sent.', unseenOptional),
  nextStepAt: time('Time of the next step.', unseenOptional),
} as const;
