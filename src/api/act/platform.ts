import { refuse } from '../../domain/refusal.js';
import { stopPayouts } from '../../usecases/kill-switch.js';
import { advanceClock, advanceDaysMost, rotateKeys } from '../../usecases/platform.js';
import { killSwitchReach, platformOf } from '../platform.js';
import { act, type Group } from './act.js';
import { flag, seconds, stateOf, time } from './field.js';

const killSwitch = act({
  name: 'setPayoutKillSwitch',
  words: `Turn the kill switch on or off. ${killSwitchReach}`,
  role: 'admin',
  takes: { on: flag('On: stop everything that sends money to a bank.') },
  changes: stateOf('SeenKillSwitch', 'The kill switch', { stopped: flag('Whether it was on.') }),
  answers: 'Platform',
  command: [
    {
      path: 'payouts stop',
      words: `Turn the kill switch on. ${killSwitchReach}`,
      sets: { on: true },
      example: '--reason drill',
    },
    {
      path: 'payouts resume',
      words: 'Turn the kill switch off. Waiting operations are sent, and missed settlements are created.',
      sets: { on: false },
      example: '--reason drill',
    },
  ],
  run: ({ ports, by }, { on }) => stopPayouts(ports, by, on),
  row: (_result, { ports }) => platformOf(ports),
  output: (_result, _work, { on }) => ({
    json: { payouts_stopped: on },
    text: on
      ? `The kill switch is on. ${killSwitchReach}`
      : 'The kill switch is off. Waiting operations are being sent.',
  }),
});

const advance = act({
  name: 'advanceClock',
  words:
    'Advance business time for every process. The advance stops at each time at which something is due, until that is done. Look-ups, polls and test deliveries are made once at each stop. Give either `seconds` or `to`. Sandbox only.',
  role: 'admin',
  takes: {
    seconds: seconds(advanceDaysMost * 86_400, 'How far.').optional(),
    to: time('Target time. Repeating it, or a past time, changes nothing.').optional(),
  },
  answers: 'Platform',
  command: { path: 'clock advance', positionals: ['seconds'], example: '24h' },
  limitMs: 120_000,
  run({ ports, by, progress, stop }, step) {
    const onStep = (now: Date) => progress(`it is ${now.toISOString()}`);
    return advanceClock(ports, by, { ...spanOf(step), onStep, stop });
  },
  // Another operator may have moved the clock since.
  row: async (now, { ports }) => ({ ...(await platformOf(ports)), now }),
  output: (now, _work, { seconds: advanced }) => ({
    json: { now: now.toISOString(), ...(advanced !== undefined && { advanced_seconds: advanced }) },
    text: `Business time is ${now.toISOString()}.`,
  }),
});

function spanOf({
  seconds: span,
  to,
}: {
  readonly seconds?: number | undefined;
  readonly to?: Date | undefined;
}) {
  if (span !== undefined && to === undefined) return { ms: span * 1000 };
  if (to !== undefined && span === undefined) return { to };
  const param = to === undefined ? 'seconds' : 'to';
  return refuse('invalid_parameter', 'Give either seconds or to.', { param });
}

const rotate = act({
  name: 'rotateKeys',
  words: 'Encrypt values of older keys again under the first key. Can be interrupted and repeated.',
  role: 'admin',
  takes: {},
  command: { path: 'keys rotate', example: '' },
  run: ({ ports, by, progress }) => rotateKeys(ports, by, (count) => progress(`${count} values so far`)),
  output({ resealed, unopened }, { ports }) {
    const keyId = ports.vault.currentKeyId;
    return {
      failed: unopened > 0,
      json: { key_id: keyId, resealed, unopened },
      text:
        unopened === 0
          ? `Everything is encrypted under ${keyId}; ${resealed} values were re-encrypted.`
          : `${resealed} values were re-encrypted under ${keyId}; ${unopened} cannot be decrypted and were left: psp check lists them.`,
    };
  },
});

export const payoutsActs: Group = { name: 'payouts', words: 'The kill switch', acts: [killSwitch] };
export const keysActs: Group = { name: 'keys', words: 'Encryption keys', acts: [rotate] };
export const clockActs: Group = { name: 'clock', words: 'Business time of a sandbox', acts: [advance] };
