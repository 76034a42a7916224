import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Decision } from '../../src/domain/decision.js';
import type { Intent, IntentState } from '../../src/domain/intent.js';
import { exact } from '../../src/domain/money.js';
import type { Refund } from '../../src/domain/noun/refund.js';
import type { Withdrawal } from '../../src/domain/noun/withdrawal.js';
import type { Answer } from '../../src/domain/operation-evidence.js';
import { mayLeave, overtakeIntent, recordAnswer, takeIntent } from '../../src/domain/operation-sending.js';
import { asOperation } from '../../src/domain/payout-action.js';
import type { Payout } from '../../src/domain/payout.js';
import { refundSpec } from '../../src/domain/refund.js';
import { withdrawalSpec } from '../../src/domain/withdrawal.js';
import { before, moment, payoutAfter, payoutIn, summaryOf } from '../setup/payout-state.js';
import { refundIn, withdrawalIn } from '../setup/sent-state.js';

// Other kinds, and sequences of sends. Payouts and their answers: operation.test.ts.

const sendBy = new Date(moment.now.getTime() + 10_000);
const open = { sending: 'open', sendBy } as const;
const intentOf = (row: Payout | Refund | Withdrawal, kind: Intent['kind']): Intent => ({
  id: moment.newId('intent', before),
  accountId: row.accountId,
  kind,
  operationId: row.id,
  number: row.attempts,
  reference: row.reference,
  state: 'open',
  sendBy,
  detail: null,
  createdAt: before,
  decidedAt: null,
  version: 1,
});

const accepted: Answer = { outcome: 'accepted' };
const refused: Answer = { outcome: 'refused', code: 'account_closed' };
const notSent: Answer = { outcome: 'not_sent', reason: 'no connection' };
const tooLate: Answer = { outcome: 'too_late' };
const uncertain: Answer = { outcome: 'uncertain', reason: 'timeout' };
const paid = (amount: string): Answer => ({ outcome: 'paid', amount: exact(amount) });

type Row = [Answer, patch: object, after: object, events: string[], moves: string[]];

/** Supplement §3.5 and §7: a withdrawal that was sent. */
const withdrawals: Row[] = [
  [
    accepted,
    {},
    { status: 'submitted', sending: 'accepted', submittedAt: moment.now },
    ['withdrawal.submitted'],
    [],
  ],
  [
    paid('100'),
    {},
    { status: 'completed' },
    ['withdrawal.submitted', 'withdrawal.completed'],
    ['reserved > clearing:sandbox 100 MXN', 'reserved > fees 5 MXN'],
  ],
  [
    refused,
    {},
    { status: 'failed', failureCode: 'account_closed' },
    ['withdrawal.failed'],
    ['reserved > available 105 MXN'],
  ],
  [uncertain, {}, { status: 'verification_pending', sending: 'uncertain' }, [], []],
  [notSent, { attempts: 4 }, { status: 'processing', sending: 'unsent', attempts: 4, sendBy: null }, [], []],
  [
    notSent,
    { attempts: 5 },
    { status: 'failed', failureCode: 'not_submitted' },
    ['withdrawal.failed'],
    ['reserved > available 105 MXN'],
  ],
  [tooLate, { attempts: 5 }, { status: 'processing', sending: 'unsent', attempts: 4 }, [], []],
];

/** Supplement §3.3 and §7: the status of a refund does not show that it is uncertain. */
const refunds: Row[] = [
  [accepted, {}, { status: 'processing', sending: 'accepted' }, [], []],
  [
    paid('40'),
    {},
    { status: 'completed' },
    ['refund.completed'],
    ['reserved > fx 12 USDT', 'fx > clearing:sandbox 40 PEN'],
  ],
  [
    refused,
    {},
    { status: 'failed', failureCode: 'account_closed' },
    ['refund.failed'],
    ['reserved > available 12 USDT'],
  ],
  [uncertain, {}, { status: 'processing', sending: 'uncertain' }, [], []],
  [notSent, { attempts: 4 }, { status: 'processing', sending: 'unsent', attempts: 4 }, [], []],
  [
    notSent,
    { attempts: 5 },
    { status: 'failed', failureCode: 'not_submitted' },
    ['refund.failed'],
    ['reserved > available 12 USDT'],
  ],
  // Once uncertain it is never submitted again, whatever answers come later.
  [
    notSent,
    { sending: 'uncertain', attempts: 1 },
    { status: 'failed' },
    ['refund.failed'],
    ['reserved > available 12 USDT'],
  ],
  [accepted, { sending: 'uncertain' }, {}, [], []],
];

