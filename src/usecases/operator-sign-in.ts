import { added, changed, decide, joined, type Moment } from '../domain/decision.js';
import type { RegisteredOperator } from '../domain/operator.js';
import { beginOperatorSession, endOperatorSession, isOpen } from '../domain/operator-session.js';
import { refuse } from '../domain/refusal.js';
import type { IssuedPerson, Issuer } from '../ports/issuer.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited } from './audit.js';
import { operatorEmailHash } from './operator.js';
import { bindingOf, keepChallenge } from './passkey.js';

type Needs = Pick<Ports, 'store' | 'vault' | 'issuer' | 'clock'>;

const tokenLength = 40;
const stateLength = 43;

export function issuerOf({ issuer }: Pick<Ports, 'issuer'>): Issuer {
  return issuer ?? refuse('not_found', 'Operators of this service sign in with tokens.');
}

/** Values that the issuer repeats or checks. Only the browser holds `token`, so an answer works in no other browser. */
function secretsOf(vault: Ports['vault'], state: string, token: string) {
  const of = (what: string): string => vault.keyedHash(`oidc ${what}\n${state}\n${token}`);
  return { state, nonce: of('nonce'), verifier: of('verifier') };
}

/** Begins a sign-in at the issuer: the browser keeps the token and goes to the address. */
export async function beginIssuerSignIn(
  ports: Needs,
  { client, ...ask }: { readonly client: string; readonly redirectUri: string; readonly isFresh: boolean },
): Promise<{ readonly token: string; readonly url: string }> {
  const issuer = issuerOf(ports);
  const { vault } = ports;
  const [token, state] = [vault.randomText(tokenLength), vault.randomText(stateLength)];
  await ports.store.transaction((tx) =>
    keepChallenge(tx, vault, { challenge: state, purpose: 'operator', to: token, asker: client }),
  );
  return { token, url: await issuer.signInUrl({ ...secretsOf(vault, state, token), ...ask }) };
}

const notAccepted = (): never =>
  refuse('invalid_api_key', 'The sign-in was not accepted or has expired; start again.');

/** The address to which the issuer has sent the browser, and the token that the browser kept. */
interface IssuerAnswer {
  readonly token: string;
  readonly state: string;
  readonly address: string;
  /** Token of the session that is confirmed, if the sign-in confirms one. */
  readonly confirms?: string | undefined;
}

/** Opens a session for the person that the issuer authenticated. Each answer works once. */
export async function finishIssuerSignIn(
  ports: Needs,
  { token, state, address, confirms }: IssuerAnswer,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const issuer = issuerOf(ports);
  const { vault } = ports;
  const taken = {
    challengeHash: vault.fingerprint(state),
    bindingHash: bindingOf(vault, { purpose: 'operator', to: token }),
  };
  if (!(await ports.store.transaction((tx) => tx.signIns.takeChallenge(taken)))) return notAccepted();
  const person = await issuer.personOf({ ...secretsOf(vault, state, token), address });
  if (person === undefined) return notAccepted();
  const subjectHash = subjectHashOf(vault, issuer, person.subject);
  const opened = await ports.store.transaction((tx) => openFor(ports, tx, { person, subjectHash, confirms }));
  return (
    opened ??
    refuse('insufficient_role', 'You have no role here. Ask the administrator of your groups at the issuer.')
  );
}

const subjectHashOf = (vault: Ports['vault'], { url }: Issuer, subject: string): string =>
  vault.keyedHash(`operator\n${url}\n${subject}`);
const issuerSessionHashOf = (vault: Ports['vault'], { url }: Issuer, session: string): string =>
  vault.keyedHash(`operator session\n${url}\n${session}`);

interface SignedInPerson extends Pick<IssuerAnswer, 'confirms'> {
  readonly person: IssuedPerson;
  readonly subjectHash: string;
}

