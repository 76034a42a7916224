import { added, changed, decide, joined } from '../domain/decision.js';
import { refuse } from '../domain/refusal.js';
import { defaultTerms } from '../domain/terms.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { lockActive, memberOperator } from './member-operator.js';
import { absent } from './own.js';
import { checkManages } from '../domain/member.js';
import { removeAll, siteOf, type MemberSession } from './passkey.js';

/** How members of an account sign in: `required` closes the account to a code alone for a member who has a passkey. */
export type SignInPolicy = 'optional' | 'required';

export function readSignInPolicy({ store }: Pick<Ports, 'store'>, accountId: string): Promise<SignInPolicy> {
  return store.transaction(async (tx) => {
    const [terms] = await tx.find('accountTerms', { accountId });
    return (terms?.passkeysRequiredAt ?? null) === null ? 'optional' : 'required';
  });
}

/**
 * An owner sets it. An owner must be signed in with a passkey to require passkeys. So at least one owner's passkey
 * works, and that owner can reset the passkeys of others.
 */
export function setSignInPolicy(
  ports: Pick<Ports, 'store' | 'passkeys'>,
  who: MemberSession,
  passkeys: SignInPolicy,
): Promise<SignInPolicy> {
  const { accountId } = who.member;
  return ports.store.transaction(async (tx) => {
    const [account] = await tx.lock('account', [accountId]);
    if (!account) return absent('account');
    const member = await lockActive(tx, accountId, who.member);
    if (member.role !== 'owner') refuse('insufficient_role', 'Only an owner sets how members sign in.');
    if (passkeys === 'required') {
      siteOf(ports);
      const [session] = await tx.find('session', { id: who.session.id });
      if (session?.passkeyMemberId !== member.id)
        refuse('passkey_required', 'Sign in with your own passkey first, then require passkeys.');
    }
    const [known] = await tx.find('accountTerms', { accountId });
    const terms = known ?? defaultTerms(accountId);
    const before: SignInPolicy = terms.passkeysRequiredAt === null ? 'optional' : 'required';
    if (before === passkeys) return passkeys;
    const moment = await tx.moment();
    const next = { ...terms, passkeysRequiredAt: passkeys === 'required' ? moment.now : null };
    const change = known ? changed('accountTerms', next) : added('accountTerms', next);
    const entry = audited(moment, memberOperator(member), {
      action: 'signInPolicy.set',
      accountId,
      subjectId: accountId,
      before: { passkeys: before },
      after: { passkeys },
    });
    await tx.record([joined([decide({ changes: [change] }), entry])]);
    return passkeys;
  });
}

/** An owner or an admin lets a member who lost their passkeys sign in with a code again. */
export async function resetPasskeys(
  ports: Pick<Ports, 'store' | 'vault' | 'environment' | 'wake'>,
  { accountId, by, id }: { readonly accountId: string; readonly by: string; readonly id: string },
): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const locked = await tx.lock('member', [by, id], accountId);
    const known = locked.find((each) => each.id === id) ?? absent('member');
    const actor = locked.find((each) => each.id === by) ?? absent('member');
    checkManages(actor, { id, roles: [known.role] });
    await removeAll(ports, tx, { member: known, by: memberOperator(actor) });
  });
  ports.wake('mail');
}

/** For operators, when no one in the account can reset the member's passkeys, such as for its only owner. */
export async function resetPasskeysOf(
  ports: Pick<Ports, 'store' | 'vault' | 'environment' | 'wake'>,
  operator: Operator,
  id: string,
) {
  const reset = await ports.store.transaction(async (tx) => {
    const [member] = await tx.lock('member', [id]);
    if (!member) return absent('member');
    await removeAll(ports, tx, { member, by: operator });
    return member;
  });
  ports.wake('mail');
  return reset;
}
