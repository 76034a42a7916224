import { describe, expect, test } from 'vitest';
import { decide } from '../../src/domain/decision.js';
import { tracedBy, untraced, type BankReference } from '../../src/domain/noun/bank-reference.js';
import { withTrace } from '../../src/domain/operation.js';
import { applyEvidence, type Evidence } from '../../src/domain/operation-evidence.js';
import { asOperation } from '../../src/domain/payout-action.js';
import { payoutIn, moment } from '../setup/payout-state.js';

const first: BankReference = { kind: 'end_to_end_id', value: 'E1' };
const second: BankReference = { kind: 'other', value: 'E2' };
const columns = ({ kind, value }: BankReference) => ({ traceKind: kind, traceReference: value });

describe('a bank reference', () => {
  test('is the one reported last, and a report without one changes nothing', () => {
    expect(tracedBy({ ...untraced }, first)).toEqual(columns(first));
    const traced = { ...untraced, ...columns(first) };
    expect(tracedBy(traced, second)).toEqual(columns(second));
    expect(tracedBy(traced, undefined)).toBe(traced);
    expect(tracedBy(traced, first)).toBe(traced);
  });

  test('that comes with a decision is written once, with the decision', () => {
    const row = payoutIn('processing', { sending: 'accepted' });
    const evidence: Evidence = { outcome: 'paid', trace: first };
    const decided = applyEvidence(moment, asOperation(row), evidence);
    expect(decided.row).toMatchObject({ status: 'completed', ...columns(first) });
    const updates = decided.changes.filter((change) => change.row.id === row.id);
    expect(updates).toMatchObject([{ row: { ...columns(first), version: row.version + 1 } }]);
    expect(decided.events[0]?.body).toContain('"bank_reference":{"kind":"end_to_end_id","value":"E1"}');
  });

  test.each(['completed', 'failed', 'returned', 'cancelled'] as const)(
    'reported later for a payout that is %s is only stored: no event, no journal',
    (status) => {
      const row = payoutIn(status, columns(first));
      const decision = withTrace(asOperation(row), { trace: second, decideOn: () => decide({}) });
      expect(decision.changes).toMatchObject([
        { row: { status, ...columns(second), version: row.version + 1, updatedAt: row.updatedAt } },
      ]);
      expect([decision.events, decision.journals]).toEqual([[], []]);
      const again = withTrace(asOperation(row), { trace: first, decideOn: () => decide({}) });
      expect(again.changes).toEqual([]);
    },
  );

  test('in evidence that contradicts a final state is stored with the exception', () => {
    const row = payoutIn('failed', {});
    const decided = applyEvidence(moment, asOperation(row), { outcome: 'paid', trace: first });
    expect(decided.changes.map(({ noun }) => noun).toSorted()).toEqual(['exception', 'payout']);
    expect(decided.row).toMatchObject({ status: 'failed', ...columns(first) });
  });
});
