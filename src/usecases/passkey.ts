import { joined, type Decision } from '../domain/decision.js';
import type { PasskeyChange } from '../domain/letter-sign-in.js';
import { plainName } from '../domain/letter.js';
import type { Language } from '../domain/mail.js';
import type { Member, Session } from '../domain/member.js';
import {
  addPasskey as decideAdd,
  challengeMs,
  challengesMost,
  provenBy,
  removePasskey as decideRemoval,
  usePasskey,
  isCopied,
  type Passkey,
} from '../domain/passkey.js';
import { refuse } from '../domain/refusal.js';
import type { CreatedCredential, CredentialAnswer, Passkeys } from '../ports/passkeys.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { lockActive, memberOperator } from './member-operator.js';
import { mailed } from './mail.js';
import { absent } from './own.js';

export type PasskeyNeeds = Pick<Ports, 'store' | 'vault' | 'passkeys' | 'clock'>;

/** A member, by the session in which they act. */
export interface MemberSession {
  readonly member: Pick<Member, 'id' | 'accountId'>;
  readonly session: Pick<Session, 'id'>;
}

export function siteOf({ passkeys }: Pick<Ports, 'passkeys'>): Passkeys {
  return (
    passkeys ?? refuse('passkeys_unavailable', 'Passkeys need a public name; the platform sets PUBLIC_URL.')
  );
}

/** What a challenge is for. An answer to one purpose is none to another. */
type Purpose = 'add' | 'sign in' | 'confirm' | 'operator';

interface Bound {
  readonly purpose: Purpose;
  /** What only the one who got the challenge can send: the token of a browser, or the session. */
  readonly to: string;
}

export const bindingOf = (vault: Ports['vault'], { purpose, to }: Bound): string =>
  vault.keyedHash(`passkey ${purpose}\n${to}`);

/** In a session a challenge is for one member of the person. */
export const inSession = ({ member, session }: MemberSession): string => `${session.id} ${member.id}`;

/** Keeps the challenge until it is answered. Refuses an asker who leaves too many open. */
export async function keepChallenge(
  tx: Tx,
  vault: Ports['vault'],
  { challenge, asker, ...bound }: Bound & { readonly challenge: string; readonly asker: string },
): Promise<void> {
  const isKept = await tx.signIns.keepChallenge(
    {
      challengeHash: vault.fingerprint(challenge),
      bindingHash: bindingOf(vault, bound),
      askerHash: vault.keyedHash(`passkey asker\n${asker}`),
      lastsMs: challengeMs,
    },
    challengesMost,
  );
  if (!isKept)
    refuse('rate_limited', `${challengesMost} passkey requests are open; wait.`, {
      retryAfterSeconds: challengeMs / 1_000,
    });
}

/**
 * Marks the challenge of an answer as used, in its own transaction, so that it stays used if the answer is refused.
 * Returns undefined if the challenge was issued to another browser or session, was used before, or has expired.
 */
export async function takeChallenge(
  ports: PasskeyNeeds,
  answer: { readonly clientData: string },
  bound: Bound,
): Promise<string | undefined> {
  const challenge = siteOf(ports).challengeOf(answer);
  if (challenge === undefined) return undefined;
  const taken = {
    challengeHash: ports.vault.fingerprint(challenge),
    bindingHash: bindingOf(ports.vault, bound),
  };
  return (await ports.store.transaction((tx) => tx.signIns.takeChallenge(taken))) ? challenge : undefined;
}

/** The member's passkeys, the oldest first: those that work under the present name of the service, and the others. */
export const passkeysOf = (tx: Tx, { id, accountId }: MemberSession['member']): Promise<Passkey[]> =>
  tx.find('passkey', { accountId, memberId: id, removedAt: null });

/**
 * Refuses a session that was opened by a code, if the member has a passkey that works: who reads the member's mail must not
 * put another passkey in its place.
 */
