import * as fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createVault } from '../../src/adapters/crypto/vault.js';
import { loadOrCreateKeys } from '../../src/main/keys.js';

function directory(): string {
  const dir = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'psp-keys-')));
  onTestFinished(() => fs.rmSync(dir, { recursive: true }));
  return dir;
}

test('keys are created once for an embedded sandbox, readable only by their owner', () => {
  const dir = directory();
  const made = loadOrCreateKeys(dir);
  const at = { noun: 'account', field: 'ownerEmail', id: 'acct_1' } as const;
  const sealed = createVault(made).encrypt('secret', at);
  expect(createVault(loadOrCreateKeys(dir)).decrypt(sealed, at)).toBe('secret');
  expect(loadOrCreateKeys(dir).hashKey).toEqual(made.hashKey);
  expect(fs.statSync(join(dir, 'keys.json')).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(join(dir, 'keys.json'), 'utf8')).toContain('k1:');
});

test('keys are on disk, complete and under their name, before anything depends on them', () => {
  const dir = directory();
  const file = join(dir, 'keys.json');
  const synced: [path: string, bytes: number, isInPlace: boolean][] = [];
  const { default: calls } = fs as unknown as { default: typeof fs };
  const { fsyncSync } = calls;
  const spy = vi.spyOn(calls, 'fsyncSync').mockImplementation((descriptor) => {
    const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
    synced.push([path, fs.fstatSync(descriptor).size, fs.existsSync(file)]);
    fsyncSync(descriptor);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  loadOrCreateKeys(dir);
  expect(synced).toEqual([
    [expect.stringMatching(/keys\.json\.[0-9a-f]+\.new$/), fs.statSync(file).size, false],
    [dirname(file), expect.any(Number), true],
  ]);
});
