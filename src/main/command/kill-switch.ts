import type { Command } from 'commander';
import { answers, groupOf } from './define.js';

/** `payouts status`. */
export function killSwitchStatus(psp: Command): void {
  const command = groupOf(psp, 'payouts').command('status').description('Whether payouts are stopped');
  answers<[], object>(command, 'payouts status', async () => {
    const { withPorts } = await import('./database.js');
    return withPorts(async ({ reader }) => {
      const stopped = await reader.payoutsStopped();
      const text = stopped
        ? 'Payouts are stopped: none is accepted, and none is sent.'
        : 'Payouts are taken.';
      return { json: { payouts_stopped: stopped }, text };
    });
  });
}
