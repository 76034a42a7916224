import { beginSession } from '../../src/domain/member.js';
import { addInvitation } from '../../src/usecases/member.js';
import { emailHashOf } from '../../src/usecases/sign-in.js';
import { operator, withHand } from '../setup/hand.js';
import type { RunningService } from '../setup/running.js';

/** People who are invited and have a code. */
const withCodes = 12;

/** The signed-in owner of the account, a member to change, and addresses of people who may sign in. */
export function openPeople({ accountId, ...service }: Pick<RunningService, 'env' | 'accountId'>): Promise<{
  session: string;
  memberId: string;
  addresses: readonly string[];
}> {
  return withHand(service, (ports) =>
    ports.store.transaction(async (tx) => {
      const { token: session, fingerprint } = ports.vault.newPersonToken();
      const emailHash = emailHashOf(ports.vault, 'owner@example.com');
      await tx.record([beginSession(await tx.moment(), { emailHash, fingerprint })]);
      const invite = async (address: string): Promise<string> => {
        const ask = { accountId, address, role: 'viewer', language: 'en' } as const;
        return (await addInvitation(ports, tx, { ask, by: operator })).row.id;
      };
      const memberId = await invite('changed@example.com');
      const addresses = Array.from({ length: withCodes }, (_, nth) => `code-${nth}@example.com`);
      for (const each of addresses) await invite(each);
      return { session, memberId, addresses };
    }),
  );
}
