import { declare, nowhere, oneOf, ref, text, time, whole, words, type RowOf } from './declare.js';

const status = words(
  {
    queued: 'To be sent.',
    sent: 'Taken by the mail server.',
    dropped: 'Not sent: nobody is there any more to read it, it came too late, or it was refused for good.',
  },
  { says: 'How far it has come.' },
);

const language = words(
  { en: 'English.', es: 'Spanish.', pt: 'Portuguese.' },
  { says: 'In which it is written.' },
);
export const languages = language.values;

/** A mail on its way. It goes to the address that the member's row holds when it is sent, and to no other. */
export const mail = declare('mail', {
  called: ['mail', 'mails'],
  says: 'A mail to a person.',
  fields: {
    accountId: ref('account', 'The account of which it tells, where it is one.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    memberId: ref('member', 'To whom it goes, of that account.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    emailHash: text('To whom it goes, whatever the account: keyed hash of the address.', {
      optional: true,
      fixed: true,
      shows: nowhere,
    }),
    kind: text('Of what it tells.', { fixed: true, shows: nowhere }),
    language: oneOf(language, { fixed: true, shows: nowhere }),
    facts: text('Facts that its text names, as JSON; kept no longer than until it is sent.', {
      optional: true,
      sealed: true,
      shows: nowhere,
    }),
    status: oneOf(status, { shows: nowhere }),
    attempts: whole('How often it was tried.', { shows: nowhere }),
    detail: text('Why it is not sent, in our words.', { optional: true, shows: nowhere }),
    expiresAt: time('When it is not worth sending any more.', { fixed: true, shows: nowhere }),
    nextStepAt: time('When it is to be tried.', { optional: true, shows: nowhere }),
    createdAt: time('When it was written.', { fixed: true, shows: nowhere }),
    endedAt: time('When it was sent or dropped.', { optional: true, shows: nowhere }),
  },
});

export type Mail = RowOf<typeof mail>;
export type Language = Mail['language'];
