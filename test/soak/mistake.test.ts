import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mistakes } from './mistake/list.js';
import { root } from './mistake/tree.js';

test.each(mistakes)('a mistake has its test: $name', ({ edits, test: file, called }) => {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  for (const { file: source, find } of edits) expect(read(source).split(find), find).toHaveLength(2);
  // A name filled from a table is in the source with a placeholder.
  const words = called.replace(/-?\d{4,}/, '%i');
  expect(read(file)).toContain(words);
});
