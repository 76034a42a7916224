import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { buildCommandLine } from '../setup/cli.js';

const program = join(import.meta.dirname, '../../bench/main.ts');

beforeAll(buildCommandLine);

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
])('the benchmark with %j reports the error with its usage, and exits 2', (args, why) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.split('\n\n').slice(0, 2)).toEqual([why, expect.stringMatching(/^npm run bench -- \[/)]);
});

it('an interrupted benchmark ends with one sentence, leaves nothing behind and exits 130', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'psp-interrupted-'));
  // If run by root, the server runs as another user, who must be able to pass through.
  await chmod(dir, 0o711);
  const bench = spawn(process.execPath, [program, '--quick'], {
    detached: true,
    env: { ...process.env, TMPDIR: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  bench.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said === '') process.kill(-(bench.pid ?? Number.NaN), 'SIGINT');
    said += text;
  });
  const [code] = await once(bench, 'close');
  const [, ...after] = said.trimEnd().split('\n');
  expect({ code, after, left: await readdir(dir) }).toEqual({
    code: 130,
    after: ['The bench was interrupted: it stops what it has started.'],
    left: [],
  });
  await rm(dir, { recursive: true });
});
