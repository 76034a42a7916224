import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declared } from '../src/domain/noun/all.js';
import { capital, snake } from '../src/domain/noun/declare.js';
import { listingsOf } from './setup/listing.js';
import { codeLines, projectText, sourceFiles, target } from './setup/source.js';

/** Who may import what; `x/` stands for all in it. A folder not named here has no place in the house. */
const ARROWS: Record<string, { layers: string[]; packages: string[] }> = {
  domain: {
    layers: ['domain'],
    packages: ['bignumber.js', 'cpf-cnpj-validator', 'ibantools', 'ipaddr.js', 'tldts'],
  },
  'flow-control': { layers: ['flow-control'], packages: [] },
  ports: { layers: ['ports', 'domain'], packages: [] },
  usecases: { layers: ['usecases', 'domain', 'flow-control', 'ports'], packages: [] },
  api: {
    layers: ['api', 'domain', 'flow-control', 'ports', 'usecases'],
    packages: ['node:', 'lru-cache', 'zod'],
  },
  'api/file': {
    layers: ['api/file', 'api', 'domain', 'ports', 'usecases'],
    packages: ['node:', 'csv-parse', 'saxes', 'zod'],
  },
  'api/rest': {
    layers: ['api/rest', 'api/file', 'api', 'domain', 'flow-control', 'ports', 'usecases'],
    packages: ['node:', '@modelcontextprotocol/sdk', 'fastify', 'lru-cache', 'zod'],
  },
  'api/graphql': {
    layers: ['api/graphql', 'api', 'domain', 'ports', 'usecases'],
    packages: [
      'node:',
      '@apollo/server',
      'graphql',
      'graphql-ws',
      'lru-cache',
      'reflect-metadata',
      'type-graphql',
      'ws',
    ],
  },
  'api/pages': {
    layers: ['api/pages', 'api', 'domain', 'flow-control', 'ports', 'usecases'],
    packages: ['node:', 'fastify', 'qrcode'],
  },
  console: {
    layers: ['console'],
    packages: [
      '@simplewebauthn/browser',
      '@tanstack/react-router',
      'graphiql',
      'graphql',
      'graphql-ws',
      'react',
      'react-dom',
      'uplot',
      'virtual:catalogue',
      'virtual:descriptions',
    ],
  },
  workers: { layers: ['workers', 'domain', 'flow-control', 'ports', 'usecases'], packages: ['node:'] },
  'adapters/crypto': { layers: ['adapters/crypto', 'domain', 'ports'], packages: ['node:'] },
  'adapters/dns': { layers: ['adapters/dns', 'domain', 'ports'], packages: ['node:'] },
  'adapters/http': {
    layers: ['adapters/http', 'domain', 'ports'],
    packages: ['node:', 'lru-cache', 'undici'],
  },
  'adapters/local': { layers: ['adapters/local', 'domain', 'ports'], packages: ['node:'] },
  'adapters/mail': { layers: ['adapters/mail', 'domain', 'ports'], packages: ['nodemailer'] },
  'adapters/nats': {
    layers: ['adapters/nats', 'domain', 'ports'],
    packages: ['node:', '@nats-io/transport-node', '@nats-io/jetstream'],
  },
  'adapters/oidc': { layers: ['adapters/oidc', 'domain', 'ports'], packages: ['jose', 'openid-client'] },
  'adapters/otlp': { layers: ['adapters/otlp', 'ports'], packages: ['node:', '@opentelemetry/'] },
  'adapters/postgres': {
    layers: ['adapters/postgres', 'domain', 'flow-control', 'ports'],
    packages: ['node:', 'pg', 'kysely', '@mikro-orm/', 'bignumber.js'],
  },
  'adapters/providers': {
    layers: ['adapters/providers', 'domain', 'flow-control', 'ports'],
    packages: ['node:', 'pg', 'qrcode', 'undici', 'zod'],
  },
  'adapters/webauthn': {
    layers: ['adapters/webauthn', 'domain', 'ports'],
    packages: ['node:', '@simplewebauthn/server'],
  },
  'adapters/risk': { layers: ['adapters/risk', 'domain', 'ports'], packages: [] },
  main: {
    layers: ['main', 'domain', 'ports', 'usecases', 'api', 'api/', 'workers', 'adapters/'],
    packages: ['node:', 'fastify', 'pg', 'pino', 'prom-client', 'zod', '@mikro-orm/'],
  },
  tools: {
    layers: ['tools', 'main', 'domain', 'ports', 'adapters/'],
    packages: ['node:', '@modelcontextprotocol/sdk', 'zod'],
  },
  cli: {
    layers: ['cli', 'tools', 'main', 'domain', 'ports', 'usecases', 'api', 'adapters/'],
    packages: ['node:', 'commander', 'zod'],
  },
};

