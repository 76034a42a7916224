import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { forTerminal } from '../../src/main/log-terminal.js';
import { buildCommandLine } from '../setup/cli.js';

const built = join(import.meta.dirname, '../../dist/main/log.js');

const lineOf = (fields: object): string =>
  stripVTControlCharacters(
    forTerminal(JSON.stringify({ level: 'info', time: '2026-11-01T12:34:56.789Z', ...fields })),
  );

it('a line for people has the time, the level, the message, and fields by name', () => {
  const request = {
    message: 'request',
    method: 'POST',
    route: '/v1/payouts',
    status: 201,
    duration_ms: 12.3,
  };
  expect(lineOf({ ...request, request_id: 'req_1', replayed: true })).toBe(
    '12:34:56.789 INFO  request POST /v1/payouts 201 12.3ms request_id=req_1 replayed=true\n',
  );
});

it("a line for people is one line, with an error's frames below", () => {
  const error = {
    level: 'error',
    message: 'request failed',
    error_message: 'no "row" here',
    error_stack: 'at a\nat b',
  };
  expect(lineOf(error)).toBe(
    '12:34:56.789 ERROR request failed error_message="no \\"row\\" here"\n    at a\n    at b\n',
  );
});

it('control characters are escaped and visible', () => {
  const text = forTerminal(
    JSON.stringify({
      level: 'warn',
      time: '',
      message: 'm',
      error_message: 'a\u001b[2Jb\nc\u202ed\u009b',
      error_stack: 'at \u001b]0;x\u0007',
    }),
  );
  const plain = stripVTControlCharacters(text);
  expect(plain).toContain('\\u001b[2Jb\\u000ac\\u202ed\\u009b');
  expect(plain).toContain('at \\u001b]0;x\\u0007');
});

/** Output of a process that logs a line, on a terminal or a pipe. */
async function logged(isTerminal: boolean): Promise<string> {
  const program = `import { createLog, endLog } from ${JSON.stringify(built)};
    const log = createLog('info');
    log.warn({ count: 1 }, 'a line');
    await endLog(log);`;
  const args = ['--input-type=module', '--eval', program];
  const run = promisify(execFile);
  if (!isTerminal) return (await run(process.execPath, args)).stdout;
  const command = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  return (await run('script', ['--quiet', '--return', '--command', command, '/dev/null'])).stdout;
}

describe('the log of a process', () => {
  beforeAll(buildCommandLine);

  it.each([
    [true, /^\d\d:\d\d:\d\d\.\d{3} WARN {2}a line count=1$/],
    [false, /^\{"level":"warn",.*"count":1,"message":"a line"\}$/],
  ])('on a terminal (%s) is for people, otherwise for machines', async (isTerminal, form) => {
    expect(stripVTControlCharacters(await logged(isTerminal)).trim()).toMatch(form);
  });
});
