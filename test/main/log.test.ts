import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LogLevel } from '../../src/main/config.js';
import { createLog } from '../../src/main/log.js';
import { buildCommandLine } from '../setup/cli.js';

function capture(level: LogLevel = 'info') {
  const written: string[] = [];
  const log = createLog(level, { write: (line) => written.push(line) });
  return { log, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>), written };
}

describe('the log', () => {
  it('writes one line with allowed fields only', () => {
    const { log, lines, written } = capture();
    const child = log.child({ request_id: 'req_1', authorization: 'Bearer secret' });
    child.info(
      { status: 201, route: '/v1/payouts', body: { name: 'secret' }, account_id: { deep: 'secret' } },
      'call',
    );
    child.info('value %s', 'secret');
    expect(written.join('')).not.toContain('secret');
    expect(lines()[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      message: 'call',
      request_id: 'req_1',
      status: 201,
      route: '/v1/payouts',
    });
  });

  it('tells where an error arose', () => {
    const { log, lines } = capture();
    log.error({ err: new TypeError('broken', { cause: new Error('inner') }) }, 'call failed');
    expect(lines()[0]).toMatchObject({
      error_name: 'TypeError',
      error_message: 'broken',
      message: 'call failed',
    });
    expect(lines()[0]?.['error_stack']).toMatch(/^at .*log\.test\.ts/);
  });

  it('does not repeat what a database says, which holds statements and values', () => {
    const { log, lines, written } = capture();
    const said = Object.assign(new Error('insert … secret'), {
      severity: 'ERROR',
      code: '23505',
      constraint: 'payout_quote_key',
      detail: 'secret',
    });
    log.error(said);
    log.error({ err: new Error('insert … secret', { cause: said }) });
    expect(written.join('')).not.toContain('secret');
    expect(lines()[0]).toMatchObject({
      error_cause: '23505',
      constraint: 'payout_quote_key',
      message: 'unexpected',
    });
    expect(lines()[1]).toMatchObject({ error_cause: '23505', constraint: 'payout_quote_key' });
  });

  it('cuts long values and keeps to its level', () => {
    const { log, lines } = capture('warn');
    log.info({ status: 200 }, 'unseen');
    log.warn({ outcome: 'x'.repeat(1000) }, 'seen');
    expect(lines()).toHaveLength(1);
    expect(lines()[0]?.['outcome']).toHaveLength(301);
  });
});

/** What a process has written that logs so many lines and then ends. */
async function logged(count: number, end = ''): Promise<string[]> {
  const log = join(import.meta.dirname, '../../dist/main/log.js');
  const program = `import { createLog, endLog } from ${JSON.stringify(log)};
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
  beforeAll(buildCommandLine, 60_000);

  it('is whole and in order, up to the line before its end', async () => {
    const lines = await logged(5000);
    expect(lines.map((line) => (JSON.parse(line) as { count: number }).count)).toEqual(
      Array.from({ length: 5000 }, (_, count) => count),
    );
    expect(lines.at(-1)).toContain('"method":"é"');
  });

  it.each([1, 100, 130, 150, 200, 300, 1000])('is whole when it is ended after %i lines', async (count) => {
    expect(await logged(count, 'await Promise.all([endLog(log), endLog(log)]);')).toHaveLength(count);
  });
});
