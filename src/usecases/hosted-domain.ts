import {
  beginLookUp,
  claimDomain,
  giveUpLookUp,
  isLive,
  noteLookUp,
  pendingMost,
  recordName,
  releaseDomain as decideRelease,
  removeDomain,
  type HostedDomain,
  type LookUpResult,
  type CertificateResult,
} from '../domain/hosted-domain.js';
import { hostnameFault } from '../domain/hostname.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { audited, auditedFor, type Operator } from './audit.js';
import { startTries, type TakenJobs } from './job.js';
import type { CreateResult } from './made.js';
import { once } from './once.js';
import { absent, lockOwn } from './own.js';
import { checkSeen } from './seen.js';

/** Claims a hostname. From now on its DNS record is looked up (contract §4.9). */
export async function claimHostedDomain(
  ports: Pick<Ports, 'store' | 'vault' | 'hostedHosts' | 'wake'>,
  {
    accountId,
    hostname: asciiName,
    by,
  }: { readonly accountId: string; readonly hostname: string; readonly by?: Operator | undefined },
  use?: KeyUse,
): Promise<CreateResult<HostedDomain>> {
  // ASCII only: `toLowerCase` folds some other characters into ASCII letters.
  const hostname = asciiName.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const param = 'hostname';
  const fault = hostnameFault(hostname, ports.hostedHosts);
  if (fault !== undefined) refuse('invalid_parameter', `${param}: ${fault}.`, { param });
  const made = await once(ports, { noun: 'hostedDomain', use, by }, async (tx) => {
    tx.lockNames([`hosted domain:${hostname}`, `hosted domains:${accountId}`]);
    const claims = await tx.find('hostedDomain', { hostname, removedAt: null });
    if (claims.some(isLive)) {
      refuse('hostname_taken', `${param}: is already claimed; send another name.`, { param });
    }
    await checkPending(tx, accountId);
    const verificationToken = `psp-verification-${ports.vault.randomText(32)}`;
    const { domain, ...decision } = claimDomain(await tx.moment(), {
      accountId,
      hostname,
      verificationToken,
    });
    return { row: domain, decision };
  });
  ports.wake('hostedDomain');
  return made;
}

async function checkPending(tx: Tx, accountId: string): Promise<void> {
  const pending = await tx.find('hostedDomain', {
    accountId,
    verificationStatus: 'pending',
    removedAt: null,
  });
  if (pending.length < pendingMost) return;
  refuse(
    'limit_exceeded',
    `hostname: only ${pendingMost} claims can be pending; verify or remove one first.`,
    { param: 'hostname' },
  );
}

/** Stops serving pages under the hostname at once. */
export function removeHostedDomain(
  { store }: Pick<Ports, 'store'>,
  ask: { readonly accountId: string; readonly id: string; readonly by?: Operator | undefined },
): Promise<void> {
  return store.transaction(async (tx) => {
    const domain = await lockOwn(tx, 'hostedDomain', ask);
    if (domain.removedAt !== null) absent('hostedDomain');
    const moment = await tx.moment();
    const entries = auditedFor(moment, ask.by, { noun: 'hostedDomain', verb: 'remove', row: domain });
    await tx.record([removeDomain(moment, domain), ...entries]);
  });
}

/** An operator releases a hostname: it no longer serves the account, and anyone may claim it. */
export function releaseHostedDomain(
  { store }: Pick<Ports, 'store'>,
  operator: Operator,
  id: string,
): Promise<HostedDomain> {
  return store.transaction(async (tx) => {
    const [domain] = await tx.lock('hostedDomain', [id]);
    if (!domain) return absent('hostedDomain');
    const state = ({ verificationStatus }: HostedDomain) => ({ verificationStatus });
    checkSeen(operator, { subjectId: id, state: state(domain), changedAt: domain.updatedAt });
    if (!isLive(domain)) refuse('invalid_request', 'The claim has ended; the name is free.');
    const moment = await tx.moment();
    const { domain: next, ...decision } = decideRelease(moment, domain);
    const entry = audited(moment, operator, {
      action: 'domain.release',
      accountId: next.accountId,
      subjectId: id,
      before: state(domain),
      after: state(next),
    });
    await tx.record([decision, entry]);
    return next;
  });
}

/** The result of one look-up. */
interface Finding {
  readonly looked: LookUpResult;
  readonly proven?: CertificateResult;
}

/** Takes the names that are due for a look-up. */
export function takeDomains(
  { store }: Pick<Ports, 'store'>,
  limit: number,
  except: readonly string[],
): Promise<TakenJobs<HostedDomain>> {
  return store.transaction(async (tx) => {
    const due = await tx.lockDue('hostedDomain', limit, { except });
    const { taken, givenUp } = await startTries(tx, 'hostedDomain', due);
    const moment = await tx.moment();
    const begun = taken.map((domain) => beginLookUp(moment, domain));
    await tx.record([...begun, ...givenUp.map((domain) => giveUpLookUp(moment, domain))]);
    return { taken: begun.map(({ domain }) => ({ ...domain, version: domain.version + 1 })), givenUp };
  });
}

/** Looks up the DNS record, and the certificate of a verified hostname. Runs outside any transaction. */
export async function lookUpDomain(
  { records, fetcher }: Pick<Ports, 'records' | 'fetcher'>,
  domain: HostedDomain,
): Promise<Finding> {
  const { hostname, verificationStatus } = domain;
  const proving: Promise<CertificateResult> =
    verificationStatus === 'verified' ? fetcher.certificateOf(hostname) : Promise.resolve('unknown');
  const [looked, proven] = await Promise.all([lookUpRecord(records, domain), proving]);
  return { looked, proven };
}

async function lookUpRecord(
  records: Ports['records'],
  { hostname, verificationToken }: HostedDomain,
): Promise<LookUpResult> {
  const found = await records.texts(recordName(hostname));
  if (found === undefined) return 'unknown';
  // Any of several records may match: other services publish theirs too.
  return found.some((each) => each.trim() === verificationToken) ? 'found' : 'absent';
}

/** Records the result of a look-up, unless the row has changed since the look-up started. */
export async function recordLookUp(
  { store, log }: Pick<Ports, 'store' | 'log'>,
  taken: HostedDomain,
  found: Finding,
): Promise<void> {
  const missed = await store.transaction(async (tx) => {
    const [domain] = await tx.lock('hostedDomain', [taken.id]);
    await tx.tries.end('hostedDomain', [taken.id]);
    if (domain?.version !== taken.version) return undefined;
    const { domain: next, ...decision } = noteLookUp(await tx.moment(), domain, found);
    await tx.record([decision]);
    return next.missingSince !== null && domain.missingSince === null ? next : undefined;
  });
  if (!missed) return;
  const { id, accountId, hostname } = missed;
  log.warn({ domain_id: id, account_id: accountId, hostname }, 'DNS record of a verified domain is missing');
}
