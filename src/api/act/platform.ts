import { stopPayouts } from '../../usecases/capability.js';
import { advanceClock, rotateKeys } from '../../usecases/platform.js';
import { platformOf } from '../platform.js';
import { act, type Group } from './act.js';
import { flag, seconds, stateOf } from './field.js';

const killSwitch = act({
  name: 'setPayoutKillSwitch',
  words: 'The kill switch. On: new payouts are refused, and what has not left yet waits.',
  role: 'admin',
  takes: { on: flag('Whether payouts are stopped.') },
  changes: stateOf('SeenKillSwitch', 'The kill switch', { stopped: flag('Whether payouts were stopped.') }),
  answers: 'Platform',
  command: [
    {
      path: 'payouts stop',
      words: 'Refuse new payouts; what has not left yet waits',
      sets: { on: true },
      example: '--reason drill',
    },
    { path: 'payouts resume', words: 'Let payouts go on', sets: { on: false }, example: '--reason drill' },
  ],
  run: ({ ports, by }, { on }) => stopPayouts(ports, by, on),
  row: (_result, { ports }) => platformOf(ports),
  tell: (_result, _work, { on }) => ({
    json: { payouts_stopped: on },
    text: on ? 'Payouts are stopped.' : 'Payouts go on.',
  }),
});

const advance = act({
  name: 'advanceClock',
  words:
    'Move business time on for every process, stopping at everything that falls due on the way until it is done. Sandbox only.',
  role: 'admin',
  takes: { seconds: seconds(3_650 * 86_400) },
  answers: 'Platform',
  command: { path: 'clock advance', places: ['seconds'], example: '24h' },
  run({ ports, by, progress }, asked) {
    const onStep = (now: Date) => progress(`it is ${now.toISOString()}`);
    return advanceClock(ports, by, { ms: asked.seconds * 1000, onStep });
  },
  // Another may have moved it on since.
  row: async (now, { ports }) => ({ ...(await platformOf(ports)), now }),
  tell: (now, _work, asked) => ({
    json: { now: now.toISOString(), advanced_seconds: asked.seconds },
    text: `It is ${now.toISOString()} for the service.`,
  }),
});

const rotate = act({
  name: 'rotateKeys',
  words: 'Encrypt again, under the first key, whatever older keys encrypted; may be stopped and run again.',
  role: 'admin',
  takes: {},
  command: { path: 'keys rotate', example: '' },
  run: ({ ports, by, progress }) => rotateKeys(ports, by, (count) => progress(`${count} values so far`)),
  tell(resealed, { ports }) {
    const keyId = ports.vault.currentKeyId;
    return {
      json: { key_id: keyId, resealed },
      text: `Everything is encrypted under ${keyId}; ${resealed} values were encrypted again.`,
    };
  },
});

export const payoutsActs: Group = { name: 'payouts', words: 'The kill switch', acts: [killSwitch] };
export const keysActs: Group = { name: 'keys', words: 'Keys that encrypt at rest', acts: [rotate] };
export const clockActs: Group = { name: 'clock', words: 'Business time, in sandbox', acts: [advance] };
