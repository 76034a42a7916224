import { describe, expect, it, test } from 'vitest';
import {
  settleReturn,
  applyEvidence,
  applyInTurn,
  checkFits,
  type Answer,
} from '../../src/domain/operation-evidence.js';
import { lookAgain, mayLeave, recordAnswer, takeIntent } from '../../src/domain/operation-sending.js';
import { asOperation } from '../../src/domain/payout-action.js';
import type { Intent, IntentState } from '../../src/domain/intent.js';
import type { End } from '../../src/domain/operation.js';
import { exact } from '../../src/domain/money.js';
import { showCancellation, type Payout, type PayoutStatus } from '../../src/domain/payout.js';
import { before, moment, payoutAfter, payoutIn, summaryOf } from '../setup/payout-state.js';

const dueIn = (payout: Payout | undefined): number | null =>
  payout?.nextStepAt ? payout.nextStepAt.getTime() - moment.now.getTime() : null;

type Row = readonly [
  status: PayoutStatus,
  evidence: End,
  after: PayoutStatus | 'untouched',
  events: readonly string[],
  purposes: readonly string[],
];

const outcomes: End[] = ['paid', 'not_executed', 'returned'];
const late = ['reconciliation.exception_created'];
const sentBack = [
  ['payout.completed', 'payout.returned'],
  ['payout_capture', 'payout_return'],
] as const;

/** Supplement §7 and §9: evidence decides what is in flight; of the final states only completed can still change. */
const evidenceTable: readonly Row[] = [
  ['processing', 'paid', 'completed', ['payout.completed'], ['payout_capture']],
  ['processing', 'not_executed', 'failed', ['payout.failed'], ['reversal']],
  ['processing', 'returned', 'returned', ...sentBack],
  ['verification_pending', 'paid', 'completed', ['payout.completed'], ['payout_capture']],
  ['verification_pending', 'not_executed', 'failed', ['payout.failed'], ['reversal']],
  ['verification_pending', 'returned', 'returned', ...sentBack],
  ['completed', 'paid', 'untouched', [], []],
  ['completed', 'not_executed', 'untouched', late, []],
  ['completed', 'returned', 'returned', ['payout.returned'], ['payout_return']],
  ['failed', 'paid', 'untouched', late, []],
  ['failed', 'not_executed', 'untouched', [], []],
  ['failed', 'returned', 'untouched', late, []],
  ['cancelled', 'paid', 'untouched', late, []],
  ['cancelled', 'not_executed', 'untouched', [], []],
  ['cancelled', 'returned', 'untouched', late, []],
  ['returned', 'paid', 'untouched', [], []],
  ['returned', 'not_executed', 'untouched', late, []],
  ['returned', 'returned', 'untouched', [], []],
];

