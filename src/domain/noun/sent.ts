import { words } from './declare.js';

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

/** The service alone needs to know it. */
export const sending = words(
  { unsent: 'Not sent.', open: 'May be leaving.', accepted: 'Accepted.', uncertain: 'Of unknown end.' },
  { says: 'How far its sending has come.' },
);
