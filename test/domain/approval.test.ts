import { describe, expect, test } from 'vitest';
import {
  declineApproval,
  dropApproval,
  expireApproval,
  giveApproval,
  requestApproval,
  showHold,
} from '../../src/domain/approval.js';
import {
  createPayout,
  dismissPayout,
  releasePayout,
  type NeededApproval,
} from '../../src/domain/payout-action.js';
import { exact } from '../../src/domain/money.js';
import { payoutFields } from '../setup/fixture.js';
import { before, moment, payoutIn, summaryOf } from '../setup/payout-state.js';

const asker = moment.newId('member', before);
const [ana, bea] = [moment.newId('member', before), moment.newId('member', before)];
const id = moment.newId('approval', before);
const request = {
  accountId: moment.newId('account', before),
  resourceType: 'payout',
  resourceId: moment.newId('payout', before),
  requestedBy: asker,
  expiresIn: 3_600,
} as const;
const pendingOf = (required = 1) => requestApproval(moment, id, { ...request, required }).approval;

test('a request is published and pending until it expires', () => {
  const requested = requestApproval(moment, id, { ...request, required: 1 });
  expect(requested.approval).toMatchObject({ status: 'pending', given: [], requestedBy: asker });
  expect(requested.approval.expiresAt.getTime() - moment.now.getTime()).toBe(3_600_000);
  expect(summaryOf(requested).events).toEqual(['approval.requested']);
});

describe('a member approves', () => {
  test('the last approval that is required decides', () => {
    const first = giveApproval(moment, pendingOf(2), { memberId: ana, note: null });
    expect([first.approval.status, first.approval.decidedBy, summaryOf(first).events]).toEqual([
      'pending',
      null,
      [],
    ]);
    const second = giveApproval(moment, first.approval, { memberId: bea, note: null });
    expect(second.approval).toMatchObject({ status: 'approved', decidedBy: bea, decidedAt: moment.now });
    expect(second.approval.nextStepAt).toBeNull();
    expect(summaryOf(second).events).toEqual(['approval.decided']);
  });

  test('each approval keeps its note', () => {
    const first = giveApproval(moment, pendingOf(2), { memberId: ana, note: 'seen' });
    const { given: approvals, note } = giveApproval(moment, first.approval, {
      memberId: bea,
      note: null,
    }).approval;
    expect([approvals.map((each) => each.note), note]).toEqual([['seen', undefined], null]);
  });

  test('approving twice counts once', () => {
    const { approval } = giveApproval(moment, pendingOf(2), { memberId: ana, note: null });
    const again = giveApproval(moment, approval, { memberId: ana, note: null });
    expect([again.approval.given.length, again.changes]).toEqual([1, []]);
  });

  test.each([
    ['the requester', pendingOf(), asker, 'insufficient_role'],
    ['after it was declined', { ...pendingOf(), status: 'declined' } as const, ana, 'approval_not_pending'],
    ['after its time', { ...pendingOf(), nextStepAt: before }, ana, 'approval_not_pending'],
  ])('not %s', (_name, approval, by, code) => {
    expect(() => giveApproval(moment, approval, { memberId: by, note: null })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

test.each([
  ['ended', dropApproval],
  ['was not decided in time', expireApproval],
] as const)('an approval by one of two that then %s has no decider', (_how, end) => {
  const { approval } = giveApproval(moment, pendingOf(2), { memberId: ana, note: null });
  expect(end(moment, approval).approval.decidedBy).toBeNull();
});

test.each([
  ['declined', () => declineApproval(moment, pendingOf(), { memberId: asker, note: 'no' }), 'declined'],
  ['dropped', () => dropApproval(moment, pendingOf()), 'declined'],
  ['expired', () => expireApproval(moment, pendingOf()), 'expired'],
])('an approval that is %s ends', (_name, decide, status) => {
  const decision = decide();
  expect(decision.approval).toMatchObject({ status, decidedAt: moment.now, nextStepAt: null });
  expect(summaryOf(decision).events).toEqual(['approval.decided']);
});

describe('a payout that needs an approval', () => {
  const ask = { requestedBy: asker, required: 1, expiresIn: 60 };
  const made = (
    approval: NeededApproval | undefined,
    reviewReasons: readonly string[] = [],
    available = '1000',
  ) => {
    const fields = payoutFields(request.accountId, moment.newId('beneficiary', before), moment.now);
    return createPayout(moment, fields, { available: exact(available), reviewReasons, approval });
  };

  test.each([
    ['of its own', { of: 'payout', ask } as const, 'pending', ['approval.requested', 'payout.created']],
    ['of its batch', { of: 'batch', id, status: 'pending' } as const, 'pending', ['payout.created']],
  ])('%s is reserved and not due', (_name, approval, approvalStatus, events) => {
    const decision = made(approval);
    expect(decision.payout).toMatchObject({ status: 'processing', approvalStatus, nextStepAt: null });
    expect([...summaryOf(decision).events].sort()).toEqual(events);
  });

  test('is due if its batch is approved', () => {
    expect(made({ of: 'batch', id, status: 'approved' }).payout.nextStepAt).not.toBeNull();
  });

  test('requests no approval if the balance does not cover it', () => {
    const { payout } = made({ of: 'payout', ask }, [], '1');
    expect(payout).toMatchObject({ status: 'failed', approvalId: null });
  });

  test('is due once it is approved, unless risk rules hold it', () => {
    const { payout } = made({ of: 'payout', ask });
    expect(releasePayout(moment, payout, moment.now).row).toMatchObject({
      approvalStatus: 'approved',
      nextStepAt: moment.now,
    });
    const held = made({ of: 'payout', ask }, ['large']).payout;
    expect(releasePayout(moment, held, moment.now).row.nextStepAt).toBeNull();
  });

  test.each(['declined', 'expired'] as const)('fails as %s', (status) => {
    const { payout } = made({ of: 'payout', ask });
    const decision = dismissPayout(moment, payout, status);
    expect(decision.row).toMatchObject({
      status: 'failed',
      failureCode: `approval_${status}`,
      approvalStatus: status,
    });
    expect(summaryOf(decision).events).toEqual(['payout.failed']);
  });
});

test.each([
  [{ approvalId: null, approvalStatus: null }, undefined],
  [{ approvalId: id, approvalStatus: 'pending' } as const, { id, status: 'pending' }],
])('%j is shown', (hold, expected) => {
  expect(showHold({ ...payoutIn('processing'), ...hold })).toEqual(expected);
});
