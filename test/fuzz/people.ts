import { beginSession } from '../../src/domain/member.js';
import { addInvitation } from '../../src/usecases/member.js';
import { emailHashOf } from '../../src/usecases/sign-in.js';
import { operator, withHand } from '../setup/hand.js';
import type { RunningService } from '../setup/running.js';

/** The owner of the account, signed in without a mail, and a member to be changed. */
export function openPeople({
  accountId,
  ...service
}: Pick<RunningService, 'env' | 'accountId'>): Promise<{ session: string; memberId: string }> {
  return withHand(service, (ports) =>
    ports.store.transaction(async (tx) => {
      const { token: session, fingerprint } = ports.vault.newPersonToken();
      const emailHash = emailHashOf(ports.vault, 'owner@example.com');
      await tx.record([beginSession(await tx.moment(), { emailHash, fingerprint })]);
      const ask = { accountId, address: 'changed@example.com', role: 'viewer', language: 'en' } as const;
      const { row } = await addInvitation(ports, tx, { ask, by: operator });
      return { session, memberId: row.id };
    }),
  );
}