describe('evidence', () => {
  test.each(evidenceTable)('%s, %s: %s', (status, outcome, after, events, purposes) => {
    const decision = applyEvidence(moment, asOperation(payoutIn(status)), { outcome });
    expect(summaryOf(decision)).toMatchObject({ events, purposes });
    const row = payoutAfter(decision);
    // Two steps in one transaction write the row once: its version is the next one.
    expect([row?.status ?? 'untouched', row?.version ?? 4]).toEqual([after, 4]);
  });

  test.each(evidenceTable.filter(([, , , events]) => events === late))(
    'against %s that it is %s is reported once',
    (status, outcome) => {
      const decision = applyEvidence(moment, asOperation(payoutIn(status)), {
        outcome,
        known: new Set([outcome]),
      });
      expect(decision).toMatchObject({ changes: [], events: [], journals: [] });
    },
  );

  it('of non-execution has the given code, or a default one', () => {
    const failed = (code?: string) =>
      payoutAfter(
        applyEvidence(moment, asOperation(payoutIn('processing')), { outcome: 'not_executed', code }),
      )?.failureCode;
    expect(failed('account_closed')).toBe('account_closed');
    expect(failed()).toBe('resolved_not_executed');
  });

  it('of the ordered amount is not a mismatch; one unit more is', () => {
    const paid = (amount: string) =>
      summaryOf(
        applyEvidence(moment, asOperation(payoutIn('processing')), {
          outcome: 'paid',
          amount: exact(amount),
        }),
      );
    expect(paid('37.00').events).toEqual(['payout.completed']);
    const mismatch = paid('37.01');
    expect(mismatch.events).toEqual(['payout.completed', 'reconciliation.exception_created']);
    expect(mismatch.data[1]).toMatchObject({
      type: 'provider_mismatch',
      status: 'open',
      expected: { amount: '37.00', currency: 'PEN' },
      actual: { amount: '37.01', currency: 'PEN' },
    });
  });

  it('of a payment of another amount is one mismatch, even after one of the ordered amount', () => {
    const paid = (amount: string, known?: ReadonlySet<string>) =>
      summaryOf(
        applyEvidence(moment, asOperation(payoutIn('completed')), {
          outcome: 'paid',
          amount: exact(amount),
          known,
        }),
      );
    expect(paid('37.00').events).toEqual([]);
    expect(paid('36.00').events).toEqual(['reconciliation.exception_created']);
    expect(paid('36.00', new Set(['paid 36 PEN'])).events).toEqual([]);
  });

  it('of a return of another amount is a mismatch, unless that amount was paid and reported', () => {
    const returned = (status: PayoutStatus, amount: string, known?: ReadonlySet<string>) =>
      summaryOf(
        applyEvidence(moment, asOperation(payoutIn(status)), {
          outcome: 'returned',
          amount: exact(amount),
          known,
        }),
      );
    for (const status of ['processing', 'completed'] as const) {
      expect(returned(status, '37.00').events).not.toContain('reconciliation.exception_created');
      const mismatch = returned(status, '36.00');
      expect(mismatch.events.slice(-2)).toEqual(['payout.returned', 'reconciliation.exception_created']);
      expect(mismatch.data.at(-1)).toMatchObject({
        type: 'provider_mismatch',
        expected: { amount: '37.00', currency: 'PEN' },
        actual: { amount: '36.00', currency: 'PEN' },
      });
    }
    expect(returned('completed', '37.01', new Set(['paid 37.01 PEN'])).events).toEqual(['payout.returned']);
    const late = applyEvidence(moment, asOperation(payoutIn('failed')), {
      outcome: 'paid',
      amount: exact('36.00'),
    });
    expect(summaryOf(late).data).toMatchObject([{ actual: { amount: '36.00', currency: 'PEN' } }]);
    const both = [{ outcome: 'paid' }, { outcome: 'returned' }] as const;
    const inTurn = applyInTurn(
      moment,
      asOperation(payoutIn('processing')),
      both.map((each) => ({ ...each, amount: exact('37.01') })),
    );
    expect(
      summaryOf(inTurn).events.filter((type) => type === 'reconciliation.exception_created'),
    ).toHaveLength(1);
  });

  it.each([
    ['paid', 'completed', 1, 'uncertain'],
    ['returned', 'returned', 1, 'uncertain'],
    ['not_executed', 'failed', 0, 'unsent'],
  ] as const)('%s about what was not sent from here ends it as %s', (outcome, status, intents, sending) => {
    const unsent = payoutIn('processing', { sending: 'unsent', attempts: 0 });
    const decision = applyEvidence(moment, asOperation(unsent), { outcome });
    expect(payoutAfter(decision)).toMatchObject({ status, sending, attempts: intents, version: 4 });
    const made = decision.changes.flatMap((change) => (change.noun === 'intent' ? [change.row] : []));
    const mark = {
      kind: 'payout',
      operationId: unsent.id,
      number: 1,
      reference: 'ref-7',
      state: 'uncertain',
      version: 1,
    };
    expect(made).toMatchObject(intents === 0 ? [] : [mark]);
  });

  type Giver = 'an operator' | 'an operator of a restored database' | 'the bank';
  it.each<[by: Giver, payout: Payout, fits: End[]]>([
    ['an operator', payoutIn('processing', { sending: 'unsent' }), []],
    ['an operator of a restored database', payoutIn('processing', { sending: 'unsent' }), outcomes],
    ['the bank', payoutIn('processing', { sending: 'unsent' }), []],
    ['an operator', payoutIn('processing', { sending: 'open', sendBy: moment.now }), []],
    ['an operator', payoutIn('processing', { sending: 'open', sendBy: before }), outcomes],
    ['the bank', payoutIn('processing', { sending: 'open', sendBy: moment.now }), outcomes],
    ['an operator', payoutIn('verification_pending'), outcomes],
    ['an operator', payoutIn('failed'), outcomes],
    ['the bank', payoutIn('completed'), ['returned']],
    ['the bank', payoutIn('returned'), []],
  ])('of %s fits what was sent', (by, payout, fits) => {
    const isOperator = by !== 'the bank';
    const giving = {
      mayContradict: isOperator,
      isLeaving: isOperator && mayLeave(payout, before),
      isRestored: by === 'an operator of a restored database',
    };
    const taken = outcomes.filter((outcome) => {
      try {
        checkFits(asOperation(payout), outcome, giving);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: 'operation_not_in_flight' });
        return false;
      }
    });
    expect(taken).toEqual(fits);
  });

  it('refuses a cancel that was not carried out yet', () => {
    const cancelling = payoutIn('processing', { sending: 'unsent', attempts: 0, cancelRequestedAt: before });
    expect(showCancellation(cancelling)).toMatchObject({ status: 'requested' });
    for (const [outcome, status] of [
      ['paid', 'completed'],
      ['not_executed', 'failed'],
    ] as const) {
      const overtaken = payoutAfter(applyEvidence(moment, asOperation(cancelling), { outcome }));
      expect(overtaken?.status).toBe(status);
      expect(overtaken && showCancellation(overtaken)).toEqual({
        status: 'refused',
        not_cancelled_reason: 'submitted',
        requested_at: before.toISOString(),
        requested_via: 'api',
        decided_at: moment.now.toISOString(),
      });
    }
  });

  it('of a return is due to be settled at once', () => {
    const returned = payoutAfter(
      applyEvidence(moment, asOperation(payoutIn('completed')), { outcome: 'returned' }),
    );
    expect(returned).toMatchObject({ refundStatus: 'pending', returnedAt: moment.now });
    expect(dueIn(returned)).toBe(0);
    if (!returned) throw new Error('the return changed nothing');
    const settled = settleReturn(moment, asOperation(returned));
    expect(summaryOf(settled)).toMatchObject({ events: ['payout.return_settled'] });
    expect(payoutAfter(settled)).toMatchObject({ refundStatus: 'settled', nextStepAt: null });
  });
});

