import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'psp-new-'));
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 26 });
  for (const path of stdout.split('\0').filter((each) => each !== '')) {
    await cp(join(root, path), join(dir, path), { verbatimSymlinks: true });
  }
  for (const path of ['node_modules', 'sdk/generate/node_modules']) {
    await symlink(join(root, path), join(dir, path));
  }
});
afterAll(() => rm(dir, { recursive: true }));

const npm = async (...args: string[]): Promise<string> =>
  (await run('npm', ['run', '-s', ...args], { cwd: dir, maxBuffer: 2 ** 26 })).stdout;
const changedBy = (output: string): string[] => output.match(/^ {2}\S+\.(ts|sql)$/gm) ?? [];

/** The first day of a contributor (docs/adding-a-noun.md): what is written compiles, is clean, and works. */
test('a new noun, field and act pass the checks and their tests', async () => {
  const noun = await npm('new', '--', 'noun', 'note', '--prefix', 'note', '--says', 'A note of an account.');
  expect(changedBy(noun).length).toBeLessThanOrEqual(10);

  const says = 'Time by which it must be done.';
  const field = await npm('new', '--', 'field', 'note', 'dueAt', '--kind', 'time', '--says', says);
  const rule = join(dir, 'src/domain/note.ts');
  const text = await readFile(rule, 'utf8');
  await writeFile(rule, text.replace("status: 'active',", "status: 'active',\n    dueAt: null,"));
  // The rule is the one file that is changed by hand.
  expect(changedBy(field).length + 1).toBeLessThanOrEqual(4);

  const act = await npm('new', '--', 'act', 'archive', 'note', '--says', 'Archive a note.');
  // Three, and the table of groups for the first act of a noun.
  expect(changedBy(act).length).toBeLessThanOrEqual(4);

  await npm('build');
  await npm('schema');
  await npm('build');
  await npm('check:still');
  const tests = [
    'domain/note',
    'domain/declare',
    'tidy',
    'adapters/drift',
    'adapters/draft',
    'api/act',
    'api/docs',
  ];
  await run('npx', ['vitest', 'run', ...tests.map((name) => `test/${name}.test.ts`)], {
    cwd: dir,
    maxBuffer: 2 ** 26,
  });
});
