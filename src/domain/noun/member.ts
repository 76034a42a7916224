import {
  declare,
  exampleTime,
  inConsole,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type RowOf,
} from './declare.js';
import { language } from './mail.js';

const role = words(
  {
    owner: 'Reads and writes, and manages all members.',
    admin: 'Reads and writes, and manages members except owners.',
    developer: 'Reads and writes.',
    viewer: 'Reads.',
  },
  { name: 'MemberRole', says: 'Role of a member.' },
);

const status = words(
  {
    invited: 'Invited, and has not signed in yet.',
    active: 'May act for the account.',
    disabled: 'May not act; every request is refused.',
  },
  { name: 'MemberStatus', says: 'Status of a member.' },
);

/** Supplement §2. An invitation is the row of the invited member; there is no token. */
export const member = declare('member', {
  called: ['member', 'members'],
  says: 'A person who acts for an account, or is invited to.',
  listedBy: 'account',
  /** Expired invitations are not open and are in no list. */
  listedUntil: 'invitationExpiresAt',
  fields: {
    accountId: ref('account', 'Account that the person acts for.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    email: text(
      'E-mail address, in lower case, with the domain in A-labels. Empty if the service cannot decrypt it.',
      {
        fixed: true,
        sealed: true,
        example: 'ana@example.com',
      },
    ),
    emailHash: text('Keyed hash of the address; finds the person.', {
      fixed: true,
      withheld: true,
      shows: nowhere,
    }),
    role: oneOf(role, { example: 'admin' }),
    status: oneOf(status, { example: 'active' }),
    language: oneOf(language, {
      says: 'Language of mails to the member. Absent: not known yet; mails are then in the language of the request, or English.',
      optional: true,
      example: 'es',
    }),
    invitedAt: time('Time of the last invitation.'),
    invitationExpiresAt: time('Time when the invitation expires. Absent once the person has signed in.', {
      optional: true,
    }),
    lastSignedInAt: time('Time of the last sign-in.', { optional: true, example: exampleTime }),
    mailRefusedAt: time(
      'Since when the mail server refuses mails to the address. Absent: the last mail was accepted, or none was sent.',
      { optional: true },
    ),
    activeSince: time(
      'Since when the membership is active without a break. Older sessions do not include it.',
      {
        optional: true,
        shows: nowhere,
      },
    ),
    createdAt: time('Time of the first invitation.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
  },
  filters: {
    status: { says: 'Only with this status.', many: true },
    role: { says: 'Only with this role.', many: true },
  },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId', 'role'] }, { by: ['accountId'] }],
});

export type Member = RowOf<typeof member>;
