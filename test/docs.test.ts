import { execFileSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyRing, type KeyRing, type KeyText } from '../src/adapters/crypto/keys.js';
import { adjustmentPostings } from '../src/domain/adjustment.js';
import { payinPostings } from '../src/domain/payin.js';
import { payoutPostings } from '../src/domain/payout.js';
import { refundPostings } from '../src/domain/refund.js';
import { settlementPostings } from '../src/domain/settlement.js';
import { withdrawalPostings } from '../src/domain/withdrawal.js';
import { loadOrCreateKeys } from '../src/main/keys.js';
import { settingTable } from '../src/main/setting-table.js';
import { projectText, sourceFiles } from './setup/source.js';

const root = join(import.meta.dirname, '..');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).flatMap(pageOf)].map((path) => ({
  path,
  text: projectText(path),
}));
const allText = pages.map(({ text }) => text).join('\n');
const code = sourceFiles('src')
  .map(({ text }) => text)
  .join('\n');

function pageOf(name: string): string[] {
  return name.endsWith('.md') ? [`docs/${name}`] : [];
}

/** Every match of the pattern's first group, once. */
const found = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, group = '']) => group)),
];

/** As GitHub names the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const settingsOf = ({ encryptionKeys, hashKey }: KeyText) => ({
  PATH: process.env['PATH'],
  PSP_ENCRYPTION_KEYS: encryptionKeys,
  PSP_HASH_KEY: hashKey,
});

function keyOf({ current, encryption }: KeyRing): KeyObject {
  const key = encryption.get(current);
  if (!key) throw new Error('the ring has no key of its own');
  return key;
}

describe.each(pages)('$path', ({ path, text }) => {
  it('links only to existing targets', () => {
    const links = found(text, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link));
    expect(links).not.toEqual([]);
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : posix.join(posix.dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      const headings = anchor === undefined ? [] : found(projectText(target), /^#+ (.+)$/gm);
      return anchor !== undefined && !headings.map(anchorOf).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('is readable as text: no line is over 200 characters', () => {
    expect(text.split('\n').filter((line) => line.length > 200)).toEqual([]);
  });

  it('names only existing files', () => {
    const named = found(text, /`((?:src|test|docs|config|schema|migrations|bench)\/[\w./-]+)`/g);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('the README', () => {
  const readme = projectText('README.md');

  it('has at most 200 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(200);
  });

  it('has the settings table of the declarations', () => {
    expect(readme).toContain(`\n${settingTable()}\n`);
  });
});

describe('the pages', () => {
  it('are listed in docs/index.md', () => {
    const listed = found(projectText('docs/index.md'), /^\| \[[^\]]+\]\(([^)]+)\)/gm);
    const names = pages.map(({ path }) => path.replace('docs/', ''));
    expect(listed.toSorted()).toEqual(
      names.filter((name) => !['README.md', 'index.md'].includes(name)).toSorted(),
    );
  });

  it('have a runbook for each alert', () => {
    const alerts = found(projectText('config/prometheus/alerts.yml'), /- alert: (\w+)/g);
    expect(alerts.length).toBeGreaterThan(15);
    const [, runbooks = ''] = /\n## Alerts\n([^]*)$/.exec(projectText('docs/running.md')) ?? [];
    expect(found(runbooks, /^### (\w+)$/gm)).toEqual(alerts);
  });

  it('name only existing commands, settings, metrics and log lines', () => {
    const { scripts } = JSON.parse(projectText('package.json')) as { scripts: Record<string, string> };
    const commands = found(allText, /npm run (?:-s )?([\w:]+)/g);
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
    const names = found(allText, /\b(PSP_[A-Z_]+|psp_[a-z]+_[a-z_]+)\b/g);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((each) => !code.includes(each))).toEqual([]);
  });

  it('say what to do about every kind of waiting work', () => {
    const kinds = found(projectText('src/adapters/postgres/backlog.ts'), /^ {2}(\w+_\w+): `select/gm);
    expect(kinds).toContain('payouts_uncertain');
    const rows = found(projectText('docs/metrics.md'), /^- `(\w+)`: /gm);
    expect(kinds.filter((kind) => !rows.includes(kind))).toEqual([]);
  });

  it('explain exactly the log lines that exist, with their levels', () => {
    const calls = [...code.matchAll(/\blog(?:\.(?:info|warn|error)|\[[^\]]+\])\(/g)];
    // Where the level is chosen the later one is the rule.
    const lines = [...code.matchAll(/\blog(?:\.(\w+)|\[[^\]]*'(\w+)'\])\([^;]*?,\s*'([^']+)',?\s*\)/g)].map(
      ([, level, chosen, message]) => `${level ?? chosen}: ${message}`,
    );
    expect(lines.length).toBe(calls.length);
    const rows = [...projectText('docs/log-lines.md').matchAll(/^- (info|warn|error) `([^`]+)`/gm)].map(
      ([, level, message]) => `${level}: ${message}`,
    );
    expect(rows.toSorted()).toEqual([...new Set(lines)].toSorted());
  });

  it('pasted commands put a new key first, in the environment and in the data directory', () => {
    const [, recipe = ''] =
      /\n## Rotate the encryption keys\n([^]*?)\n## /.exec(projectText('docs/running.md')) ?? [];
    const [ofEnvironment = '', ofDirectory = ''] = found(recipe, /```sh\n([^`]+)```/g);
    const dir = mkdtempSync(join(tmpdir(), 'psp-keys-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const before = loadOrCreateKeys(join(dir, '.data'));
    const file = join(dir, '.data/keys.json');
    const keys = JSON.parse(readFileSync(file, 'utf8')) as KeyText;
    const paste = (lines: string) =>
      execFileSync('sh', ['-ec', lines], { cwd: dir, encoding: 'utf8', env: settingsOf(keys) });
    const encryptionKeys = paste(`${ofEnvironment}printf %s "$PSP_ENCRYPTION_KEYS"`);
    paste(ofDirectory);
    const [configured, stored] = [keyRing({ ...keys, encryptionKeys }), loadOrCreateKeys(join(dir, '.data'))];
    for (const after of [configured, stored]) {
      expect([...after.encryption.keys()]).toEqual([expect.stringMatching(/^k\d{10}$/), before.current]);
      expect(after.hashKey.equals(before.hashKey)).toBe(true);
      expect(after.encryption.get(before.current)?.equals(keyOf(before))).toBe(true);
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('say what each journal purpose moves', () => {
    const tables = [
      payinPostings,
      payoutPostings,
      adjustmentPostings,
      refundPostings,
      settlementPostings,
      withdrawalPostings,
    ];
    const rows = tables.flatMap((table) => Object.values(table));
    const purposes = new Set(rows.flatMap((row) => (row === 'none' ? [] : [row.purpose])));
    const money = projectText('docs/money.md');
    expect([...purposes].filter((purpose) => !money.includes(`\`${purpose}\``))).toEqual([]);
  });
});
