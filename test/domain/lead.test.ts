import { describe, expect, it, test } from 'vitest';
import { futureTimeRules } from '../../src/domain/lead.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const names = futureTimeRules.map(({ table, column }) => `${table}.${column}`);
const leadOf = (name: string) => {
  const lead = futureTimeRules[names.indexOf(name)];
  if (lead === undefined) throw new Error(`nothing says how far ${name} may be ahead`);
  return lead;
};

describe("the rule for a column's future times", () => {
  // The longest lifetimes and waits in the contract: the rules must allow them.
  test.each([
    ['hosted_session.expires_at', 604_800 * second, 'contract part 8: expires_in'],
    ['session.expires_at', 12 * hour, 'supplement §2: 12 hours'],
    ['member.invitation_expires_at', 7 * day, 'contract §4.9: 7 days'],
    ['webhook_endpoint.previous_secret_expires_at', day, 'contract §4.7: 24 hours'],
    ['webhook_lane.next_test_at', 15 * minute, 'contract §6.4: every 15 minutes'],
    ['sign_in_code.expires_at', 10 * minute, 'supplement §2: 10 minutes'],
    // The longest wait of contract §6.4, plus 20 percent.
    ['webhook_delivery.next_attempt_at', 8 * hour + 96 * minute, 'contract §6.4: 8 hours and a fifth'],
    ['webhook_lane.due_at', 8 * hour + 96 * minute, 'contract §6.4: 8 hours and a fifth'],
    ['intent.send_by', 10 * second, 'supplement §7: 10 seconds'],
    ['payout.send_by', 10 * second, 'supplement §7: 10 seconds'],
    ['refund.send_by', 10 * second, 'supplement §7: 10 seconds'],
    ['withdrawal.send_by', 10 * second, 'supplement §7: 10 seconds'],
    ['settlement.send_by', 10 * second, 'supplement §7: 10 seconds'],
  ])('%s: exactly %i ms (%s)', (name, ms) => {
    expect(leadOf(name).mostMs).toBe(ms);
  });

  test.each([
    ['quote.expires_at', 30 * minute, 'supplement §9: a remittance quote'],
    ['remittance.next_step_at', 30 * minute, 'supplement §9: its quote'],
    ['funding_account.expires_at', 30 * minute, 'supplement §3.10: one payment'],
    ['settlement_schedule.next_step_at', 31 * day, 'supplement §3.6: the next month'],
    ['mail.expires_at', 7 * day, 'contract §4.9: an invitation'],
  ])('%s: at least %i ms (%s)', (name, ms) => {
    expect(leadOf(name).mostMs).toBeGreaterThanOrEqual(ms);
  });

  it('exists once per column', () => {
    expect(new Set(names).size).toBe(names.length);
  });

  it('allows more than zero, and more since the creation if both are given', () => {
    for (const { mostMs, sinceCreatedMs = Infinity } of futureTimeRules) {
      expect(mostMs).toBeGreaterThan(0);
      expect(sinceCreatedMs).toBeGreaterThan(mostMs);
    }
  });

  // Supplement §8: machine time is that of leases and send windows, business time all else.
  test.each(futureTimeRules)('$table.$column uses the right clock', ({ column, clock }) => {
    const isMachine = ['send_by', 'lease_until', 'served_at'].includes(column);
    expect(clock).toBe(isMachine ? 'machine' : 'business');
  });

  it('shortens leases and lifetimes, and never removes them', () => {
    const lasting = futureTimeRules.filter(({ column }) => /expires_at$|^send_by$/.test(column));
    expect(new Set(lasting.map(({ becomes }) => becomes))).toEqual(new Set(['most']));
  });
});
