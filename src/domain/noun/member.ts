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

const role = words(
  {
    owner: 'Reads and writes, and manages all members.',
    admin: 'Reads and writes, and manages the members that are no owners.',
    developer: 'Reads and writes.',
    viewer: 'Reads.',
  },
  { name: 'MemberRole', says: 'What the member may do.' },
);

const status = words(
  {
    invited: 'Invited, and has not signed in yet.',
    active: 'May act for the account.',
    disabled: 'May not; every request is refused.',
  },
  { name: 'MemberStatus', says: 'Whether the member may act.' },
);

/** Supplement §2. An invitation is the row of the member that it makes: there is no token. */
export const member = declare('member', {
  called: ['member', 'members'],
  says: 'A person who acts for an account, or is invited to.',
  listedBy: 'account',
  /** An invitation that has ended is not open, and stands in no list. */
  listedUntil: 'invitationExpiresAt',
  fields: {
    accountId: ref('account', 'The account for which the person acts.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    email: text(
      "The person's address, in lower case and its domain in A-labels. Empty if the service cannot decrypt it.",
      {
        fixed: true,
        sealed: true,
        example: 'ana@example.com',
      },
    ),
    emailHash: text('Keyed hash of the address: finds the person.', { fixed: true, shows: nowhere }),
    role: oneOf(role, { example: 'admin' }),
    status: oneOf(status, { example: 'active' }),
    invitedAt: time('When the person was last invited.'),
    invitationExpiresAt: time('When the invitation ends; absent once the person has signed in.', {
      optional: true,
    }),
    lastSignedInAt: time('When the person last signed in.', { optional: true, example: exampleTime }),
    activeSince: time(
      'Since when the membership is active without a break: older sessions have no part in it.',
      {
        optional: true,
        shows: nowhere,
      },
    ),
    createdAt: time('When the person was first invited.', { fixed: true }),
    updatedAt: time('When it last changed.'),
  },
  filters: {
    status: { says: 'With this status.', many: true },
    role: { says: 'With this role.', many: true },
  },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId', 'role'] }, { by: ['accountId'] }],
});

export type Member = RowOf<typeof member>;
