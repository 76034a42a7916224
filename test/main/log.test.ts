import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LogLevel } from '../../src/main/config.js';
import { createLog } from '../../src/main/log.js';
import { buildCommandLine } from '../setup/cli.js';

function capture(level: LogLevel = 'info') {
  const texts: string[] = [];
  const log = createLog(level, { write: (line) => texts.push(line) });
  return { log, lines: () => texts.map((line) => JSON.parse(line) as Record<string, unknown>), texts };
}

describe('the log', () => {
  it('writes one line with allowed fields only', () => {
    const { log, lines, texts } = capture();
    const child = log.child({ request_id: 'req_1', authorization: 'Bearer secret' });
    child.info(
      { status: 201, route: '/v1/payouts', body: { name: 'secret' }, account_id: { deep: 'secret' } },
      'call',
    );
    child.info('value %s', 'secret');
    expect(texts.join('')).not.toContain('secret');
    expect(lines()[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      message: 'call',
      request_id: 'req_1',
      status: 201,
      route: '/v1/payouts',
    });
  });

  it('shows where an error occurred', () => {
    const { log, lines } = capture();
    log.error({ err: new TypeError('broken', { cause: new Error('inner') }) }, 'call failed');
    expect(lines()[0]).toMatchObject({
      error_name: 'TypeError',
      error_message: 'broken',
      message: 'call failed',
    });
    expect(lines()[0]?.['error_stack']).toMatch(/^at .*log\.test\.ts/);
  });

  it('leaves out database messages, which contain statements and values', () => {
    const { log, lines, texts } = capture();
    const said = Object.assign(new Error('insert … secret'), {
      severity: 'ERROR',
      code: '23505',
      constraint: 'payout_quote_key',
      detail: 'secret',
    });
    log.error(said);
    log.error({ err: new Error('insert … secret', { cause: said }) });
    expect(texts.join('')).not.toContain('secret');
    expect(lines()[0]).toMatchObject({
      error_cause: '23505',
      constraint: 'payout_quote_key',
      message: 'unexpected',
    });
    expect(lines()[1]).toMatchObject({ error_cause: '23505', constraint: 'payout_quote_key' });
  });

  it('cuts long values and obeys its level', () => {
    const { log, lines } = capture('warn');
    log.info({ status: 200 }, 'unseen');
    log.warn({ outcome: 'x'.repeat(1000) }, 'seen');
    expect(lines()).toHaveLength(1);
    expect(lines()[0]?.['outcome']).toHaveLength(301);
  });
});

const built = join(import.meta.dirname, '../../dist/main/log.js');

/** Output of a process that logs many lines and then exits. */
async function logged(count: number, end = ''): Promise<string[]> {
  const program = `import { createLog, endLog } from ${JSON.stringify(built)};
    const log = createLog('info');
    for (let count = 0; count < ${count}; count += 1) log.info({ count, method: 'é', route: '${'x'.repeat(150)}' }, 'line');
    ${end}
    process.exit();`;
  const options = { maxBuffer: 2 ** 24 };
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return stdout.trimEnd().split('\n');
}

describe('the log of a process', () => {
  beforeAll(buildCommandLine);

  it('is complete and in order, up to the line before its end', async () => {
    const lines = await logged(5000);
    expect(lines.map((line) => (JSON.parse(line) as { count: number }).count)).toEqual(
      Array.from({ length: 5000 }, (_, count) => count),
    );
    expect(lines.at(-1)).toContain('"method":"é"');
  });

  it.each([1, 100, 130, 150, 200, 300, 1000])('is complete if it ends after %i lines', async (count) => {
    expect(await logged(count, 'await Promise.all([endLog(log), endLog(log)]);')).toHaveLength(count);
  });

  /**
   * Logs a line each millisecond until its input ends, then more than one write takes; prints how many lines
   * it lost.
   */
  const talker = `import { createLog, endLog, linesLost, outliveOutput } from ${JSON.stringify(built)};
    import { writeSync } from 'node:fs';
    outliveOutput();
    const log = createLog('info');
    let count = 0;
    const say = (lines) => { for (let n = 0; n < lines; n += 1) log.info({ count: count += 1, route: '${'x'.repeat(250)}' }, 'line'); };
    const talk = setInterval(() => say(5), 1);
    process.stdin.resume().on('data', () => writeSync(2, linesLost() + '\\n')).on('end', async () => {
      clearInterval(talk);
      say(1000);
      log.info({ count: -1 }, 'last');
      await endLog(log);
      process.exit(0);
    });`;

  /** Runs the talker with this stdout; returns the number of lost lines and how it ends. */
  function talk(stdout: 'pipe' | number, prefix: readonly string[] = []) {
    const words = [...prefix, process.execPath, '--input-type=module', '--eval', talker];
    const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['pipe', stdout, 'pipe'] });
    const said = createInterface({ input: child.stderr as Readable });
    const exit = once(child, 'exit');
    return {
      child,
      lost: async (): Promise<number> => {
        child.stdin?.write('?');
        const [line] = (await once(said, 'line')) as [string];
        return Number(line);
      },
      end: (): Promise<unknown[]> => {
        child.stdin?.end();
        return exit;
      },
    };
  }

  it.each([
    ['a disk is full', () => talk(openSync('/dev/full', 'w'))],
    [
      'nobody reads any more',
      () => {
        const talking = talk('pipe');
        talking.child.stdout?.destroy();
        return talking;
      },
    ],
  ])('loses lines, counts them, and never ends the process, where %s', async (_where, begin) => {
    const { lost, end } = begin();
    await expect.poll(lost, { timeout: 60_000 }).toBeGreaterThan(100);
    expect(await end()).toEqual([0, null]);
  });

  it('continues with complete lines once there is space again', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'psp-log-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const file = join(dir, 'log');
    // A limit on the file size replaces a full disk.
    const { child, lost, end } = talk(openSync(file, 'w'), ['prlimit', '--fsize=100000:unlimited']);
    await expect.poll(lost, { timeout: 60_000 }).toBeGreaterThan(100);
    await promisify(execFile)('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
    await expect.poll(() => statSync(file).size, { timeout: 60_000 }).toBeGreaterThan(300_000);
    expect(await end()).toEqual([0, null]);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const counts = lines.map((line) => (JSON.parse(line) as { count: number }).count);
    expect(counts.at(-1)).toBe(-1);
    expect(counts.slice(0, -1)).toEqual(counts.slice(0, -1).toSorted((one, other) => one - other));
    expect(Math.max(...counts)).toBeGreaterThan(counts.length);
  });
});
