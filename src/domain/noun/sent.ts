import { nowhere, oneOf, text, time, whole, words } from './declare.js';

/** Each noun that is sent to a provider says it of itself, under a name of its own. */
export const riskStatusOf = (name: string) =>
  words(
    {
      allowed: 'Not held.',
      in_review: 'Held: somebody has to decide.',
      approved: 'Let go.',
      rejected: 'Refused.',
    },
    { name, says: 'What risk rules and the platform said of it.' },
  );

const sending = words(
  { unsent: 'Not sent.', open: 'May be leaving.', accepted: 'Accepted.', uncertain: 'Of unknown end.' },
  { says: 'How far its sending has come.' },
);

const unseen = { shows: nowhere } as const;
const unseenOptional = { optional: true, ...unseen } as const;

/** How it is sent, which the service alone needs to know. */
export const sent = {
  reference: text('Our name for it at the provider.', { fixed: true, ...unseen }),
  provider: text('The provider that sends it.', { fixed: true, ...unseenOptional }),
  sending: oneOf(sending, unseen),
  attempts: whole('How often it was tried to be sent.', unseen),
  lookUps: whole('How often the provider was asked about it.', unseen),
  sendBy: time('Machine time until which it may still leave.', unseenOptional),
  nextStepAt: time('When something is due of it.', unseenOptional),
} as const;
