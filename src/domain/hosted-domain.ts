import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { step } from './flow.js';
import { hostedDomain as declaration, hostedDomainFlow, type HostedDomain } from './noun/hosted-domain.js';
import { shownAt } from './noun/show.js';

export type { HostedDomain };

/** Of an account, at once. */
export const pendingMost = 10;

const hourMs = 3_600_000;
/** For so long the record of a claim is looked for. */
const claimMs = 72 * hourMs;
const dayMs = 24 * hourMs;
/** A claim is looked for often at first, and ever more rarely. */
const pace = { leastMs: 10_000, mostMs: 3 * hourMs };

/** The name at which the record of a claim is published. */
export const recordName = (hostname: string): string => `_psp-verification.${hostname}`;

/** The answer of the resolver: `unknown` where it gave none that is definite. */
export type Looked = 'found' | 'absent' | 'unknown';
/** Whether whoever answers under a verified name proves it; `unknown` where nobody does. */
export type Proven = 'valid' | 'invalid' | 'unknown';

/** A verified name is looked at again so long after it was verified, and each day. */
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

/** Lease of a look-up. It takes far less; after that long another worker may repeat it. */
const tryMs = 60_000;

/** Starts a look-up and takes its lease. */
export function beginLookUp(
  moment: Moment,
  domain: HostedDomain,
): Decision & { readonly domain: HostedDomain } {
  return rewritten({ ...domain, lookUps: domain.lookUps + 1, nextStepAt: after(moment, tryMs) });
}

/** Gives up a look-up: a pending claim fails, a verified name is looked up again in a day. */
export function giveUpLookUp(moment: Moment, domain: HostedDomain): Decision {
  if (domain.verificationStatus === 'pending')
    return rewritten({ ...stepped(moment, domain, 'fail'), nextStepAt: null });
  return rewritten({ ...domain, nextStepAt: after(moment, dayMs) });
}

/** Writes down what was found of its record. */
export function noteLookUp(
  moment: Moment,
  domain: HostedDomain,
  { looked, proven = 'unknown' }: { readonly looked: Looked; readonly proven?: Proven },
): Decision & { domain: HostedDomain } {
  if (domain.verificationStatus === 'pending') return rewritten(stepOfClaim(moment, domain, looked));
  const missingSince = looked === 'absent' ? (domain.missingSince ?? moment.now) : domain.missingSince;
  return rewritten({
    ...certified(moment, domain, proven),
    // Nobody but the platform takes away a name that was verified: what is gone may be a slip.
    missingSince: looked === 'found' ? null : missingSince,
    nextStepAt: after(moment, looked === 'unknown' ? hourMs : waitOf(moment, domain)),
  });
}

/** The edge obtains a certificate with the first visit, which the look at it is. */
function certified({ now }: Moment, domain: HostedDomain, proven: Proven): HostedDomain {
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

function stepOfClaim(moment: Moment, domain: HostedDomain, looked: Looked): HostedDomain {
  const { now } = moment;
  if (looked === 'found') {
    return {
      ...stepped(moment, domain, 'verify'),
      certificateStatus: 'pending',
      verifiedAt: now,
      nextStepAt: after(moment, proofMs[0]),
    };
  }
  const ageMs = now.getTime() - domain.createdAt.getTime();
  if (ageMs >= claimMs) return { ...stepped(moment, domain, 'fail'), nextStepAt: null };
  const wait = Math.min(pace.mostMs, Math.max(pace.leastMs, ageMs), claimMs - ageMs);
  return { ...domain, nextStepAt: after(moment, Math.ceil(wait)) };
}

const stepped = (moment: Moment, domain: HostedDomain, action: 'verify' | 'fail'): HostedDomain => ({
  ...domain,
  verificationStatus: step(hostedDomainFlow, domain.verificationStatus, action),
  updatedAt: moment.now,
});

const after = ({ now }: Moment, ms: number): Date => new Date(now.getTime() + ms);

/** The account needs it no more: it serves nothing from now on, and may be claimed anew. */
export function removeDomain(moment: Moment, domain: HostedDomain): Decision & { domain: HostedDomain } {
  return rewritten({ ...domain, removedAt: moment.now, updatedAt: moment.now, nextStepAt: null });
}

/** The platform takes the name from the account. */
export function releaseDomain(moment: Moment, domain: HostedDomain): Decision & { domain: HostedDomain } {
  return rewritten({ ...stepped(moment, domain, 'fail'), nextStepAt: null });
}

/** Whether somebody else may not claim the name. */
export const isLive = ({ removedAt, verificationStatus }: HostedDomain): boolean =>
  removedAt === null && verificationStatus !== 'failed';

function rewritten(domain: HostedDomain): Decision & { domain: HostedDomain } {
  return { ...decide({ changes: [changed('hostedDomain', domain)] }), domain };
}

export const showDomain = shownAt(declaration, 'detail', {});
