import { declare, nowhere, oneOf, ref, text, time, whole, words, type RowOf } from './declare.js';

const status = words(
  {
    queued: 'To be sent.',
    sent: 'Accepted by the mail server.',
    dropped: 'Not sent: the recipient is gone, it is too late, or the mail server refused it.',
  },
  { says: 'Status of a mail.' },
);

export const language = words(
  { en: 'English.', es: 'Spanish.', pt: 'Portuguese.' },
  { name: 'Language', says: 'Language of mails to a member.' },
);
export const languages = language.values;

/** A queued mail. It is sent only to the address in the member's row at that time. */
export const mail = declare('mail', {
  called: ['mail', 'mails'],
  says: 'A mail to a person.',
  isInternal: true,
  fields: {
    accountId: ref('account', 'Account concerned, if any.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    memberId: ref('member', 'Recipient, if a member.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    emailHash: text("Keyed hash of the recipient's address.", {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    kind: text('Resource concerned.', { fixed: true, shows: nowhere }),
    language: oneOf(language, {
      says: 'Language of the request, for a recipient whose language is not known.',
      fixed: true,
      shows: nowhere,
    }),
    facts: text('Values of its text, as JSON; deleted once it is sent.', {
      optional: true,
      sealed: true,
      shows: nowhere,
    }),
    status: oneOf(status, { shows: nowhere }),
    attempts: whole('Attempts so far.', { shows: nowhere }),
    detail: text('Why it was not sent.', { optional: true, shows: nowhere }),
    expiresAt: time('Time after which it is not sent.', { fixed: true, shows: nowhere }),
    nextStepAt: time('Time of the next attempt.', { optional: true, shows: nowhere }),
    createdAt: time('Time of creation.', { fixed: true, shows: nowhere }),
    endedAt: time('Time when it was sent or dropped.', { optional: true, shows: nowhere }),
  },
});

export type Mail = RowOf<typeof mail>;
export type Language = Mail['language'];