/** Fewer that stand together are the parts of something: what waits for an operator, the kinds that are sent. */
const NOUNS_LISTED = 6;

/** Whatever lists so many nouns by hand, and why it cannot follow from their declarations. */
const LISTS: Record<string, string> = {
  'src/domain/noun/all.ts': 'the list',
  'src/domain/noun/prefix.ts': 'the prefixes of ids, which are also the names of the nouns',
  'src/domain/noun/exception.ts': 'it declares what an exception may be about',
  'src/usecases/hosted-progress.ts': 'what a hosted session leads to, each found in its own way',
  'src/ports/ports.ts': 'the workers that can be woken, each of which is written for its noun',
  'src/main/wire.ts': 'the workers, each of which is started by its own function',
  'src/adapters/postgres/listen.ts': 'the nouns that processes cache, each by a trigger of its own',
  'src/adapters/postgres/check/guarantee.ts': 'the second opinion on triggers and constraints',
  'src/console/noun.ts': 'the columns that tell people the most, where those of any type do not',
  'src/console/shell.tsx': 'the order of the menu; a noun that it does not name stands under More',
};

/** Names of nouns, fields and states for people: test/console/words.test.ts compares them with the schema. */
const TRANSLATED = /^src\/console\/words\/(es|pt)\//;

const FORBIDDEN_NAMES = new Set(
  'util utils helper helpers common shared misc base manager managers service services'.split(' '),
);
/**
 * A summary of an operation begins with one of these: the field's verbs first, then those of the contract, which deletes
 * a webhook endpoint and removes a hosted domain, and those of the connectors' protocol.
 */
const VERBS = [
  'Create,Retrieve,List,Update,Delete,Cancel,Preview',
  'Approve,Archive,Ask for,Check,Claim,Configure,Decline,Download,Invite,Ping,Redeliver,Remove,Rotate,Run,Sign in,Sign out',
  'Close,Confirm,Give,Look up,Open',
].flatMap((verbs) => verbs.split(','));
const LINES_MAX = 300;
const LINES_MEDIAN_MAX = 130;

const root = join(import.meta.dirname, '..');
const source = sourceFiles('src');
const connectors = sourceFiles('connectors');
const tests = sourceFiles('test');
const everything = [...source, ...connectors, ...tests];

/** A noun as code names it. */
const formsOf = ({ noun, name }: (typeof declared)[number]): string[] => [
  noun,
  snake(noun),
  snake(noun).replaceAll('_', '-'),
  capital(noun),
  name,
];

