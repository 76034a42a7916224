import type { Member } from './noun/member.js';
import type { Session } from './noun/session.js';
import { refuse } from './refusal.js';

/** Supplement §11.14: for how long a proof by passkey or code permits dangerous acts, in machine time. */
export const proofMs = 300_000;

/** A session that acts for a member. */
export interface ActingSession {
  readonly session: Pick<Session, 'stepUp' | 'confirmedAt' | 'passkeyAt' | 'passkeyMemberId'>;
  readonly member: Pick<Member, 'id'>;
  /** Whether the member has a passkey for the present public name of the service. */
  readonly hasPasskey: boolean;
  /** Whether the account requires the passkeys of members who have one. */
  readonly isPasskeyRequired: boolean;
}

/** Time of the last valid proof: by passkey if the member has one, otherwise of any kind. */
function provenAt({ session, member, hasPasskey }: ActingSession): Date | null {
  if (!hasPasskey) return session.confirmedAt;
  return session.passkeyMemberId === member.id ? session.passkeyAt : null;
}

/**
 * Whether a dangerous act needs a fresh proof first. A session without step-up needs none unless passkeys are in use, so that
 * programs that sign in by code work as the contract says.
 */
export function lacksProof(acting: ActingSession, now: Date): boolean {
  const { session, hasPasskey, isPasskeyRequired } = acting;
  if (!session.stepUp && !hasPasskey && !isPasskeyRequired) return false;
  const at = provenAt(acting);
  return at === null || now.getTime() - at.getTime() >= proofMs;
}

export function checkProof(acting: ActingSession, now: Date): void {
  if (!lacksProof(acting, now)) return;
  const how = acting.hasPasskey
    ? 'with your passkey (POST /dashboard/passkey-confirmations)'
    : 'with a mailed code (POST /dashboard/confirmations)';
  refuse('confirmation_required', `Confirm ${how}, then repeat the request.`);
}

/**
 * Refuses an operator without a fresh proof. `provenAt`: when the issuer last authenticated the operator; null if unknown,
 * undefined for a token, which needs no proof.
 */
export function checkOperatorProof(
  { provenAt }: { readonly provenAt?: Date | null | undefined },
  now: Date,
): void {
  if (provenAt === undefined) return;
  if (provenAt !== null && now.getTime() - provenAt.getTime() < proofMs) return;
  refuse('confirmation_required', 'Sign in at the issuer again, then repeat the action.');
}