/** Undefined for a person without a role, whose open sessions end. */
async function openFor(ports: Needs, tx: Tx, { person, subjectHash, confirms }: SignedInPerson) {
  const { vault } = ports;
  tx.lockNames([`operator:${subjectHash}`]);
  const [known] = await tx.lockFound('operator', { subjectHash });
  const moment = await tx.moment();
  if (person.role === undefined) {
    if (known) await endSessionsOf(tx, { operatorId: known.id });
    return undefined;
  }
  if (known && known.revokedAt !== null)
    refuse('insufficient_role', 'You were revoked as an operator; ask an administrator.');
  if (confirms !== undefined) await checkConfirms(tx, vault.fingerprint(confirms), known?.id);
  const { name, role } = person;
  const emailHash = operatorEmailHash(vault, person.email);
  const next = known
    ? { ...known, name, role, emailHash }
    : newOperator(ports, moment, { name, role, subjectHash, emailHash });
  const { token, fingerprint } = vault.newOperatorToken();
  const { session, ...begun } = beginOperatorSession(moment, {
    operatorId: next.id,
    fingerprint,
    issuerSessionHash:
      person.issuerSession === undefined
        ? null
        : issuerSessionHashOf(vault, issuerOf(ports), person.issuerSession),
    provenAt: provenAtOf(ports, person),
  });
  const entry = audited(
    moment,
    { id: next.id, name: next.name, reason: 'signed in over OpenID Connect' },
    {
      action: 'operator.sign_in',
      accountId: null,
      subjectId: next.id,
      before: known ? { role: known.role } : null,
      after: { role: next.role },
    },
  );
  const change = decide({ changes: [known ? changed('operator', next) : added('operator', next)] });
  await tx.record([joined([change, begun, entry])]);
  return { token, expiresAt: session.expiresAt };
}

/** Refuses a confirmation by another person than the operator of the session. */
async function checkConfirms(tx: Tx, fingerprint: string, operatorId: string | undefined): Promise<void> {
  const [session] = await tx.find('operatorSession', { fingerprint });
  if (session === undefined || session.operatorId !== operatorId)
    refuse('invalid_request', 'Another person signed in. Sign in as the operator of this session.');
}

/** How far the issuer's clock may be ahead of ours. */
const aheadMs = 30_000;

/** Limits a proof to the present if the issuer's clock is ahead. A time far ahead is no proof. */
function provenAtOf({ clock }: Needs, { provenAt }: IssuedPerson): Date | null {
  const now = clock.machineNow();
  const ms = provenAt?.getTime() ?? Number.NaN;
  if (!(ms <= now.getTime() + aheadMs)) return null;
  return new Date(Math.min(ms, now.getTime()));
}

function newOperator(
  { vault }: Needs,
  { newId, now }: Moment,
  fields: Pick<RegisteredOperator, 'name' | 'role' | 'subjectHash' | 'emailHash'>,
): RegisteredOperator {
  return {
    ...fields,
    id: newId('operator', now),
    // Fingerprint of a token that does not exist: the person acts only in sessions.
    fingerprint: vault.newOperatorToken().fingerprint,
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    version: 1,
  };
}

type Sessions =
  | { readonly operatorId: string; readonly issuerSessionHash?: null }
  | { readonly issuerSessionHash: string }
  | { readonly fingerprint: string };

async function endSessionsOf(tx: Tx, where: Sessions): Promise<void> {
  const rows = await tx.lockFound('operatorSession', { ...where, endedAt: null });
  const moment = await tx.moment();
  await tx.record(
    rows.filter((each) => isOpen(each, moment.now)).map((each) => endOperatorSession(moment, each)),
  );
}

/** Ends the session with that token, if there is one. */
export const endIssuerSession = (
  { store, vault }: Pick<Ports, 'store' | 'vault'>,
  token: string,
): Promise<void> => store.transaction((tx) => endSessionsOf(tx, { fingerprint: vault.fingerprint(token) }));

/** Back-channel logout: ends one session of the issuer, or all of a person. False if the token is invalid. */
export async function logOutByIssuer(ports: Needs, logoutToken: string): Promise<boolean> {
  const issuer = issuerOf(ports);
  const logout = await issuer.logoutOf(logoutToken);
  if (logout === undefined) return false;
  const { vault } = ports;
  await ports.store.transaction(async (tx) => {
    const { subject = '', issuerSession } = logout;
    if (issuerSession !== undefined)
      await endSessionsOf(tx, { issuerSessionHash: issuerSessionHashOf(vault, issuer, issuerSession) });
    const subjectHash = subjectHashOf(vault, issuer, subject);
    const [operator] = await tx.find('operator', { subjectHash }, 1);
    // Sessions for which the issuer named none of its own go with any of the person.
    const these = issuerSession === undefined ? {} : { issuerSessionHash: null };
    return operator && endSessionsOf(tx, { operatorId: operator.id, ...these });
  });
  return true;
}
