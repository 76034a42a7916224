import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adjustmentPostings } from '../src/domain/adjustment.js';
import { payinPostings } from '../src/domain/payin.js';
import { payoutPostings } from '../src/domain/payout.js';
import { projectText, sourceFiles } from './setup/source.js';

const root = join(import.meta.dirname, '..');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).flatMap(pageOf)].map((path) => ({
  path,
  text: projectText(path),
}));
const written = pages.map(({ text }) => text).join('\n');
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

describe.each(pages)('$path', ({ path, text }) => {
  it('links to what is there', () => {
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

  it('names files that are there', () => {
    const named = found(text, /`((?:src|test|docs|config|schema|migrations|bench)\/[\w./-]+)`/g);
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('the pages', () => {
  it('name commands, settings, measures and log lines that are there', () => {
    const { scripts } = JSON.parse(projectText('package.json')) as { scripts: Record<string, string> };
    const commands = found(written, /npm run (?:-s )?([\w:]+)/g);
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
    const names = found(written, /\b(PSP_[A-Z_]+|psp_[a-z]+_[a-z_]+)\b/g);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((each) => !code.includes(each))).toEqual([]);
  });

  it('explain every line that is logged, with its level, and no other', () => {
    const calls = [...code.matchAll(/\blog(?:\.(?:info|warn|error)|\[[^\]]+\])\(/g)];
    // Where the level is chosen the later one is the rule.
    const lines = [...code.matchAll(/\blog(?:\.(\w+)|\[[^\]]*'(\w+)'\])\([^;]*?,\s*'([^']+)',?\s*\)/g)].map(
      ([, level, chosen, message]) => `${level ?? chosen}: ${message}`,
    );
    expect(lines.length).toBe(calls.length);
    const rows = [...projectText('docs/running.md').matchAll(/^\| (info|warn|error)\s+\| `([^`]+)`/gm)].map(
      ([, level, message]) => `${level}: ${message}`,
    );
    expect(rows.toSorted()).toEqual([...new Set(lines)].toSorted());
  });

  it('say what each purpose of a journal moves', () => {
    const rows = [payinPostings, payoutPostings, adjustmentPostings].flatMap((table) => Object.values(table));
    const purposes = new Set(rows.flatMap((row) => (row === 'none' ? [] : [row.purpose])));
    const money = projectText('docs/money.md');
    expect([...purposes].filter((purpose) => !money.includes(`\`${purpose}\``))).toEqual([]);
  });
});
