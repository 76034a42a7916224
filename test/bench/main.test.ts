import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildCommandLine } from '../setup/cli.js';

const program = join(import.meta.dirname, '../../bench/main.ts');

beforeAll(buildCommandLine, 120_000);

it.each([
  [['--bogus'], "Unknown option '--bogus'"],
  [['all'], "Unexpected argument 'all'"],
  [['--rows'], "Option '--rows <value>' argument missing"],
  [['--rows', '7'], '--rows takes a whole number above 10000.'],
  [['--rounds', '3'], '--rounds is for the turns of two builds: add --against FOLDER.'],
  [['--quick', '--paths', 'hot'], '--paths is for the turns of two builds: add --against FOLDER.'],
  [['--quick', '--against', '.'], 'Give one of --quick and --against, or none for all there is.'],
  [
    ['--against', 'nowhere'],
    '--against takes the folder of a checkout that is built, and nowhere/dist/main/serve.js is not there.',
  ],
  [
    ['--against', '.', '--paths', 'hot,cold'],
    '--paths takes names of sustainedHot, sustainedSpread, hot, spread, lone, replay, payin, balances, payout, page, slow, webhooks, endpoint.',
  ],
])(
  'the benchmark given %j says what is wrong and how to use it, and exits 2',
  (args, why) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n\n').slice(0, 2)).toEqual([why, expect.stringMatching(/^npm run bench -- \[/)]);
  },
  30_000,
);
