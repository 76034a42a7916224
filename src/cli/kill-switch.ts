import type { Command } from 'commander';
import { killSwitchReach } from '../api/platform.js';
import { answers, groupOf } from './define.js';

/** `payouts status`. */
export function killSwitchStatus(psp: Command): void {
  const command = groupOf(psp, 'payouts')
    .command('status')
    .summary('Show the kill switch')
    .description(`Whether the kill switch is on, and since when. ${killSwitchReach}`);
  answers<[], object>(command, 'payouts status', async () => {
    const { withPorts } = await import('./database.js');
    return withPorts(async ({ reader }) => {
      const since = await reader.payoutsStoppedSince();
      const isOn = since !== null;
      return {
        json: { payouts_stopped: isOn, ...(isOn && { payouts_stopped_since: since.toISOString() }) },
        text: isOn
          ? `The kill switch has been on since ${since.toISOString()}. ${killSwitchReach}`
          : 'The kill switch is off: money is sent to banks.',
      };
    });
  });
}
