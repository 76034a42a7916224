import { joined } from '../domain/decision.js';
import type { Language } from '../domain/mail.js';
import { provenBy } from '../domain/passkey.js';
import { refuse } from '../domain/refusal.js';
import { rateWindowMs, codeMs, mayAsk } from '../domain/sign-in.js';
import { proofMs } from '../domain/step-up.js';
import type { CredentialAnswer } from '../ports/passkeys.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { mailed } from './mail.js';
import {
  type MemberSession,
  type PasskeyNeeds,
  inSession,
  keepChallenge,
  lockOpenSession,
  passkeysOf,
  provenPasskey,
  siteOf,
  takeChallenge,
} from './passkey.js';
import { codeHashOf, codeLength } from './sign-in.js';

/** End of the time in which dangerous acts are permitted, in machine time. */
export interface Confirmed {
  readonly until: Date;
}

/** The member's passkeys for the present public name of the service. */
async function usablePasskeys({ passkeys }: Pick<Ports, 'passkeys'>, tx: Tx, who: MemberSession) {
  const all = await passkeysOf(tx, who.member);
  return all.filter(({ rpId }) => rpId === passkeys?.rpId);
}

/** A challenge for the passkeys of the session's member. */
export function askToConfirm(ports: PasskeyNeeds, who: MemberSession) {
  const site = siteOf(ports);
  return ports.store.transaction(async (tx) => {
    const { challenge, options } = await site.toSign(await usablePasskeys(ports, tx, who));
    const to = inSession(who);
    await keepChallenge(tx, ports.vault, { challenge, purpose: 'confirm', to, asker: to });
    return options;
  });
}

/** Confirms with a passkey. From then on the session counts as opened with that passkey. */
export async function confirmByPasskey(
  ports: PasskeyNeeds,
  who: MemberSession,
  answer: CredentialAnswer,
): Promise<Confirmed> {
  const challenge = await takeChallenge(ports, answer, { purpose: 'confirm', to: inSession(who) });
  const { id: memberId, accountId } = who.member;
  const confirmed =
    challenge === undefined
      ? undefined
      : await ports.store.transaction(async (tx) => {
          const proven = await provenPasskey(ports, tx, {
            answer,
            challenge,
            where: { accountId, memberId },
          });
          const session = await lockOpenSession(tx, who);
          if (proven === undefined) return undefined;
          const at = ports.clock.machineNow();
          await tx.record([joined([provenBy(session, { at, member: who.member }), proven.used])]);
          return { until: new Date(at.getTime() + proofMs) };
        });
  return (
    confirmed ??
    refuse('invalid_parameter', 'credential: is not an answer to an open request; start again.', {
      param: 'credential',
    })
  );
}

/**
 * Where the codes of a session are kept. It is used as the address and as the client: only the holder of the session
 * can request and guess codes. So five wrong guesses end a code, and a sign-in code confirms nothing.
 */
const codesOf = (vault: Ports['vault'], who: MemberSession): string =>
  vault.keyedHash(`confirm\n${inSession(who)}`);

/** A mailed code must not replace the member's passkey. */
async function checkCodeIsEnough(ports: Pick<Ports, 'passkeys'>, tx: Tx, who: MemberSession): Promise<void> {
  if ((await usablePasskeys(ports, tx, who)).length > 0)
    refuse('passkey_required', 'You have a passkey; confirm with it.');
}

/** Mails a code to the member. Above the limits of sign-in codes no mail is sent, and earlier codes stay valid. */
export async function sendConfirmationCode(
  ports: Pick<Ports, 'store' | 'vault' | 'wake' | 'environment' | 'passkeys'>,
  who: MemberSession,
  { language }: { readonly language?: Language | undefined },
): Promise<void> {
  const { vault } = ports;
  const to = codesOf(vault, who);
  await ports.store.transaction(async (tx) => {
    tx.lockNames([`sign-in:${to}`]);
    await checkCodeIsEnough(ports, tx, who);
    const moment = await tx.moment();
    const { now } = moment;
    const pair = { emailHash: to, clientHash: to };
    const made = await tx.signIns.codesMade(pair, new Date(now.getTime() - rateWindowMs));
    if (!mayAsk(ports.environment, made, now)) return;
    const code = vault.randomDigits(codeLength);
    const expiresAt = new Date(now.getTime() + codeMs);
    tx.signIns.keepCode({ ...pair, codeHash: codeHashOf(vault, to, code), expiresAt }, now);
    const { id: memberId, accountId } = who.member;
    const mail = { kind: 'confirmation_code', facts: { code }, language, expiresAt } as const;
    await tx.record([mailed(vault, moment, { ...mail, accountId, memberId })]);
  });
  ports.wake('mail');
}

/** Confirms with a mailed code. Every attempt counts, right or wrong. */
export async function confirmByCode(
  ports: Pick<Ports, 'store' | 'vault' | 'clock' | 'passkeys'>,
  who: MemberSession,
  code: string,
): Promise<Confirmed> {
  const to = codesOf(ports.vault, who);
  const codeHash = codeHashOf(ports.vault, to, code);
  const confirmed = await ports.store.transaction(async (tx) => {
    await checkCodeIsEnough(ports, tx, who);
    if (!(await tx.signIns.guess({ emailHash: to, clientHash: to, codeHash }))) return undefined;
    const session = await lockOpenSession(tx, who);
    const at = ports.clock.machineNow();
    await tx.record([provenBy(session, { at })]);
    return { until: new Date(at.getTime() + proofMs) };
  });
  return (
    confirmed ??
    refuse('invalid_parameter', 'code: is wrong, used or expired; request a new one.', { param: 'code' })
  );
}
