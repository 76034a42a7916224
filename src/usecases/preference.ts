import { joined } from '../domain/decision.js';
import type { Language } from '../domain/mail.js';
import { setLanguage, type Member } from '../domain/member.js';
import type { Ports } from '../ports/ports.js';

/** Sets the language of the mails to a person, in all their active memberships. */
export async function changePreferences(
  { store }: Pick<Ports, 'store'>,
  { emailHash }: Pick<Member, 'emailHash'>,
  { language }: { readonly language: Language },
): Promise<void> {
  await store.transaction(async (tx) => {
    const members = await tx.lockFound('member', { emailHash, status: 'active' });
    const moment = await tx.moment();
    await tx.record([joined(members.map((each) => setLanguage(moment, each, language)))]);
  });
}
