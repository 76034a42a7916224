import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { addAfterLast, addBeforeFirst, append, importInto, importOf } from './edit.js';
import { filled, kebab, spaced, type Naming } from './names.js';

/** The command line cannot be carried out; nothing was written. */
export class UsageError extends Error {}

export interface Options {
  readonly says?: string | undefined;
  readonly many?: string | undefined;
  readonly prefix?: string | undefined;
  readonly kind?: string | undefined;
}

/** What was written, and what is left to write by hand. */
export interface Outcome {
  readonly files: readonly string[];
  readonly next: readonly string[];
  /** The migration's file name without its number, if the database changes. */
  readonly migration?: string;
}

const kinds = ['text', 'time', 'whole', 'flag', 'amount'];
const prefixFile = 'src/domain/noun/prefix.ts';
const nounFile = 'src/domain/noun/all.ts';
const routeFile = 'src/api/rest/routes.ts';
const actFile = 'src/api/act/table.ts';
const declarationOf = (noun: string): string => `src/domain/noun/${kebab(noun)}.ts`;
const rest = ['npm run build && npm run schema && npm run build, then npm run check:still.'];

/** A noun that an account creates, lists and retrieves. */
export function addNoun(
  noun: string,
  { prefix = '', many = `${spaced(noun)}s`, ...options }: Options,
): Outcome {
  if (!/^[a-z]{2,5}$/.test(prefix)) throw new UsageError('--prefix: 2 to 5 small letters, as in pout.');
  if (readFileSync(prefixFile, 'utf8').includes(`'${prefix}'`))
    throw new UsageError(`--prefix: ${prefix} is taken.`);
  if (existsSync(declarationOf(noun))) throw new UsageError(`${declarationOf(noun)} exists already.`);
  const naming: Naming = { noun, many, prefix, says: saysOf(options) };
  const file = `${kebab(noun)}.ts`;
  const files = {
    [declarationOf(noun)]: 'declaration',
    [`src/domain/${file}`]: 'rule',
    [`test/domain/${kebab(noun)}.test.ts`]: 'test',
    [`src/usecases/${file}`]: 'use-case',
    [`src/api/rest/${file}`]: 'routes',
  };
  for (const [path, template] of Object.entries(files)) writeFileSync(path, filled(template, naming));
  const module = `./${kebab(noun)}.js`;
  addAfterLast(prefixFile, /^ {2}\w+: '\w+',$/, `  ${noun}: '${prefix}',`);
  addAfterLast(nounFile, /^import \{/, importOf([noun], module));
  addAfterLast(nounFile, /^ {2}\w+,$/, `  ${noun},`);
  addAfterLast(routeFile, /^import \{ \w+Routes \}/, importOf([`${noun}Routes`], module));
  addAfterLast(routeFile, /^ {2}\.\.\.\w+Routes,$/, `  ...${noun}Routes,`);
  return {
    files: [...Object.keys(files), prefixFile, nounFile, routeFile],
    migration: kebab(noun).replaceAll('-', '_'),
    next: [
      `Fields and statuses: ${declarationOf(noun)}. Then delete the migration and write what npm run -s draft prints.`,
      `Rules and their tests: src/domain/${file}, test/domain/${kebab(noun)}.test.ts.`,
      ...rest,
    ],
  };
}

export function addField(noun: string, field: string, { kind = 'text', ...options }: Options): Outcome {
  if (!kinds.includes(kind)) throw new UsageError(`--kind: one of ${kinds.join(', ')}.`);
  const path = existing(noun);
  const line = `    ${field}: ${kind}(${JSON.stringify(saysOf(options))}, { optional: true }),`;
  addBeforeFirst(path, /^ {4}createdAt: |^ {2}\},$/, line);
  importInto(path, './declare.js', [kind]);
  return {
    files: [path],
    migration: `${kebab(noun)}_${kebab(field)}`.replaceAll('-', '_'),
    next: [`Set ${field} where a rule creates the row: npm run check:types names the places.`, ...rest],
  };
}

/** An act of operators, with its rule and its transaction. */
export function addAct(verb: string, noun: string, options: Options): Outcome {
  const [, many = `${spaced(noun)}s`] =
    /called: \['[^']*', '([^']*)'\]/.exec(readFileSync(existing(noun), 'utf8')) ?? [];
  const line = readFileSync(prefixFile, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`  ${noun}: '`));
  const prefix = line?.split("'")[1] ?? noun;
  const naming: Naming = { noun, many, prefix, verb, says: saysOf(options) };
  const name = filled('act-name', naming).trim();
  const paths = ['src/domain', 'src/usecases', 'src/api/act'].map((dir) => `${dir}/${kebab(noun)}.ts`);
  const [rules = '', useCases = '', acts = ''] = paths;
  append(rules, filled('act-rule', naming), {
    './decision.js': ['changed', 'decide', 'type Decision', 'type Moment'],
  });
  append(useCases, filled('act-use-case', naming), {
    [`../domain/${kebab(noun)}.js`]: [`${name} as decide${name.charAt(0).toUpperCase()}${name.slice(1)}`],
    './audit.js': ['audited', 'type Operator'],
    './own.js': ['absent'],
    './seen.js': ['checkSeen'],
  });
  const isFirst = !existsSync(acts);
  if (isFirst) {
    writeFileSync(acts, filled('act-file', naming));
    addAfterLast(actFile, /^import \{ \w+Acts/, importOf([`${noun}Acts`], `./${kebab(noun)}.js`));
    addAfterLast(actFile, /^ {2}\w+Acts,$/, `  ${noun}Acts,`);
  }
  addBeforeFirst(acts, /^export const \w+: Group = \{$/, filled('act', naming));
  importInto(acts, `../../usecases/${kebab(noun)}.js`, [name]);
  return {
    files: [...paths, ...(isFirst ? [actFile] : [])],
    next: [
      `What it changes and refuses: ${name} in ${rules}.`,
      ...(isFirst ? [] : [`Add ${name}Act to the group at the end of ${acts}.`]),
      ...rest,
    ],
  };
}

function existing(noun: string): string {
  const path = declarationOf(noun);
  if (!existsSync(path)) throw new UsageError(`${path} does not exist.`);
  return path;
}

function saysOf({ says = '' }: Options): string {
  if (!/^[A-Z].*\.$/.test(says))
    throw new UsageError("--says: a sentence with a full stop, as in 'A note of an account.'");
  return says;
}
