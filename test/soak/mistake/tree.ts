import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Edit } from './list.js';

export const root = join(import.meta.dirname, '../../..');
/** Folders that tests read by path or write to; others are linked. */
const copied = new Set(['src', 'test', 'migrations', 'docs']);
/** Rebuilt by the tests that run the build. */
const left = new Set(['dist', '.git']);

/** A copy of the project with the mistake in it. */
export function openTree(edits: readonly Edit[]): { readonly dir: string; remove(): Promise<void> } {
  const dir = mkdtempSync(join(tmpdir(), 'psp-mistake-'));
  for (const name of readdirSync(root)) {
    if (left.has(name)) continue;
    const [from, to] = [join(root, name), join(dir, name)];
    if (copied.has(name) || statSync(from).isFile()) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
  for (const edit of edits) {
    const path = join(dir, edit.file);
    const parts = readFileSync(path, 'utf8').split(edit.find);
    if (parts.length !== 2) throw new Error(`${edit.file} has ${parts.length - 1} times: ${edit.find}`);
    writeFileSync(path, parts.join(edit.put));
  }
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Runs a program there until it ends; returns its output. */
export async function runThere(
  dir: string,
  program: string,
  args: readonly string[],
): Promise<{ code: number; said: string }> {
  const child = spawn(program, args, {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code: code ?? -1, said: out + err };
}
