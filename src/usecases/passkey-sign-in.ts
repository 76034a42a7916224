import { joined } from '../domain/decision.js';
import { personLanguage } from '../domain/language.js';
import { beginSession, signIn } from '../domain/member.js';
import { refuse } from '../domain/refusal.js';
import type { CredentialAnswer } from '../ports/passkeys.js';
import type { Ports } from '../ports/ports.js';
import { keepChallenge, provenPasskey, siteOf, takeChallenge, type PasskeyNeeds } from './passkey.js';
import { warnedOfDevice, type SignInFrom } from './session.js';

const tokenLength = 40;

/** Issues a challenge for any passkey of this site, with a token that only the same browser can answer with. */
export function askToSignIn(ports: PasskeyNeeds, client: string) {
  const site = siteOf(ports);
  return ports.store.transaction(async (tx) => {
    const { challenge, options } = await site.toSign([]);
    const token = ports.vault.randomText(tokenLength);
    await keepChallenge(tx, ports.vault, { challenge, purpose: 'sign in', to: token, asker: client });
    return { token, options };
  });
}

interface PasskeyAnswer {
  readonly token: string;
  readonly answer: CredentialAnswer;
  readonly from: SignInFrom;
}

/** Starts a session of the person whose passkey signed the challenge. */
export async function signInByPasskey(
  ports: PasskeyNeeds & Pick<Ports, 'wake' | 'environment'>,
  { token, answer, from }: PasskeyAnswer,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const challenge = await takeChallenge(ports, answer, { purpose: 'sign in', to: token });
  const opened =
    challenge === undefined
      ? undefined
      : await ports.store.transaction(async (tx) => {
          // Members are locked before passkeys, as by a removal.
          const [known] = await tx.find('passkey', { credentialId: answer.id }, 1);
          const [owner] = known ? await tx.find('member', { id: known.memberId }) : [];
          if (owner === undefined) return undefined;
          const { id: memberId, emailHash } = owner;
          // An invitation is accepted by the code mailed to its address: the address may belong to someone else by now.
          const members = await tx.lockFound('member', { emailHash, status: 'active' });
          const proven = await provenPasskey(ports, tx, { answer, challenge });
          // The passkey of a disabled member opens nothing.
          if (proven === undefined || !members.some(({ id }) => id === proven.passkey.memberId))
            return undefined;
          const moment = await tx.moment();
          const { token: opening, fingerprint } = ports.vault.newPersonToken();
          const confirmedAt = ports.clock.machineNow();
          const { session, ...begun } = beginSession(moment, {
            emailHash,
            fingerprint,
            passkeyMemberId: memberId,
            confirmedAt,
            passkeyAt: confirmedAt,
            stepUp: true,
            ...from.device,
          });
          const warning = await warnedOfDevice(ports, tx, { emailHash, from });
          const spoken = personLanguage(members) ?? from.language;
          const signedIn = members.map((each) => signIn(moment, each, spoken));
          await tx.record([joined([...signedIn, begun, proven.used, warning])]);
          return { token: opening, expiresAt: session.expiresAt };
        });
  if (opened) ports.wake('mail');
  return (
    opened ?? refuse('invalid_api_key', 'The passkey was not accepted; try again, or sign in with a code.')
  );
}