async function checkHolds(ports: Pick<Ports, 'passkeys'>, tx: Tx, who: MemberSession): Promise<void> {
  const [session] = await tx.find('session', { id: who.session.id });
  if (session?.passkeyMemberId === who.member.id) return;
  const passkeys = await passkeysOf(tx, who.member);
  if (passkeys.some(({ rpId }) => rpId === ports.passkeys?.rpId))
    refuse('passkey_required', 'Sign in with your passkey before you change your passkeys.');
}

/** A mail about an old change is useless. */
const warningMs = 86_400_000;

/** Mails a member that their passkeys changed. */
async function warnedOfChange(
  { vault, environment }: Pick<Ports, 'vault' | 'environment'>,
  tx: Tx,
  {
    id: memberId,
    accountId,
    change,
    language,
  }: MemberSession['member'] & { readonly change: PasskeyChange; readonly language?: Language | undefined },
): Promise<Decision> {
  const [account] = await tx.find('account', { id: accountId });
  const moment = await tx.moment();
  const { now } = moment;
  return mailed(vault, moment, {
    kind: 'passkeys_changed',
    facts: { change, accountName: plainName(account?.name ?? ''), at: now.toISOString(), environment },
    language,
    expiresAt: new Date(now.getTime() + warningMs),
    accountId,
    memberId,
  });
}

export function listPasskeys({ store }: Pick<Ports, 'store'>, member: MemberSession['member']) {
  return store.transaction((tx) => passkeysOf(tx, member));
}

/** What the browser of a member needs to make a passkey. */
export function askToAdd(ports: PasskeyNeeds, who: MemberSession) {
  const site = siteOf(ports);
  const { vault } = ports;
  return ports.store.transaction(async (tx) => {
    const { member } = who;
    await checkHolds(ports, tx, who);
    const [row] = await tx.find('member', { id: member.id, accountId: member.accountId });
    const [account] = await tx.find('account', { id: member.accountId });
    const email = row && vault.decrypt(row.email, { noun: 'member', field: 'email', id: row.id });
    const name = email ?? member.id;
    const { challenge, options } = await site.toCreate({
      memberId: member.id,
      name,
      displayName: `${name} · ${plainName(account?.name ?? '')}`,
      known: await passkeysOf(tx, member),
    });
    const to = inSession(who);
    await keepChallenge(tx, vault, { challenge, purpose: 'add', to, asker: to });
    return options;
  });
}

const notMade = (): never =>
  refuse('invalid_parameter', 'credential: is not an answer to an open request; start again.', {
    param: 'credential',
  });

/** The session, locked. Another process may have ended it since the request was authenticated. */
export async function lockOpenSession(tx: Tx, who: MemberSession): Promise<Session> {
  const [session] = await tx.lock('session', [who.session.id]);
  return session?.endedAt === null
    ? session
    : refuse('invalid_api_key', 'The session has ended; sign in again.');
}

/** Adds the passkey that the browser made. The session counts as opened by it: the person has just proven that they hold it. */
export async function addPasskey(
  ports: PasskeyNeeds & Pick<Ports, 'environment' | 'wake'>,
  who: MemberSession,
  {
    name,
    credential,
    language,
  }: {
    readonly name: string;
    readonly credential: CreatedCredential;
    readonly language?: Language | undefined;
  },
): Promise<Passkey> {
  const site = siteOf(ports);
  const { vault } = ports;
  const challenge = await takeChallenge(ports, credential, { purpose: 'add', to: inSession(who) });
  const made = challenge === undefined ? undefined : await site.created(credential, challenge);
  if (made === undefined) return notMade();
  const { id: memberId, accountId } = who.member;
  const passkey = await ports.store.transaction(async (tx) => {
    tx.lockNames([`passkey:${made.credentialId}`]);
    const member = await lockActive(tx, accountId, who.member);
    await checkHolds(ports, tx, who);
    const session = await lockOpenSession(tx, who);
    const [taken] = await tx.find('passkey', { credentialId: made.credentialId }, 1);
    if (taken !== undefined) return notMade();
    const moment = await tx.moment();
    const id = moment.newId('passkey', moment.now);
    const { passkey: row, ...added } = decideAdd(
      moment,
      {
        ...made,
        id,
        accountId,
        memberId,
        name: vault.encrypt(name, { noun: 'passkey', field: 'name', id }),
        transports: credential.transports,
        rpId: site.rpId,
      },
      (await passkeysOf(tx, member)).length,
    );
    const proof = provenBy(session, { at: ports.clock.machineNow(), member });
    const entry = audited(moment, memberOperator(member), {
      action: 'passkey.add',
      accountId,
      subjectId: memberId,
      before: null,
      after: { passkey: id },
    });
    const mail = await warnedOfChange(ports, tx, { ...who.member, change: 'added', language });
    await tx.record([joined([added, proof, entry, mail])]);
    return row;
  });
  ports.wake('mail');
  return passkey;
}

