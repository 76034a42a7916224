import { describe, expect, it } from 'vitest';
import { added, changed, decide, joined } from '../../src/domain/decision.js';
import { eventOf } from '../../src/domain/event.js';
import { exact } from '../../src/domain/money.js';
import { createPayout } from '../../src/domain/payout-action.js';
import { moment, payoutIn, summaryOf } from '../setup/payout-state.js';

const payout = payoutIn('processing', { sending: 'unsent', attempts: 0 });

describe('a decision', () => {
  it('of nothing changes nothing', () => {
    expect(decide({})).toEqual({ changes: [], journals: [], events: [], limitUses: [] });
    expect(joined([])).toEqual(decide({}));
  });

  it('joined of several keeps all of each, in order', () => {
    const facts = { available: exact('11.5'), reviewReasons: [] };
    const create = () => createPayout(moment, payout, facts);
    const fact = { accountId: 'acct_1', type: 'webhook.ping', data: { id: 'we_1' } } as const;
    const ping = decide({ events: [eventOf(moment, fact)] });
    expect(summaryOf(joined([create(), ping, create()]))).toMatchObject({
      rows: ['new payout', 'new payout'],
      events: ['payout.created', 'webhook.ping', 'payout.created'],
      moves: ['available > reserved 11.5 USDT', 'available > reserved 11.5 USDT'],
      limits: ['37 1', '37 1'],
    });
  });

  it('adds a row unchanged, and gives a changed row its next version', () => {
    expect(added('payout', payout)).toEqual({ noun: 'payout', row: payout, isNew: true });
    const next = { noun: 'payout', row: { ...payout, version: payout.version + 1 }, isNew: false };
    expect(changed('payout', payout)).toEqual(next);
    expect(payout.version, 'the row that was read stays').toBe(3);
  });
});
