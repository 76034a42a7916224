import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf, type EventType, type Resource } from './event.js';
import { unlabelled, type Labels } from './noun/label.js';
import {
  hostedSession as declaration,
  type HostedSession,
  type Language,
  type Prefill,
  type sessionStatuses,
} from './noun/hosted-session.js';
import { shownAt } from './noun/show.js';

export type { HostedSession, Language, Prefill };
export type SessionStatus = (typeof sessionStatuses.values)[number];

/** Contract §2.17. */
export const lifetimeSeconds = { least: 300, most: 604_800, usual: 86_400 };
const dayMs = 86_400_000;
/** How long a submitted session keeps showing its progress (supplement §9). */
const servedMs = 30 * dayMs;

export function sessionStatus({ remittanceId, expiresAt }: HostedSession, now: Date): SessionStatus {
  if (remittanceId !== null) return 'submitted';
  return expiresAt <= now ? 'expired' : 'open';
}

/** Whether its page still answers. */
export function isServed(session: HostedSession, now: Date): boolean {
  const { submittedAt } = session;
  if (submittedAt === null) return sessionStatus(session, now) === 'open';
  return now.getTime() < submittedAt.getTime() + servedMs;
}

export type NewSession = Pick<
  HostedSession,
  'accountId' | 'pageId' | 'origin' | 'customerId' | 'prefill' | 'tokenFingerprint' | 'language'
> &
  Partial<Labels & Pick<HostedSession, 'requestedBy'>> & { readonly lifetimeSeconds: number };

export function startSession(moment: Moment, ask: NewSession): Decision & { session: HostedSession } {
  const { lifetimeSeconds: seconds, ...fields } = ask;
  const session: HostedSession = {
    ...unlabelled,
    requestedBy: null,
    ...fields,
    id: moment.newId('hostedSession', moment.now),
    beneficiaryId: null,
    quoteId: null,
    fundingAccountId: null,
    remittanceId: null,
    paymentReportedAt: null,
    draft: null,
    expiresAt: new Date(moment.now.getTime() + seconds * 1000),
    createdAt: moment.now,
    updatedAt: moment.now,
    submittedAt: null,
    version: 1,
  };
  const events = [fact(moment, session, 'hosted_session.created')];
  return { ...decide({ changes: [added('hostedSession', session)], events }), session };
}

type Draft = Pick<HostedSession, 'draft' | 'language' | 'quoteId'>;

/** Changes the answers or the price of an open session; publishes no event. */
export function rewriteSession(
  moment: Moment,
  session: HostedSession,
  patch: Partial<Draft>,
): Decision & { session: HostedSession } {
  return rewritten({ ...session, ...patch, updatedAt: moment.now });
}

/** Deletes the draft of a session that is over. */
export const forgetDraft = (session: HostedSession): Decision =>
  decide({ changes: [changed('hostedSession', { ...session, draft: null })] });

/** Records the remittance of a session and everything created for it. */
export function submitSession(
  moment: Moment,
  session: HostedSession,
  made: Pick<HostedSession, 'customerId' | 'beneficiaryId' | 'fundingAccountId' | 'remittanceId'>,
): Decision & { session: HostedSession } {
  if (session.remittanceId !== null) throw new Error(`${session.id} already has a remittance`);
  // The answers are now stored in the resources created from them.
  return rewritten({ ...session, ...made, draft: null, submittedAt: moment.now, updatedAt: moment.now });
}

/** The customer says they have paid; only the first time is recorded. */
export function reportPayment(moment: Moment, session: HostedSession): Decision & { session: HostedSession } {
  if (session.paymentReportedAt !== null || session.remittanceId === null) return { ...decide({}), session };
  const next = { ...session, paymentReportedAt: moment.now, updatedAt: moment.now };
  const { session: reported, changes } = rewritten(next);
  const events = [fact(moment, reported, 'hosted_session.payment_reported')];
  return { ...decide({ changes, events }), session: reported };
}

function rewritten(next: HostedSession): Decision & { session: HostedSession } {
  const change = changed('hostedSession', next);
  return { ...decide({ changes: [change] }), session: { ...next, version: next.version + 1 } };
}

const sessionInDetail = shownAt(declaration, 'detail', { status: () => undefined });

export function showSession(session: HostedSession, now: Date): Resource {
  const { id, ...rest } = sessionInDetail(session);
  return { id, status: sessionStatus(session, now), ...rest };
}

const fact = (moment: Moment, session: HostedSession, type: EventType) =>
  eventOf(moment, { accountId: session.accountId, type, data: showSession(session, moment.now) });
