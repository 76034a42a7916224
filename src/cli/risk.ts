import type { Command } from 'commander';
import { showReview } from '../api/act/risk.js';
import { groupOf } from './define.js';
import { lists } from './list.js';

/** `risk list`. */
export function riskCommands(psp: Command): void {
  const listing = groupOf(psp, 'risk')
    .command('list')
    .description('Payouts, refunds, withdrawals and settlements held for review, newest first')
    .option('--all', 'include decided ones');
  lists(listing, 'risk list', {
    noun: 'riskDecision',
    unless: { status: 'in_review' },
    none: 'Nothing is held for review; --all includes decided ones.',
    columns: {
      REVIEW: 'id',
      OPERATION: 'resourceId',
      ACCOUNT: 'accountId',
      STATUS: 'status',
      SINCE: 'createdAt',
      REASONS: 'reasons',
    },
    show: showReview,
  });
}
