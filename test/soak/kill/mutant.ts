import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Plan } from './run.js';

/** A replacement for an export of the build. */
export interface StandIn {
  /** Path below `dist`. */
  readonly module: string;
  /** An export, or a method of an exported class: `Connection.commit`. */
  readonly name: string;
  /** An expression; `real` is the original. */
  readonly put: string;
}

/** The faults and tags for a build. */
export type Load = Pick<Plan, 'faults' | 'tags'>;

/** A deliberate mistake: replacements in the build, and SQL after the migrations. */
export interface Mistaken {
  readonly standIns: readonly StandIn[];
  readonly sql?: string;
}

/**
 * A build with a deliberate mistake, without guards that would refuse its effect, and the expected verdict.
 */
export interface Mutant extends Mistaken {
  readonly name: string;
  readonly load: Load;
  /** The broken verdict and its text. */
  readonly verdict: string;
  readonly says: RegExp;
}

const root = join(import.meta.dirname, '../../..');

/** Copies the build with the mistake; `program` is what `npm start` runs. */
export function buildMutant({ standIns, sql = '' }: Mistaken): {
  program: string;
  remove: () => Promise<void>;
} {
  const dir = mkdtempSync(join(tmpdir(), 'psp-mutant-'));
  for (const folder of ['dist', 'migrations'])
    cpSync(join(root, folder), join(dir, folder), { recursive: true });
  for (const name of ['node_modules', 'schema', 'config', 'assets', 'package.json'])
    symlinkSync(join(root, name), join(dir, name));
  for (const [module, all] of Map.groupBy(standIns, (each) => each.module))
    replace(join(dir, 'dist', module), all);
  if (sql !== '') appendFileSync(lastMigration(dir), sql);
  return { program: join(dir, 'dist/main/serve'), remove: () => rm(dir, { recursive: true }) };
}

/** Added to the last migration, because one more migration would look like another release. */
function lastMigration(dir: string): string {
  const files = readdirSync(join(dir, 'migrations')).filter((name) => name.endsWith('.sql'));
  return join(dir, 'migrations', files.toSorted().at(-1) ?? '');
}

/** Renames a module and puts one in its place with the same exports, except for the replacements. */
function replace(path: string, standIns: readonly StandIn[]): void {
  renameSync(`${path}.js`, `${path}.real.js`);
  const real = `./${basename(path)}.real.js`;
  const puts = standIns.map(({ name, put }) => {
    const [owner, method] = name.split('.');
    const from = method === undefined ? `all.${owner}` : `all.${owner}.prototype.${method}`;
    const made = `((real) => (${put}))(known(${from}, '${name}'));`;
    return method === undefined ? `export const ${owner} = ${made}` : `${from} = ${made}`;
  });
  const known = `function known(real, name) {
  if (real === undefined) throw new Error('the mutant no longer applies: there is no ' + name);
  return real;
}`;
  writeFileSync(
    `${path}.js`,
    [`import * as all from '${real}';`, `export * from '${real}';`, known, ...puts].join('\n'),
  );
}
