import type { Table } from './table.js';

/** A scalar subquery: evaluated once per statement, and only if a row needs it. */
const isStopped = '(select is_stopped())';
const isSendingStopped = '(select is_sending_stopped())';

/**
 * Condition that leaves out rows that the kill switch holds back: they are not due until the switch is off. Rows with a
 * requested cancellation are not held back.
 */
export function notHeld({ noun, fields }: Table): string {
  const has = (name: string): boolean => fields.some(({ field }) => field === name);
  const uncancelled = has('cancelRequestedAt') ? 'and cancel_requested_at is null' : '';
  if (has('sending')) return `and not (sending = 'unsent' ${uncancelled} and ${isSendingStopped})`;
  if (noun === 'payoutBatch') return `and not (cancel_requested_at is null and ${isStopped})`;
  return noun === 'settlementSchedule' ? `and not (status = 'active' and ${isStopped})` : '';
}
