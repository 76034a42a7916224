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

/** Something of the build that another stands in for. */
export interface StandIn {
  /** Below `dist`. */
  readonly module: string;
  /** An export of it, or a method of a class that it exports: `Connection.commit`. */
  readonly name: string;
  /** An expression; `real` is what it stands in for. */
  readonly put: string;
}

/** The ordeal of a build. */
export type Load = Pick<Plan, 'faults' | 'tags'>;

/** A deliberate mistake: what stands in for something of the build, and what the database does after its migrations. */
export interface Mistaken {
  readonly standIns: readonly StandIn[];
  readonly sql?: string;
}

/** A build with a deliberate mistake, without what else would refuse its harm, and how the harness names it. */
export interface Mutant extends Mistaken {
  readonly name: string;
  readonly load: Load;
  /** The verdict that is broken, and what it says. */
  readonly verdict: string;
  readonly says: RegExp;
}

const root = join(import.meta.dirname, '../../..');

/** A copy of the build with the mistake in it; `program` is what `npm start` runs. */
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

/** The last one does it: with one more they would be those of another release, beside which the harness does not work. */
function lastMigration(dir: string): string {
  const files = readdirSync(join(dir, 'migrations')).filter((name) => name.endsWith('.sql'));
  return join(dir, 'migrations', files.toSorted().at(-1) ?? '');
}

/** Moves a module aside; another that exports the same, but for the stand-ins, is in its place. */
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
