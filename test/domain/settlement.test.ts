import { describe, expect, it, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type { Settlement, SettlementAction } from '../../src/domain/noun/settlement.js';
import {
  createSettlement,
  holdSettlement,
  releaseSettlement,
  settlementSpec,
  settlementAmounts,
  unsettledOf,
} from '../../src/domain/settlement.js';
import { putInForce } from '../../src/domain/settlement-schedule.js';
import { testFlow } from '../setup/flow-table.js';
import { before, moment, summaryOf } from '../setup/payout-state.js';

const { schedule } = putInForce(
  { ...moment, now: before },
  {
    accountId: moment.newId('account', before),
    currency: 'MXN',
    destinationId: moment.newId('settlementDestination', before),
    minimumAmount: exact('100'),
    automatic: true,
    settledSeq: '7',
    interval: 'daily',
    weekday: null,
    day: null,
    cutoffTime: '17:00',
  },
);

const figures = {
  fromSeq: '7',
  toSeq: '12',
  opening: exact('20'),
  credits: exact('1480'),
  debits: exact('500'),
  availableNow: exact('1000'),
};
const fee = exact('5');

describe('the settled amount', () => {
  // Supplement §3.6: the lesser of what was available at the cut-off and of what is available now.
  test.each([
    ['all that was available at the cut-off', {}, { total: '1000', amount: '995' }],
    [
      'no more than at the cut-off, where more is there now',
      { availableNow: exact('1200') },
      { total: '1000', amount: '995' },
    ],
    ['no more than there is now', { availableNow: exact('300') }, { total: '300', amount: '295' }],
    ['just the minimum', { availableNow: exact('105') }, { total: '105', amount: '100' }],
  ])('is %s', (_what, patch, share) => {
    const found = settlementAmounts({ ...figures, ...patch }, { fee, minimum: exact('100') });
    expect(found && { total: found.total.toFixed(), amount: found.amount.toFixed() }).toEqual(share);
  });

  test.each([
    ['a cut-off below the minimum', '104.99', '100'],
    ['what the fee takes whole', '5', '0'],
    ['nothing at all', '0', '0'],
  ])('is none of %s', (_what, available, minimum) => {
    const terms = { fee, minimum: exact(minimum) };
    expect(settlementAmounts({ ...figures, availableNow: exact(available) }, terms)).toBeUndefined();
  });
});

const fields = {
  ...figures,
  amount: exact('995'),
  fee,
  total: exact('1000'),
  destinationId: moment.newId('settlementDestination', before),
  periodTo: moment.now,
  memo: null,
  reference: 'ref-7',
  provider: 'sandbox',
  nextStepAt: moment.now,
};
const created = (patch = {}, reviewReasons: string[] = []) =>
  createSettlement(moment, schedule, { fields: { ...fields, ...patch }, reviewReasons });
const rowIn = (status: Settlement['status'], patch: Partial<Settlement> = {}): Settlement => ({
  ...created().settlement,
  status,
  ...patch,
});

describe('a new settlement', () => {
  it('commits its money, and its schedule continues from the end of the period', () => {
    const decision = created();
    expect(summaryOf(decision)).toMatchObject({
      rows: ['changed settlementSchedule', 'new settlement'],
      events: ['settlement.created', 'settlement.processing'],
      purposes: ['settlement_commit'],
      moves: ['available > in_settlement 1000 MXN'],
    });
    const settled = decision.changes.find(({ noun }) => noun === 'settlementSchedule')?.row;
    expect(settled).toMatchObject({ settledTo: moment.now, settledSeq: '12' });
    expect(decision.settlement).toMatchObject({ periodFrom: schedule.settledTo, periodTo: moment.now });
  });

  it('has closing figures, and what stayed if not all was settled', () => {
    expect(unsettledOf(created().settlement).toFixed()).toBe('0');
    const part = created({ amount: exact('295'), total: exact('300') });
    expect(unsettledOf(part.settlement).toFixed()).toBe('700');
    expect(summaryOf(part).data[0]).toMatchObject({ left: '700.00' });
    expect(summaryOf(created()).data[0]).not.toHaveProperty('left');
  });

  it('held by risk rules waits with its money committed', () => {
    const decision = created({}, ['amount']);
    expect(summaryOf(decision)).toMatchObject({
      events: ['settlement.created', 'settlement.on_hold', 'risk.review_required'],
      moves: ['available > in_settlement 1000 MXN'],
    });
    expect(decision.settlement).toMatchObject({
      status: 'on_hold',
      nextStepAt: null,
      riskStatus: 'in_review',
    });
  });

  it('publishes no items in events (supplement §11.5)', () => {
    expect(summaryOf(created()).data.every((data) => !('items' in data))).toBe(true);
  });
});

/** Supplement §3.6, restated by hand; pairs not listed here must not happen. */
const steps: Record<string, Settlement['status']> = {
  'processing hold': 'on_hold',
  'processing accept': 'processing',
  'processing complete': 'completed',
  'processing fail': 'failed',
  'on_hold approve': 'processing',
  'on_hold complete': 'completed',
  'on_hold fail': 'failed',
};
const effects: Record<SettlementAction, { events: string[]; moves: string[] }> = {
  hold: { events: ['settlement.on_hold'], moves: [] },
  approve: { events: ['settlement.processing'], moves: [] },
  accept: { events: [], moves: [] },
  complete: {
    events: ['settlement.completed'],
    moves: ['in_settlement > clearing:sandbox 995 MXN', 'in_settlement > fees 5 MXN'],
  },
  fail: { events: ['settlement.failed'], moves: ['in_settlement > available 1000 MXN'] },
};
describe('a settlement', () => {
  testFlow({ spec: settlementSpec, rowIn, steps, effects });
});

describe('an operator', () => {
  it('holds an unsent settlement and releases it, not before the given time', () => {
    const { row: held } = holdSettlement(moment, rowIn('processing'));
    expect(held).toMatchObject({ status: 'on_hold', nextStepAt: null });
    const later = new Date(moment.now.getTime() + 5_000);
    expect(releaseSettlement(moment, held, later).row).toMatchObject({
      status: 'processing',
      nextStepAt: later,
    });
    expect(releaseSettlement(moment, held, before).row.nextStepAt).toEqual(moment.now);
  });

  test.each([
    ['hold what was sent', () => holdSettlement(moment, rowIn('processing', { sending: 'accepted' }))],
    ['hold what may be leaving', () => holdSettlement(moment, rowIn('processing', { sending: 'open' }))],
    ['hold what has ended', () => holdSettlement(moment, rowIn('completed'))],
    ['let go what is not held', () => releaseSettlement(moment, rowIn('processing'), before)],
    [
      'let go what risk rules hold',
      () => releaseSettlement(moment, rowIn('on_hold', { riskStatus: 'in_review' }), before),
    ],
  ])('cannot %s', (_what, run) => {
    expect(run).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
