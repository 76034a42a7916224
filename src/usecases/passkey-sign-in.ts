import { joined } from '../domain/decision.js';
import { beginSession, maySignIn, signIn } from '../domain/member.js';
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
          const proven = await provenPasskey(ports, tx, { answer, challenge });
          if (proven === undefined) return undefined;
          const { accountId, memberId } = proven.passkey;
          const [holder] = await tx.lock('member', [memberId], accountId);
          const moment = await tx.moment();
          // The passkey of a disabled member opens nothing.
          if (holder?.status !== 'active') return undefined;
          const { emailHash } = holder;
          const members = (await tx.lockFound('member', { emailHash })).filter((each) =>
            maySignIn(each, moment.now),
          );
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
          const told = await warnedOfDevice(ports, tx, { emailHash, from });
          const signedIn = members.map((each) => signIn(moment, each));
          await tx.record([joined([...signedIn, begun, proven.used, told])]);
          return { token: opening, expiresAt: session.expiresAt };
        });
  if (opened) ports.wake('mail');
  return (
    opened ?? refuse('invalid_api_key', 'The passkey was not accepted; try again, or sign in with a code.')
  );
}
