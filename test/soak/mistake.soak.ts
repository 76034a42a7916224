import { describe, expect, test } from 'vitest';
import { mistakes } from './mistake/list.js';
import { openTree, runThere } from './mistake/tree.js';

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

describe('reintroducing a past fault', { timeout: 300_000 }, () => {
  test.each(mistakes)('$name', async ({ edits, test: file, called, says }) => {
    const tree = openTree(edits);
    try {
      const built = await runThere(tree.dir, 'npm', ['run', '-s', 'build']);
      expect(built.code, built.said).toBe(0);
      const args = ['vitest', 'run', file, '-t', literal(called), '--retry=0'];
      const { code, said } = await runThere(tree.dir, 'npx', args);
      const failed = said.split('\n').filter((line) => /^ *FAIL /.test(line));
      expect(code, said).not.toBe(0);
      expect(failed.join('\n'), said).toContain(called);
      expect(said.slice(said.indexOf('Failed Tests')), said).toMatch(says);
    } finally {
      await tree.remove();
    }
  });
});
