import { describe, expect, it, test } from 'vitest';
import {
  forgetDraft,
  isServed,
  lifetimeSeconds,
  reportPayment,
  rewriteSession,
  sessionStatus,
  showSession,
  startSession,
  submitSession,
  type HostedSession,
} from '../../src/domain/hosted-session.js';
import { vault } from '../setup/fixture.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const day = 86_400_000;
const started = startSession(moment, {
  accountId: moment.newId('account', before),
  pageId: moment.newId('hostedPage', before),
  origin: 'tenant',
  customerId: null,
  prefill: { amount: '100', amount_side: 'source' },
  tokenFingerprint: 'fingerprint',
  language: 'es',
  lifetimeSeconds: 300,
});
const open = started.session;
const draft = vault.encrypt('{"values":{}}', { noun: 'hostedSession', field: 'draft', id: open.id });
const made = {
  customerId: moment.newId('customer', before),
  beneficiaryId: moment.newId('beneficiary', before),
  fundingAccountId: moment.newId('fundingAccount', before),
  remittanceId: moment.newId('remittance', before),
};
const submitted = submitSession(moment, { ...open, draft }, made).session;
const endsAt = open.expiresAt.getTime();

describe('a hosted session', () => {
  it('lives as long as requested, from 5 minutes to a week; a day by default', () => {
    expect(endsAt - moment.now.getTime()).toBe(300_000);
    expect(lifetimeSeconds).toEqual({ least: 300, most: 604_800, usual: 86_400 });
  });

  it('publishes its start without its token', () => {
    expect(summaryOf(started)).toMatchObject({
      rows: ['new hostedSession'],
      events: ['hosted_session.created'],
    });
    expect(summaryOf(started).data[0]).toMatchObject({ status: 'open', origin: 'tenant' });
    expect(JSON.stringify(summaryOf(started).data)).not.toContain('fingerprint');
  });

  // Contract §3.6: the status is computed on read, from the remittance and the expiry.
  test.each<[string, string, HostedSession, number]>([
    ['without a remittance, one millisecond before its end', 'open', open, endsAt - 1],
    ['without a remittance, at its end', 'expired', open, endsAt],
    ['with a remittance, before its end', 'submitted', submitted, endsAt - 1],
    ['with a remittance, after its end', 'submitted', submitted, endsAt + day],
  ])('%s is %s', (_what, status, session, ms) => {
    expect(sessionStatus(session, new Date(ms))).toBe(status);
    expect(showSession(session, new Date(ms))['status']).toBe(status);
  });

  // Supplement §9: submitted, it keeps serving its progress for 30 days.
  test.each<[string, boolean, HostedSession, number]>([
    ['open and before its end', true, open, endsAt - 1],
    ['open and at its end', false, open, endsAt],
    ['submitted and after its end', true, submitted, endsAt + 1],
    ['submitted for nearly 30 days', true, submitted, moment.now.getTime() + 30 * day - 1],
    ['submitted for 30 days', false, submitted, moment.now.getTime() + 30 * day],
  ])('that is %s still serves its page: %s', (_what, served, session, ms) => {
    expect(isServed(session, new Date(ms))).toBe(served);
  });
});

describe('the remittance of a session', () => {
  it('replaces the draft, without an event', () => {
    const decision = submitSession(moment, { ...open, draft }, made);
    expect(summaryOf(decision)).toMatchObject({ rows: ['changed hostedSession'], events: [] });
    expect(decision.session).toMatchObject({ ...made, draft: null, submittedAt: moment.now });
  });

  it('is the only one of the session', () => {
    expect(() => submitSession(moment, submitted, made)).toThrow('already has a remittance');
  });

  it('can be reported as paid once, and only if it exists', () => {
    const reported = reportPayment(moment, submitted);
    expect(summaryOf(reported)).toMatchObject({
      events: ['hosted_session.payment_reported'],
      data: [{ status: 'submitted', payment_reported_at: moment.now.toISOString() }],
    });
    const later = { ...moment, now: new Date(moment.now.getTime() + 1) };
    const again = reportPayment(later, reported.session);
    expect(again).toMatchObject({ changes: [], events: [], session: { paymentReportedAt: moment.now } });
    expect(reportPayment(moment, open)).toMatchObject({ changes: [], events: [], session: open });
  });
});

describe('the answers of a customer', () => {
  it('are stored without an event, and shown nowhere', () => {
    const decision = rewriteSession(moment, open, { draft, language: 'pt' });
    expect(summaryOf(decision)).toMatchObject({ rows: ['changed hostedSession'], events: [] });
    expect(decision.session).toMatchObject({ draft, language: 'pt', version: 2 });
    const resource = showSession(decision.session, moment.now);
    for (const name of ['draft', 'token', 'token_fingerprint']) expect(resource).not.toHaveProperty(name);
  });

  it('are deleted when the session is over', () => {
    expect(forgetDraft({ ...open, draft })).toMatchObject({
      changes: [{ row: { draft: null } }],
      events: [],
    });
  });
});