const intentOf = (payout: Payout, state: IntentState = 'open'): Intent => ({
  id: moment.newId('intent', before),
  accountId: payout.accountId,
  kind: 'payout',
  operationId: payout.id,
  number: payout.attempts,
  reference: payout.reference,
  state,
  sendBy: before,
  detail: null,
  createdAt: before,
  decidedAt: null,
  version: 1,
});

const answers = {
  accepted: { outcome: 'accepted' },
  paid: { outcome: 'paid', amount: exact('37') },
  refused: { outcome: 'refused', code: 'account_closed' },
  not_sent: { outcome: 'not_sent', reason: 'no connection' },
  too_late: { outcome: 'too_late' },
  uncertain: { outcome: 'uncertain', reason: 'timeout' },
} as const satisfies Record<string, Answer>;

/** Supplement §7. "open": a payout with an open intent. The patch applies to the payout before the answer. */
const answerTable: readonly (readonly [
  status: PayoutStatus,
  patch: Partial<Payout>,
  answer: keyof typeof answers,
  after: Partial<Payout> | 'untouched',
  events: readonly string[],
])[] = [
  ['processing', { sending: 'open' }, 'accepted', { status: 'processing', sending: 'accepted' }, []],
  ['processing', { sending: 'open' }, 'paid', { status: 'completed' }, ['payout.completed']],
  [
    'processing',
    { sending: 'open' },
    'refused',
    { status: 'failed', failureCode: 'account_closed' },
    ['payout.failed'],
  ],
  ['processing', { sending: 'open' }, 'not_sent', { status: 'processing', sending: 'unsent' }, []],
  [
    'processing',
    { sending: 'open', attempts: 5 },
    'not_sent',
    { status: 'failed', failureCode: 'not_submitted' },
    ['payout.failed'],
  ],
  [
    'processing',
    { sending: 'open', cancelRequestedAt: before },
    'not_sent',
    { status: 'cancelled', failureCode: 'cancelled_before_submission' },
    ['payout.cancelled'],
  ],
  // Four attempts so far: the fifth is still to come.
  [
    'processing',
    { sending: 'open', attempts: 5 },
    'too_late',
    { status: 'processing', sending: 'unsent', attempts: 4, sendBy: null },
    [],
  ],
  [
    'processing',
    { sending: 'open', cancelRequestedAt: before },
    'too_late',
    { status: 'cancelled', attempts: 0 },
    ['payout.cancelled'],
  ],
  [
    'processing',
    { sending: 'open' },
    'uncertain',
    { status: 'verification_pending', sending: 'uncertain' },
    [],
  ],
  ['verification_pending', {}, 'accepted', 'untouched', []],
  ['verification_pending', {}, 'uncertain', 'untouched', []],
  ['verification_pending', {}, 'paid', { status: 'completed' }, ['payout.completed']],
  ['verification_pending', {}, 'refused', { status: 'failed' }, ['payout.failed']],
  [
    'verification_pending',
    {},
    'not_sent',
    { status: 'failed', failureCode: 'not_submitted' },
    ['payout.failed'],
  ],
  [
    'verification_pending',
    {},
    'too_late',
    { status: 'failed', failureCode: 'not_submitted', attempts: 1 },
    ['payout.failed'],
  ],
  ['completed', {}, 'accepted', 'untouched', []],
  ['completed', {}, 'paid', 'untouched', []],
  ['completed', {}, 'uncertain', 'untouched', []],
  ['completed', {}, 'refused', 'untouched', late],
  ['failed', {}, 'paid', 'untouched', late],
  ['failed', {}, 'refused', 'untouched', []],
  ['failed', {}, 'accepted', 'untouched', []],
  ['failed', {}, 'uncertain', 'untouched', []],
  ['returned', {}, 'paid', 'untouched', []],
];

