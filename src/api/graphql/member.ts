import { flag } from '../../domain/noun/declare.js';
import { isManager } from '../../domain/member.js';
import { writerOf } from './caller.js';
import { answering } from './type.js';

/** At most ten are in use; removed ones stay for a while. */
const newest = 50;

export const memberAnswers = answering('member', {
  hasPasskey: {
    is: flag('Whether the member has a passkey; null unless you manage members.', { optional: true }),
    answer: async ({ accountId, id }, { load, caller }) => {
      const acting = writerOf(caller, accountId);
      if (caller.kind !== 'operator' && !(acting && isManager(acting))) return null;
      const passkeys = await load.children(['passkey', 'memberId'], { accountId, id }, newest);
      return passkeys.some(({ removedAt }) => removedAt === null);
    },
  },
});
