import { added, changed, decide, type Decision, type Moment } from './decision.js';
import type { Member } from './noun/member.js';
import type { Passkey } from './noun/passkey.js';
import type { Session } from './noun/session.js';
import { refuse } from './refusal.js';

export type { Passkey };

/** The passkeys of one member. */
export const passkeysMost = 10;
/** How long a browser may take to answer a challenge, and how many challenges one client may leave open. */
export const challengeMs = 300_000;
export const challengesMost = 60;

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt' | 'removedAt' | 'version'>;

export function addPasskey(
  { now }: Moment,
  fields: NewPasskey,
  others: number,
): Decision & { passkey: Passkey } {
  if (others >= passkeysMost)
    refuse('limit_exceeded', `You have ${passkeysMost} passkeys, the maximum; remove one first.`);
  const passkey: Passkey = { ...fields, createdAt: now, lastUsedAt: null, removedAt: null, version: 1 };
  return { ...decide({ changes: [added('passkey', passkey)] }), passkey };
}

/**
 * A counter that does not rise is the sign of a copied authenticator; one that stays 0 counts nothing (WebAuthn level 3,
 * section 6.1.1).
 */
export const isCopied = ({ counter }: Pick<Passkey, 'counter'>, reportedCounter: number): boolean =>
  (BigInt(counter) > 0n || reportedCounter > 0) && BigInt(reportedCounter) <= BigInt(counter);

export function usePasskey({ now }: Moment, passkey: Passkey, reportedCounter: number): Decision {
  const used: Passkey = { ...passkey, counter: String(reportedCounter), lastUsedAt: now };
  return decide({ changes: [changed('passkey', used)] });
}

export function removePasskey({ now }: Moment, passkey: Passkey): Decision {
  return decide({ changes: [changed('passkey', { ...passkey, removedAt: now })] });
}

/** The last proof in a session: by code, or by the passkey of a member. Times of proofs are machine time. */
export const provenBy = (
  session: Session,
  { at, member }: { readonly at: Date; readonly member?: Pick<Member, 'id'> },
): Decision =>
  decide({
    changes: [
      changed('session', {
        ...session,
        confirmedAt: at,
        ...(member && { passkeyMemberId: member.id, passkeyAt: at }),
      }),
    ],
  });

/** How a member of an account may sign in. */
export interface SignInState {
  /** The account wants passkeys of members who have one. */
  readonly isRequired: boolean;
  /** The member has a passkey that works under the present name of the service. */
  readonly hasPasskey: boolean;
}

/** Whether the session has to be opened by the member's passkey before it opens this membership. */
export const lacksPasskey = (
  { passkeyMemberId }: Pick<Session, 'passkeyMemberId'>,
  { id }: Pick<Member, 'id'>,
  { isRequired, hasPasskey }: SignInState,
): boolean => isRequired && hasPasskey && passkeyMemberId !== id;
