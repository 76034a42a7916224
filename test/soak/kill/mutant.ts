import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from './run.js';

/** One textual change of the build. */
export interface Change {
  /** Below the project's root: of `dist` or `migrations`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly put: string;
}

/** The ordeal of a build. */
export type Load = Pick<Plan, 'faults' | 'tags'>;

/** A build with a deliberate mistake, and how the harness names it. */
export interface Mutant {
  readonly name: string;
  /** The mistake; then whatever else would refuse its harm. */
  readonly changes: readonly Change[];
  readonly load: Load;
  /** The verdict that is broken, and what it says. */
  readonly verdict: string;
  readonly says: RegExp;
}

const root = join(import.meta.dirname, '../../..');

/** A copy of the build with the changes in it; `program` is what `npm start` runs. */
export function buildMutant(changes: readonly Change[]): { program: string; remove: () => Promise<void> } {
  const dir = mkdtempSync(join(tmpdir(), 'psp-mutant-'));
  for (const folder of ['dist', 'migrations'])
    cpSync(join(root, folder), join(dir, folder), { recursive: true });
  for (const name of ['node_modules', 'schema', 'config', 'assets', 'package.json'])
    symlinkSync(join(root, name), join(dir, name));
  for (const change of changes) apply(dir, change);
  moveFunctions(dir, new Set(changes.map(({ file }) => file)));
  return { program: join(dir, 'dist/main/serve'), remove: () => rm(dir, { recursive: true }) };
}

/**
 * Changed functions are made by the last migration. In a file of their own they would be those of another release, beside
 * which the harness itself does not work.
 */
function moveFunctions(dir: string, files: ReadonlySet<string>): void {
  const migrations = join(dir, 'migrations');
  const last = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1);
  for (const file of files) {
    if (!file.startsWith('migrations/functions/')) continue;
    appendFileSync(join(migrations, last ?? ''), readFileSync(join(dir, file), 'utf8'));
    cpSync(join(root, file), join(dir, file));
  }
}

function apply(dir: string, { file, find, put }: Change): void {
  const path = join(dir, file);
  const parts = readFileSync(path, 'utf8').split(find);
  if (parts.length !== 2) {
    throw new Error(`the mutant no longer applies: ${file} has ${parts.length - 1} times: ${find}`);
  }
  writeFileSync(path, parts.join(put));
}