/** A member removes a passkey of their own; another member's is absent. Their other sessions end: a lost passkey may have opened them. */
export async function removePasskey(
  ports: Pick<Ports, 'store' | 'passkeys' | 'vault' | 'environment' | 'wake'>,
  who: MemberSession,
  { id, language }: { readonly id: string; readonly language?: Language | undefined },
): Promise<void> {
  const { id: memberId, accountId } = who.member;
  await ports.store.transaction(async (tx) => {
    const member = await lockActive(tx, accountId, { id: memberId });
    await checkHolds(ports, tx, who);
    const [passkey] = await tx.lockFound('passkey', { id, accountId, memberId, removedAt: null });
    if (passkey === undefined) return absent('passkey');
    const moment = await tx.moment();
    const entry = audited(moment, memberOperator(member), {
      action: 'passkey.remove',
      accountId,
      subjectId: memberId,
      before: { passkey: id },
      after: null,
    });
    const mail = await warnedOfChange(ports, tx, { ...who.member, change: 'removed', language });
    await tx.record([joined([decideRemoval(moment, passkey), entry, mail])]);
    await tx.signIns.endSessions(member.emailHash, { except: who.session.id });
  });
  ports.wake('mail');
}

/**
 * Removes every passkey of a member who lost them, so that a mailed code is enough again, and ends the member's sessions: one
 * of them may be a thief's. Refused if there is no passkey.
 */
export async function removeAll(
  ports: Pick<Ports, 'vault' | 'environment'>,
  tx: Tx,
  { member, by }: { readonly member: Pick<Member, 'id' | 'accountId' | 'emailHash'>; readonly by: Operator },
): Promise<void> {
  const { id: memberId, accountId, emailHash } = member;
  const passkeys = await tx.lockFound('passkey', { accountId, memberId, removedAt: null });
  if (passkeys.length === 0) return refuse('not_found', 'This member has no passkey.');
  const moment = await tx.moment();
  const entry = audited(moment, by, {
    action: 'member.reset_passkeys',
    accountId,
    subjectId: memberId,
    before: { passkeys: passkeys.length },
    after: { passkeys: 0 },
  });
  // No language of the request: somebody else asked for this.
  const mail = await warnedOfChange(ports, tx, { id: memberId, accountId, change: 'reset' });
  await tx.record([joined([...passkeys.map((each) => decideRemoval(moment, each)), entry, mail])]);
  await tx.signIns.endSessions(emailHash, { except: '' });
}

/** The passkey that signed the challenge, and its use; undefined if none did. `where` bounds whose it may be. */
export async function provenPasskey(
  ports: PasskeyNeeds,
  tx: Tx,
  {
    answer,
    challenge,
    where,
  }: {
    readonly answer: CredentialAnswer;
    readonly challenge: string;
    readonly where?: Pick<Passkey, 'accountId' | 'memberId'>;
  },
) {
  const site = siteOf(ports);
  const found = { ...where, credentialId: answer.id, rpId: site.rpId, removedAt: null };
  const [passkey] = await tx.lockFound('passkey', found);
  const counter = passkey && (await site.signed(answer, challenge, passkey));
  if (passkey === undefined || counter === undefined || isCopied(passkey, counter)) return undefined;
  return { passkey, used: usePasskey(await tx.moment(), passkey, counter) };
}