describe('architecture', () => {
  it('imports only in the directions of the architecture', () => {
    const wrong = source.flatMap((file) =>
      file.imports.filter((name) => !allowed(file.path, name)).map((name) => `${file.path} -> ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('connectors are separate programs that import only the protocol', () => {
    const wrong = connectors.flatMap(({ path, imports }) => {
      const own = path.split('/').slice(0, 2).join('/');
      const isOwn = (to: string): boolean =>
        [own, 'connectors/protocol'].some((it) => to.startsWith(`${it}/`));
      return imports
        .filter((name) => (name.startsWith('.') ? !isOwn(target(path, name)) : !packagesOf(own).test(name)))
        .map((name) => `${path} -> ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('describes a declared noun only in its declaration', () => {
    const again = declared.flatMap(({ noun, name }) => {
      const described = new RegExp(
        `ObjectType\\('${name}',|named\\(\\s*'${name}',\\s*z\\.|interface Nouns \\{[^}]*\\b${noun}:|^  ${noun}: \\{\\s*id: text,`,
        'm',
      );
      return source.filter(({ text }) => described.test(text)).map(({ path }) => `${path}: ${noun}`);
    });
    expect(again).toEqual([]);
  });

  it('has each field of a noun in at most three source files', () => {
    // A file that names nearly all fields of a noun has to know a new one. A noun of few shares their names with others:
    // they are of it where one statement names them, in a file that names it too.
    const wordsOf = (code: string): ReadonlySet<string> => new Set(code.match(/\w+/g));
    const spelt = source
      .filter(({ path }) => !TRANSLATED.test(path))
      .map(({ path, code }) => ({
        path,
        words: wordsOf(code),
        statements: code.split(/^(?=[a-z])/m).map(wordsOf),
      }));
    const spread = declared.flatMap((declaration) => {
      const names = Object.entries(declaration.fields).flatMap(([name, { kind }]) =>
        kind === 'made' ? [] : [name],
      );
      const knows = (words: ReadonlySet<string>): boolean => {
        const known = names.filter((name) =>
          [name, snake(name), `${name}Amount`].some((each) => words.has(each)),
        );
        return known.length >= names.length * 0.9;
      };
      const forms = formsOf(declaration);
      const knowing = spelt.filter(
        ({ words, statements }) =>
          knows(words) &&
          (names.length >= 12 || (forms.some((form) => words.has(form)) && statements.some(knows))),
      );
      return knowing.length > 3 ? [`${declaration.noun}: ${knowing.map(({ path }) => path).join(', ')}`] : [];
    });
    expect(spread).toEqual([]);
  });

  it('lists the nouns in one file, their prefixes in another, and a few exceptions with reasons', () => {
    const nounOf = new Map(declared.flatMap((each) => formsOf(each).map((form) => [form, each.noun])));
    const listing = source.filter(
      (file) =>
        !TRANSLATED.test(file.path) &&
        listingsOf(file).some(
          (items) => new Set(items.flatMap((item) => nounOf.get(item) ?? [])).size >= NOUNS_LISTED,
        ),
    );
    expect(listing.map(({ path }) => path)).toEqual(Object.keys(LISTS).sort());
  });

  it('only the simulated bank and the risk rules read tags of the sandbox', () => {
    const parsing = source.filter(({ path, imports }) =>
      imports.some((name) => target(path, name) === 'src/domain/sandbox.ts'),
    );
    expect(parsing.map(({ path }) => path).filter((path) => path.startsWith('src/usecases/'))).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(cycles()).toEqual([]);
  });

  it('reads the database clock in one function', () => {
    const clock =
      /(?<![_.\w])(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|current_timestamp/;
    const statements = source.filter(
      ({ path }) => path.startsWith('src/adapters/postgres/') && !/\/check\/|\/migrate\.ts$/.test(path),
    );
    const functions = readdirSync(join(root, 'migrations/functions')).filter(
      (name) => name !== 'platform.sql',
    );
    const texts = functions.map((name) => {
      const path = `migrations/functions/${name}`;
      return { path, text: projectText(path) };
    });
    const found = [...statements, ...texts].filter(({ text }) => clock.test(text)).map(({ path }) => path);
    expect(found).toEqual([]);
  });

  it('reads the environment in one file', () => {
    const readers = source.filter((file) => file.code.includes('process.env')).map((file) => file.path);
    expect(readers.filter((path) => path !== 'src/main/config.ts')).toEqual([]);
  });
});

describe('budgets', () => {
  it(`keeps every source file within ${LINES_MAX} lines of code`, () => {
    const long = [...source, ...connectors].filter((file) => codeLines(file) > LINES_MAX);
    expect(long.map((file) => `${file.path}: ${codeLines(file)}`)).toEqual([]);
  });

  it(`keeps the median source file within ${LINES_MEDIAN_MAX} lines of code`, () => {
    const sorted = source.map(codeLines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(LINES_MEDIAN_MAX);
  });

  it('names files and folders by their content', () => {
    const vague = everything.filter((file) =>
      file.path.split(/[/.-]/).some((word) => FORBIDDEN_NAMES.has(word.toLowerCase())),
    );
    expect(vague.map((file) => file.path)).toEqual([]);
  });
});

describe('habits', () => {
  const forbidden: [what: string, where: typeof everything, pattern: RegExp][] = [
    ['no test is skipped, singled out or promised', tests, /\.(skip|only|todo|skipIf|runIf|fails)\b\s*[(.`]/],
    [
      'no error is swallowed',
      everything,
      /\bcatch\s*(\([^)]*\))?\s*\{\s*\}|\.catch\(\(\w*\)\s*=>\s*(\{\s*\}|undefined|null)\)/,
    ],
    ['nothing is typed any', everything, /(:|\bas|<)\s*any\b\s*([;,)>=\]|&{]|$)/m],
    [
      'no linter or compiler rule is switched off',
      everything,
      /(oxlint|eslint)-disable|@ts-(ignore|nocheck)/,
    ],
    ['nothing is left for later', everything, /\b(TODO|FIXME)\b/],
  ];
  it.each(forbidden)('%s', (_what, files, pattern) => {
    // This file spells the patterns out, so it cannot be asked.
    const checked = files.filter((file) => file.path !== 'test/tidy.test.ts');
    const aboutComments = /disable|TODO/.test(pattern.source);
    const found = checked.filter((file) => pattern.test(aboutComments ? file.text : file.code));
    expect(found.map((file) => file.path)).toEqual([]);
  });

  it('begins each summary with a verb of the list, and uses each verb of the list', () => {
    const summaries = ['v1', 'connector'].flatMap((name) => {
      const { paths } = JSON.parse(projectText(`schema/${name}.openapi.json`)) as Described;
      return Object.values(paths).flatMap((methods) => Object.values(methods).map(({ summary }) => summary));
    });
    const verbOf = (summary: string) =>
      VERBS.find((verb) => summary.startsWith(`${verb} `) || summary === verb);
    expect(summaries.filter((summary) => verbOf(summary) === undefined)).toEqual([]);
    expect(new Set(summaries.map(verbOf))).toEqual(new Set(VERBS));
  });

  it('tables are readable as text', () => {
    const wide = pages().flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('|') && line.split('|').some((cell) => cell.length > 300))
        .map((line) => `${path}: ${line.slice(0, 60)}`),
    );
    expect(wide).toEqual([]);
  });

  it('the README has the two commands', () => {
    const readme = projectText('README.md');
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm ci && npm run check');
  });
});

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>;
}

/** The paths of the files below the folders whose names end so. */
function below(folders: readonly string[], ending: RegExp): string[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return paths.filter((path) => ending.test(path));
}

/** Every page of prose, without the code that it shows. */
function pages(): (readonly [path: string, text: string])[] {
  const single = 'README SECURITY CHANGELOG sdk/python/README sdk/typescript/README'.split(' ');
  const paths = [
    ...single.map((name) => `${name}.md`),
    ...below(['docs', 'test', 'bench', 'connectors'], /\.md$/),
  ];
  return paths.map((path) => [path, projectText(path).replaceAll(/^```.*?^```/gms, '')]);
}

function layerOf(path: string): string {
  const [, layer = '', part = ''] = path.split('/');
  const isApart =
    layer === 'adapters' || (layer === 'api' && ['file', 'rest', 'graphql', 'pages'].includes(part));
  return isApart ? `${layer}/${part}` : layer;
}

function allowed(file: string, specifier: string): boolean {
  const rule = ARROWS[layerOf(file)];
  if (rule === undefined) return false;
  const to = target(file, specifier);
  if (!specifier.startsWith('.')) {
    return rule.packages.some((name) => to === name || to.startsWith(/[:/]$/.test(name) ? name : `${name}/`));
  }
  const layer = layerOf(to);
  return (
    to.startsWith('src/') &&
    rule.layers.some((name) => (name.endsWith('/') ? layer.startsWith(name) : layer === name))
  );
}

/** The packages of a connector; a template has none, so that it can be copied. */
const packagesOf = (folder: string): RegExp =>
  folder.startsWith('connectors/template-')
    ? /^node:/
    : /^(node:|bignumber\.js$|undici$|zod$|qrcode$|saxes$|any-ascii$|ssh2-sftp-client$)/;

/** Depth first; a file met again on the way down closes a cycle. */
function cycles(): string[] {
  const imports = new Map(
    source.map((file) => [file.path, file.imports.map((name) => target(file.path, name))]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (trail.includes(path) || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const file of source) visit(file.path, []);
  return found;
}
