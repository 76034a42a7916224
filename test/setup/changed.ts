import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The rules, and what holds for every noun. */
const ofAll = /^test\/(domain\/|(adapters\/drift|api\/tenancy)\.)/;

const nameOf = (path: string): string => basename(path).replace(/\..*$/, '');

/**
 * The tests that are left out after a change: nearly every journey loads nearly every source, so that Vitest alone would
 * run all of them. Kept are those that bear the name of a changed file, changed tests, and the rules. None is left out
 * where no test bears a name.
 */
export function leftOut(changed: readonly string[], tests: readonly string[]): readonly string[] {
  const names = changed.filter((path) => /^(src|connectors)\/.*\.tsx?$/.test(path)).map(nameOf);
  const isNamed = (test: string): boolean =>
    names.some((name) => nameOf(test) === name || nameOf(test).startsWith(`${name}-`));
  if (!tests.some(isNamed)) return [];
  return tests.filter((test) => !isNamed(test) && !changed.includes(test) && !ofAll.test(test));
}

/** By the words of the command line: `--changed`, or `--changed <commit>`. */
export function leftOutOf(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => word === '--changed' || word.startsWith('--changed='));
  if (at < 0) return [];
  const [, since = words[at + 1]] = (words[at] ?? '').split('=');
  const commit = since === undefined || /^-|\.tsx?$/.test(since) ? 'HEAD' : since;
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return leftOut(changed, globSync('test/**/*.test.ts', { cwd: root }));
}
