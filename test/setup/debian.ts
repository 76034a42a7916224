import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Unpacks a package of Debian into `folder`, without root. Debian's own tools fetch it and check it; without its lists they
 * are fetched into a directory of ours.
 */
export async function unpackPackage(name: string, folder: string): Promise<void> {
  mkdirSync(join(folder, '..'), { recursive: true });
  const dir = mkdtempSync(`${folder}.new-`);
  const run = (program: string, args: readonly string[]) => promisify(execFile)(program, args, { cwd: dir });
  const own = ['-o', `Dir::State=${dir}`, '-o', `Dir::Cache=${dir}`, '-o', 'APT::Sandbox::User='];
  try {
    await run('apt-get', ['download', name]).catch(async () => {
      mkdirSync(join(dir, 'lists/partial'), { recursive: true });
      await run('apt-get', [...own, 'update']);
      await run('apt-get', [...own, 'download', name]);
    });
    const file = readdirSync(dir).find((each) => each.endsWith('.deb')) ?? '';
    await run('dpkg-deb', ['-x', file, 'files']);
    // Another test file may have been first: its copy is as good.
    if (!existsSync(folder)) renameSync(join(dir, 'files'), folder);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