function stateAfter(status: PayoutStatus, answer: keyof typeof answers): IntentState {
  if (answer === 'paid') return 'accepted';
  if (answer === 'too_late') return status === 'processing' ? 'put_off' : 'not_sent';
  return answer;
}

describe('the answer to a send', () => {
  test.each(answerTable)('%s %j, %s', (status, patch, answer, after, events) => {
    const payout = payoutIn(status, patch);
    const intent = intentOf(payout);
    const decision = recordAnswer(moment, { ...asOperation(payout), intent }, answers[answer]);
    expect(summaryOf(decision).events).toEqual(events);
    const row = payoutAfter(decision);
    const names = Object.keys(after) as (keyof Payout)[];
    expect(row ? Object.fromEntries(names.map((name) => [name, row[name]])) : 'untouched').toEqual(after);
    const [noted] = decision.changes;
    expect(noted?.noun === 'intent' && noted.row).toMatchObject({
      state: stateAfter(status, answer),
      decidedAt: moment.now,
      version: 2,
    });
  });

  test.each(['accepted', 'refused', 'not_sent'] as const)(
    'has no effect once the operation is %s',
    (state) => {
      const payout = payoutIn('processing');
      const decision = recordAnswer(
        moment,
        { ...asOperation(payout), intent: intentOf(payout, state) },
        answers.paid,
      );
      expect(decision).toMatchObject({ changes: [], events: [], journals: [] });
    },
  );

  it('that arrives late decides an uncertain operation', () => {
    const payout = payoutIn('verification_pending');
    const decision = recordAnswer(
      moment,
      { ...asOperation(payout), intent: intentOf(payout, 'uncertain') },
      answers.paid,
    );
    expect(payoutAfter(decision)?.status).toBe('completed');
  });

  it('leaves a next step whenever nothing is decided', () => {
    const open = payoutIn('processing', { sending: 'open' });
    const wait = (answer: keyof typeof answers, payout = open) =>
      dueIn(
        payoutAfter(
          recordAnswer(moment, { ...asOperation(payout), intent: intentOf(payout) }, answers[answer]),
        ),
      );
    expect(wait('accepted')).toBe(60_000);
    expect(wait('uncertain')).toBe(1_000);
    expect(wait('too_late')).toBe(1_000);
    const resends = [1, 2, 3, 4].map((attempts) => wait('not_sent', { ...open, attempts }));
    expect(resends).toEqual([500, 1_000, 2_000, 4_000]);
    const soon = { ...answers.not_sent, againMs: 150 };
    expect(
      dueIn(payoutAfter(recordAnswer(moment, { ...asOperation(open), intent: intentOf(open) }, soon))),
    ).toBe(150);
    expect(wait('paid')).toBeNull();
  });
});

describe('sending and asking', () => {
  it('creates the next intent, with its send window', () => {
    const sendBy = new Date('2020-01-01T00:00:10.000Z');
    const unsent = payoutIn('processing', { sending: 'unsent', attempts: 2 });
    const decision = takeIntent(moment, sendBy, asOperation(unsent));
    expect(summaryOf(decision)).toMatchObject({ rows: ['new intent', 'changed payout'], events: [] });
    expect(decision.intent).toMatchObject({ number: 3, reference: 'ref-7', state: 'open', sendBy });
    expect(payoutAfter(decision)).toMatchObject({ sending: 'open', attempts: 3, sendBy });
    expect(payoutAfter(decision)?.nextStepAt).toEqual(unsent.nextStepAt);
  });

  it('looks up at growing intervals, at least once an hour', () => {
    const waits = (sending: Payout['sending']) =>
      [0, 1, 2, 30].map((lookUps) =>
        dueIn(payoutAfter(lookAgain(moment, asOperation(payoutIn('processing', { sending, lookUps }))))),
      );
    expect(waits('uncertain')).toEqual([2_000, 4_000, 8_000, 3_600_000]);
    expect(waits('accepted')).toEqual([120_000, 240_000, 480_000, 3_600_000]);
  });
});
