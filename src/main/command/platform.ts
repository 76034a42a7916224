import type { Command } from 'commander';
import { advanceClock, rotateKeys } from '../../usecases/platform.js';
import { acts, group } from './act.js';
import { durationMs } from './given.js';

/** `keys rotate` and `clock advance`; both tell their progress on stderr. */
export function platformCommands(psp: Command): void {
  const keys = group(psp, 'keys', { description: 'Keys that encrypt at rest', example: 'keys rotate' });
  acts(
    keys
      .command('rotate')
      .description(
        'Encrypt again, under the first key, whatever older keys encrypted; may be stopped and run again',
      ),
    'keys rotate',
    async ({ ports, operator }) => {
      const resealed = await rotateKeys(ports, operator, (count) => tell(`${count} values so far`));
      const keyId = ports.vault.currentKeyId;
      return {
        json: { key_id: keyId, resealed },
        text: `Everything is encrypted under ${keyId}; ${resealed} values were encrypted again.`,
      };
    },
  );
  const clock = group(psp, 'clock', {
    description: 'Business time, in sandbox',
    example: 'clock advance 24h',
  });
  acts<[number]>(
    clock
      .command('advance')
      .description('Move business time on, stopping at everything that falls due on the way until it is done')
      .argument('<duration>', '90 (seconds), 90s, 15m, 24h or 7d', durationMs),
    'clock advance 24h',
    async ({ ports, operator }, [ms]) => {
      const onStep = (now: Date) => tell(`it is ${now.toISOString()}`);
      const now = (await advanceClock(ports, operator, { ms, onStep })).toISOString();
      return { json: { now, advanced_seconds: ms / 1000 }, text: `It is ${now} for the service.` };
    },
  );
}

function tell(progress: string): void {
  process.stderr.write(`${progress}\n`);
}
