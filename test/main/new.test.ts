import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const says = ['--says', 'A note of an account.'];

// What it writes is compiled and tested in test/soak/new.soak.ts.
test.each([
  [[], 'Name what to add: noun, field or act.'],
  [['verb', 'note'], 'Name what to add: noun, field or act.'],
  [['noun'], 'noun takes one name.'],
  [['noun', 'Note!', '--prefix', 'note', ...says], '"Note!" is not a name: use letters, as in payoutNote.'],
  [['noun', 'note', '--prefix', 'pout', ...says], '--prefix: pout is taken.'],
  [['noun', 'payout', '--prefix', 'note', ...says], 'src/domain/noun/payout.ts exists already.'],
  [
    ['noun', 'note', '--prefix', 'note'],
    "--says: a sentence with a full stop, as in 'A note of an account.'",
  ],
  [['field', 'note', 'dueAt', ...says], 'src/domain/noun/note.ts does not exist.'],
  [['field', 'payout', 'dueAt', '--kind', 'day', ...says], '--kind: one of text, time, whole, flag, amount.'],
])('npm run new refuses %j and writes nothing', (args, message) => {
  const { status, stderr } = spawnSync('node', [join(root, 'dist/tools/new/main.js'), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr.split('\n\n')[0]).toBe(message);
  expect(status).toBe(2);
});
