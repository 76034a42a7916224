import type { Command } from 'commander';
import { showMember } from '../api/act/member.js';
import type { Member } from '../domain/member.js';
import type { Ports } from '../ports/ports.js';
import { groupOf } from './define.js';
import { lists } from './list.js';

/** `member list`. */
export function memberCommands(psp: Command): void {
  const command = groupOf(psp, 'member')
    .command('list')
    .description('Members and open invitations, newest first');
  lists(command, 'member list', {
    noun: 'member',
    none: 'There are no members.',
    columns: {
      MEMBER: 'id',
      ACCOUNT: 'accountId',
      ROLE: 'role',
      STATUS: 'status',
      LANGUAGE: ({ language }) => language ?? '',
      'SIGNED IN': ({ lastSignedInAt }) => lastSignedInAt?.toISOString() ?? 'never',
      MAIL: ({ mailRefusedAt }) =>
        mailRefusedAt === null ? 'ok' : `refused since ${mailRefusedAt.toISOString()}`,
      EMAIL: emailOf,
    },
    show: (row, ports) => ({ ...showMember(row), email: emailOf(row, ports) }),
  });
}

const emailOf = ({ id, email }: Member, { vault }: Pick<Ports, 'vault'>): string =>
  vault.decrypt(email, { noun: 'member', field: 'email', id }) ?? '';
