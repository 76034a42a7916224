import { changed, decide, joined } from '../domain/decision.js';
import type { Language } from '../domain/mail.js';
import { personLanguage } from '../domain/language.js';
import { beginSession, maySignIn, signIn } from '../domain/member.js';
import { rateWindowMs, codeMs, mayAsk } from '../domain/sign-in.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import { mailed } from './mail.js';
import { warnedOfDevice, type SignInFrom } from './session.js';

export const codeLength = 6;

type Vault = Ports['vault'];

/** The hash by which a person is found by e-mail address. */
export const emailHashOf = (vault: Vault, address: string): string => vault.keyedHash(`email\n${address}`);
const clientHashOf = (vault: Vault, client: string): string => vault.keyedHash(`sign-in client\n${client}`);
/** Of a code that was mailed for `to`: the hash of an address, or of a session. */
export const codeHashOf = (vault: Vault, to: string, code: string): string =>
  vault.keyedHash(`sign-in code\n${to}\n${code}`);

/**
 * Creates a code and queues its mail. Known and unknown addresses are treated alike: the mail worker looks the
 * address up when it sends the mail. Beyond a limit nothing is created. Live codes of the address stay live either
 * way.
 */
export async function askForCode(
  ports: Pick<Ports, 'store' | 'vault' | 'wake' | 'environment'>,
  ask: { readonly address: string; readonly client: string; readonly language?: Language | undefined },
): Promise<void> {
  const { vault } = ports;
  const emailHash = emailHashOf(vault, ask.address);
  const clientHash = clientHashOf(vault, ask.client);
  await ports.store.transaction(async (tx) => {
    tx.lockNames([`sign-in:${emailHash}`, `sign-in:${clientHash}`]);
    const moment = await tx.moment();
    const { now } = moment;
    const since = new Date(now.getTime() - rateWindowMs);
    const made = await tx.signIns.codesMade({ emailHash, clientHash }, since);
    if (!mayAsk(ports.environment, made, now)) return;
    const code = vault.randomDigits(codeLength);
    const expiresAt = new Date(now.getTime() + codeMs);
    const codeHash = codeHashOf(vault, emailHash, code);
    tx.signIns.keepCode({ emailHash, clientHash, codeHash, expiresAt }, now);
    const { language } = ask;
    await tx.record([
      mailed(vault, moment, { kind: 'sign_in_code', facts: { code }, language, expiresAt, emailHash }),
    ]);
  });
  ports.wake('mail');
}

interface SignInAsk extends Readonly<Record<'address' | 'code' | 'client', string>> {
  /** Dangerous acts in the session need a proof at most five minutes old. */
  readonly stepUp: boolean;
  readonly from: SignInFrom;
}

/** Starts a session if the code is one of the address's live codes. Every guess counts, right or wrong. */
export async function openSession(
  ports: Pick<Ports, 'store' | 'vault' | 'clock' | 'wake' | 'environment'>,
  { address, code, client, stepUp, from }: SignInAsk,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const emailHash = emailHashOf(ports.vault, address);
  const clientHash = clientHashOf(ports.vault, client);
  const codeHash = codeHashOf(ports.vault, emailHash, code);
  const opened = await ports.store.transaction(async (tx) => {
    if (!(await tx.signIns.guess({ emailHash, clientHash, codeHash }))) return undefined;
    const members = await tx.lockFound('member', { emailHash });
    const moment = await tx.moment();
    const able = members.filter((member) => maySignIn(member, moment.now));
    // The code is used up even so.
    if (able.length === 0) return undefined;
    const { token, fingerprint } = ports.vault.newPersonToken();
    const warning = await warnedOfDevice(ports, tx, { emailHash, from });
    const { session, ...begun } = beginSession(moment, {
      emailHash,
      fingerprint,
      passkeyMemberId: null,
      confirmedAt: ports.clock.machineNow(),
      stepUp,
      ...from.device,
    });
    const spoken = personLanguage(members) ?? from.language;
    await tx.record([joined(able.map((member) => signIn(moment, member, spoken))), begun, warning]);
    return { token, expiresAt: session.expiresAt };
  });
  if (opened) ports.wake('mail');
  return opened ?? refuse('invalid_api_key', 'The code is wrong, used or expired; request a new one.');
}

/** The token is refused from now on, in every process. */
export function endSession(ports: Pick<Ports, 'store'>, sessionId: string): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const [session] = await tx.lock('session', [sessionId]);
    if (!session || session.endedAt !== null) return;
    const { now: endedAt } = await tx.moment();
    await tx.record([decide({ changes: [changed('session', { ...session, endedAt })] })]);
  });
}
