import type { Table } from './table.js';

/** Asked once a statement, and only where a row would be left out. */
const isStopped = '(select is_stopped())';
const isSendingStopped = '(select is_sending_stopped())';

/**
 * The condition that leaves out what the kill switch holds back: nobody comes to that, and it is not due, until the switch
 * is off. What was asked to be cancelled is not held back.
 */
export function notHeld({ noun, fields }: Table): string {
  const has = (name: string): boolean => fields.some(({ field }) => field === name);
  const uncancelled = has('cancelRequestedAt') ? 'and cancel_requested_at is null' : '';
  if (has('sending')) return `and not (sending = 'unsent' ${uncancelled} and ${isSendingStopped})`;
  if (noun === 'payoutBatch') return `and not (cancel_requested_at is null and ${isStopped})`;
  return noun === 'settlementSchedule' ? `and not (status = 'active' and ${isStopped})` : '';
}
