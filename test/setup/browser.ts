import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { findProgram } from './program.js';

const cache = join(import.meta.dirname, '../../node_modules/.cache/chromium-headless');
const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .flatMap((machine) => [`usr/lib/${machine}`, `usr/lib/${machine}/pulseaudio`, `lib/${machine}`])
  .map((dir) => join(cache, dir));
/** Chromium without windows: its pages are the same, and what draws them takes a third of the processor time. */
const shell = 'chromium-headless-shell';
const unpacked = join(cache, 'usr/lib/chromium', shell);

const quiet = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];

/** One browser for a test file; close it at the end. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await program();
  return chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: quiet,
    ...(executablePath === unpacked && {
      env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } as Record<string, string>,
    }),
  });
}

const program = (): Promise<string> =>
  findProgram({
    names: [shell, 'chromium'],
    variable: 'PSP_TEST_CHROMIUM',
    unpacked,
    unpack,
    help: 'There is no Chromium: install it (Debian: apt-get install chromium-headless-shell), or name one in PSP_TEST_CHROMIUM.',
  });

/** Debian's package and what it lacks here, by Debian's own tools, which check them; the machine itself stays as it is. */
async function unpack(): Promise<string> {
  mkdirSync(join(cache, '..'), { recursive: true });
  const dir = mkdtempSync(`${cache}.new-`);
  const run = (name: string, args: readonly string[]) =>
    promisify(execFile)(name, args, { cwd: dir, maxBuffer: 16 * 1024 ** 2 });
  const own = [
    ['-o', `Dir::State=${dir}`],
    ['-o', 'Dir::State::status=/var/lib/dpkg/status'],
    ['-o', `Dir::Cache=${dir}`],
    ['-o', 'APT::Sandbox::User='],
    ['-o', 'Debug::NoLocking=1'],
  ].flat();
  try {
    for (const each of ['lists/partial', 'archives/partial']) mkdirSync(join(dir, each), { recursive: true });
    await run('apt-get', [...own, 'update']);
    await run('apt-get', [...own, 'install', '-y', '-d', '--no-install-recommends', shell]);
    for (const name of readdirSync(join(dir, 'archives')).filter((each) => each.endsWith('.deb')))
      await run('dpkg-deb', ['-x', join('archives', name), 'files']);
    // Another test file may have been first: its copy is as good.
    if (!existsSync(cache)) renameSync(join(dir, 'files'), cache);
    return unpacked;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
