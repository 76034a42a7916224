import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { step } from './flow.js';
import { hostedDomain as declaration, hostedDomainFlow, type HostedDomain } from './noun/hosted-domain.js';
import { shownAt } from './noun/show.js';

export type { HostedDomain };

/** Pending claims per account at once. */
export const pendingMost = 10;

const hourMs = 3_600_000;
/** How long the record of a claim is looked up. */
const claimMs = 72 * hourMs;
const dayMs = 24 * hourMs;
/** Intervals between look-ups of a claim: short at first, then longer. */
const pace = { leastMs: 10_000, mostMs: 3 * hourMs };

/** The DNS name at which a claim publishes its record. */
export const recordName = (hostname: string): string => `_psp-verification.${hostname}`;

/** The result of a DNS look-up; `unknown` without a definite answer. */
export type LookUpResult = 'found' | 'absent' | 'unknown';
/** Whether the server at a verified hostname presents a valid certificate; `unknown` if it does not answer. */
export type CertificateResult = 'valid' | 'invalid' | 'unknown';

/** Times after verification at which a hostname is checked again; after them, daily. */
const proofMs = [60_000, 600_000, hourMs] as const;

export function claimDomain(
  moment: Moment,
  fields: Pick<HostedDomain, 'accountId' | 'hostname' | 'verificationToken'>,
): Decision & { domain: HostedDomain } {
  const domain: HostedDomain = {
    ...fields,
    id: moment.newId('hostedDomain', moment.now),
    verificationStatus: 'pending',
    certificateStatus: 'none',
    verifiedAt: null,
    createdAt: moment.now,
    updatedAt: moment.now,
    missingSince: null,
    removedAt: null,
    lookUps: 0,
    nextStepAt: moment.now,
    version: 1,
  };
  return { ...decide({ changes: [added('hostedDomain', domain)] }), domain };
}

/** Lease of a look-up. A look-up takes far less; after that time another worker may repeat it. */
const tryMs = 60_000;

/** Starts a look-up and takes its lease. */
export function beginLookUp(
  moment: Moment,
  domain: HostedDomain,
): Decision & { readonly domain: HostedDomain } {
  return rewritten({ ...domain, lookUps: domain.lookUps + 1, nextStepAt: timeAfter(moment, tryMs) });
}

/** Gives up a look-up: a pending claim fails; a verified hostname is looked up again in a day. */
export function giveUpLookUp(moment: Moment, domain: HostedDomain): Decision {
  if (domain.verificationStatus === 'pending')
    return rewritten({ ...stepped(moment, domain, 'fail'), nextStepAt: null });
  return rewritten({ ...domain, nextStepAt: timeAfter(moment, dayMs) });
}

/** Records the result of a look-up. */
export function noteLookUp(
  moment: Moment,
  domain: HostedDomain,
  { looked, proven = 'unknown' }: { readonly looked: LookUpResult; readonly proven?: CertificateResult },
): Decision & { domain: HostedDomain } {
  if (domain.verificationStatus === 'pending') return rewritten(stepOfClaim(moment, domain, looked));
  const missingSince = looked === 'absent' ? (domain.missingSince ?? moment.now) : domain.missingSince;
  return rewritten({
    ...certified(moment, domain, proven),
    // Only the platform takes away a verified hostname: a missing record may be a mistake.
    missingSince: looked === 'found' ? null : missingSince,
    nextStepAt: timeAfter(moment, looked === 'unknown' ? hourMs : waitOf(moment, domain)),
  });
}

/** The edge obtains a certificate at the first visit, and this check is a visit. */
function certified({ now }: Moment, domain: HostedDomain, proven: CertificateResult): HostedDomain {
  const certificateStatus =
    proven === 'unknown' ? domain.certificateStatus : proven === 'valid' ? 'active' : 'failed';
  return certificateStatus === domain.certificateStatus
    ? domain
    : { ...domain, certificateStatus, updatedAt: now };
}

function waitOf({ now }: Moment, { verifiedAt }: HostedDomain): number {
  const ageMs = now.getTime() - (verifiedAt ?? now).getTime();
  const next = proofMs.find((ms) => ms > ageMs);
  return next === undefined ? dayMs : next - ageMs;
}

function stepOfClaim(moment: Moment, domain: HostedDomain, looked: LookUpResult): HostedDomain {
  const { now } = moment;
  if (looked === 'found') {
    return {
      ...stepped(moment, domain, 'verify'),
      certificateStatus: 'pending',
      verifiedAt: now,
      nextStepAt: timeAfter(moment, proofMs[0]),
    };
  }
  const ageMs = now.getTime() - domain.createdAt.getTime();
  if (ageMs >= claimMs) return { ...stepped(moment, domain, 'fail'), nextStepAt: null };
  const wait = Math.min(pace.mostMs, Math.max(pace.leastMs, ageMs), claimMs - ageMs);
  return { ...domain, nextStepAt: timeAfter(moment, Math.ceil(wait)) };
}

const stepped = (moment: Moment, domain: HostedDomain, action: 'verify' | 'fail'): HostedDomain => ({
  ...domain,
  verificationStatus: step(hostedDomainFlow, domain.verificationStatus, action),
  updatedAt: moment.now,
});

const timeAfter = ({ now }: Moment, ms: number): Date => new Date(now.getTime() + ms);

/** Removed by the account: serves nothing any more, and anyone may claim the hostname again. */
export function removeDomain(moment: Moment, domain: HostedDomain): Decision & { domain: HostedDomain } {
  return rewritten({ ...domain, removedAt: moment.now, updatedAt: moment.now, nextStepAt: null });
}

/** Taken from the account by the platform. */
export function releaseDomain(moment: Moment, domain: HostedDomain): Decision & { domain: HostedDomain } {
  return rewritten({ ...stepped(moment, domain, 'fail'), nextStepAt: null });
}

/** Whether the hostname is unavailable to others. */
export const isLive = ({ removedAt, verificationStatus }: HostedDomain): boolean =>
  removedAt === null && verificationStatus !== 'failed';

function rewritten(domain: HostedDomain): Decision & { domain: HostedDomain } {
  return { ...decide({ changes: [changed('hostedDomain', domain)] }), domain };
}

export const showDomain = shownAt(declaration, 'detail', {});
