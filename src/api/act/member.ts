import { present, isoTime } from '../../domain/event.js';
import type { Member } from '../../domain/member.js';
import { inviteOwner } from '../../usecases/member.js';
import { resetPasskeysOf } from '../../usecases/sign-in-policy.js';
import { act, type Group } from './act.js';
import { email, id, language, spelled, withOption } from './field.js';

const invite = act({
  name: 'inviteOwner',
  words:
    'Invite an owner of an account by mail. Inviting an address that never signed in sends a new invitation. It expires after seven days.',
  role: 'admin',
  dangerous: true,
  takes: {
    accountId: id('The account.'),
    email: withOption(email('E-mail address of the owner.'), { name: 'owner' }),
    language: language('Language of mails to the owner. Default: English.').nullish(),
  },
  answers: 'Member',
  command: {
    path: 'member invite',
    example: '--account acct_01k9zq3v5e8x7m2n4p6r8t0w1y --owner owner@acme.example',
  },
  run: ({ ports, by }, { accountId, email: emailText, language: spoken }) =>
    inviteOwner(ports, by, { accountId, address: spelled(emailText), language: spoken ?? undefined }),
  output: (member) => ({
    json: showMember(member),
    text: `The owner ${member.id} is invited until ${isoTime(member.invitationExpiresAt)}.`,
  }),
});

const reset = act({
  name: 'resetPasskeys',
  words:
    'Delete the passkeys of a member who lost them, so that a mailed code is enough again. Only if no owner or admin of the account can help; verify the identity of the person first.',
  role: 'admin',
  dangerous: true,
  takes: { id: id('The member.') },
  answers: 'Member',
  command: {
    path: 'member reset-passkeys',
    positionals: ['id'],
    hints: { id: 'The member (mem_…), as shown by member list.' },
    example: 'mem_01k9zq3v5e8x7m2n4p6r8t0w1y',
  },
  run: ({ ports, by }, { id: memberId }) => resetPasskeysOf(ports, by, memberId),
  output: (member) => ({
    json: showMember(member),
    text: `The member ${member.id} has no passkey and signs in with a code.`,
  }),
});

export const memberActs: Group = {
  name: 'member',
  words: 'People who act for the accounts',
  acts: [invite, reset],
};

/** Without the e-mail address, which only the list of members shows. */
export function showMember(member: Member) {
  return present({
    member_id: member.id,
    account_id: member.accountId,
    role: member.role,
    status: member.status,
    language: member.language,
    invited_at: isoTime(member.invitedAt),
    invitation_expires_at: isoTime(member.invitationExpiresAt),
    last_signed_in_at: isoTime(member.lastSignedInAt),
  });
}
