import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { addAct, addField, addNoun, UsageError, type Options, type Outcome } from './add.js';
import { camel } from './names.js';

/** `npm run new`: writes the first version of a noun, a field or an act into this checkout (docs/adding-a-noun.md). */

const usage = `Usage:
  npm run new -- noun <noun> --prefix <prefix> --says <sentence> [--many <plural>]
  npm run new -- field <noun> <field> --says <sentence> [--kind text|time|whole|flag|amount]
  npm run new -- act <verb> <noun> --says <sentence>

Examples:
  npm run new -- noun note --prefix note --says 'A note of an account.'
  npm run new -- field note dueAt --kind time --says 'Time by which it must be done.'
  npm run new -- act archive note --says 'Archive a note.'
`;

try {
  const outcome = run(process.argv.slice(2));
  const files = [...outcome.files, ...migrationOf(outcome)];
  sh('prettier', ['--write', '--log-level', 'warn', ...files.filter((path) => !path.endsWith('.sql'))]);
  process.stdout.write(`Written or changed:\n${listOf(files)}\nNext:\n${listOf(outcome.next)}`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}

function run(args: readonly string[]): Outcome {
  const [options, [what = '', ...names]] = parsed(args);
  const count = { noun: 1, field: 2, act: 2 }[what];
  if (count === undefined) throw new UsageError('Name what to add: noun, field or act.');
  if (names.length !== count)
    throw new UsageError(`${what} takes ${count === 1 ? 'one name' : 'two names'}.`);
  const wrong = names.find((name) => !/^[a-z][a-zA-Z-]*$/.test(name));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is not a name: use letters, as in payoutNote.`);
  const [first = '', second = ''] = names.map(camel);
  if (what === 'noun') return addNoun(first, options);
  return what === 'field' ? addField(first, second, options) : addAct(first, second, options);
}

function parsed(args: readonly string[]): [Options, string[]] {
  const text = { type: 'string' } as const;
  try {
    const options = { says: text, many: text, prefix: text, kind: text };
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    return [values, positionals];
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Writes the migration that the changed declarations need. */
function migrationOf({ migration }: Outcome): string[] {
  if (migration === undefined) return [];
  sh('npm', ['run', '-s', 'build']);
  const sql = sh('node', ['dist/main/draft.js']);
  const last = Math.max(...readdirSync('migrations').map((name) => Number.parseInt(name, 10) || 0));
  const path = `migrations/${String(last + 1).padStart(4, '0')}_${migration}.sql`;
  writeFileSync(path, `-- expand\n${sql}`);
  return [path];
}

/** Runs a program of this checkout and returns its output; ends this one if it fails. */
function sh(program: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  process.stderr.write(
    `${stdout}\n${program} ${args.join(' ')} failed. The files are written; correct them and continue.\n`,
  );
  process.exit(1);
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join('');
}