const rowAfter = (decision: Decision): object =>
  decision.changes.find(({ noun }) => noun !== 'intent' && noun !== 'exception')?.row ?? {};

describe('the answer to a send', () => {
  test.each(withdrawals)('%j of a withdrawal with %j: %j', (answer, patch, after, events, moves) => {
    const row = withdrawalIn('processing', { ...open, ...patch });
    const decision = recordAnswer(
      moment,
      { spec: withdrawalSpec, row, intent: intentOf(row, 'withdrawal') },
      answer,
    );
    expect(rowAfter(decision)).toMatchObject(after);
    expect(summaryOf(decision)).toMatchObject({ events, moves });
  });

  test.each(refunds)('%j of a refund with %j: %j', (answer, patch, after, events, moves) => {
    const row = refundIn('processing', { ...open, ...patch });
    const decision = recordAnswer(moment, { spec: refundSpec, row, intent: intentOf(row, 'refund') }, answer);
    expect(rowAfter(decision)).toMatchObject(after);
    expect(summaryOf(decision)).toMatchObject({ events, moves });
  });

  test.each<[string, Answer, IntentState, detail: string | null]>([
    ['the reason of what did not leave', notSent, 'not_sent', 'no connection'],
    ['the reason of a doubt', uncertain, 'uncertain', 'timeout'],
    ['the code of a refusal', refused, 'refused', 'account_closed'],
    ['nothing of what was accepted', accepted, 'accepted', null],
    ['nothing of what was put off', tooLate, 'put_off', null],
  ])('keeps with its intent %s', (_what, answer, state, detail) => {
    const row = payoutIn('processing', open);
    const decision = recordAnswer(moment, { ...asOperation(row), intent: intentOf(row, 'payout') }, answer);
    expect(decision.changes[0]).toMatchObject({
      noun: 'intent',
      row: { state, detail, decidedAt: moment.now },
    });
  });

  it('may still arrive after evidence decided the operation', () => {
    const row = payoutIn('completed');
    const [change] = overtakeIntent(moment, intentOf(row, 'payout')).changes;
    if (change?.noun !== 'intent') throw new Error('the decision is about no intent');
    expect(change.row).toMatchObject({ state: 'uncertain', decidedAt: moment.now });
    const late = recordAnswer(moment, { ...asOperation(row), intent: change.row }, accepted);
    expect(summaryOf(late)).toMatchObject({ rows: ['changed intent'], events: [], moves: [] });
  });
});

describe('sends in turn', () => {
  it('are at most five; a send that missed its window does not count', () => {
    const outcomes = fc.array(fc.constantFrom(notSent, tooLate), { maxLength: 40 });
    fc.assert(
      fc.property(outcomes, (answers) => {
        let payout = payoutIn('processing', { sending: 'unsent', attempts: 0 });
        let failures = 0;
        for (const answer of answers) {
          if (payout.status !== 'processing') break;
          const { taken, intent } = takeIntent(moment, sendBy, asOperation(payout));
          expect(intent.number).toBe(failures + 1);
          if (answer === notSent) failures += 1;
          payout = payoutAfter(recordAnswer(moment, { ...asOperation(taken), intent }, answer)) ?? taken;
          const isFailed = failures === 5;
          expect(payout).toMatchObject({
            status: isFailed ? 'failed' : 'processing',
            failureCode: isFailed ? 'not_submitted' : null,
          });
        }
      }),
    );
  });
});

// Supplement §7: sender and provider both refuse to act after send_by.
test.each<[string, boolean, Partial<Payout>]>([
  ['is open until one millisecond from now', true, { ...open, sendBy: new Date(moment.now.getTime() + 1) }],
  ['was open until now', false, { ...open, sendBy: moment.now }],
  ['was open until a minute ago', false, { ...open, sendBy: before }],
  ['has no window', false, { ...open, sendBy: null }],
  ['is unsent', false, { ...open, sending: 'unsent' }],
  ['is uncertain', false, { ...open, sending: 'uncertain' }],
  ['is accepted', false, { ...open, sending: 'accepted' }],
])('a payout that %s may still be leaving: %s', (_what, expected, patch) => {
  expect(mayLeave(payoutIn('processing', patch), moment.now)).toBe(expected);
});
