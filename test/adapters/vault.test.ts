import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyRing, parseKeys } from '../../src/adapters/crypto/keys.js';
import { createVault } from '../../src/adapters/crypto/vault.js';

const key = () => randomBytes(32).toString('base64');
const [first, second, hashKey] = [key(), key(), key()];
const before = createVault(keyRing({ encryptionKeys: `k1:${first}`, hashKey }));
const after = createVault(keyRing({ encryptionKeys: `k2:${second},k1:${first}`, hashKey }));

describe('encryption at rest', () => {
  it.each(['', 'a', 'ação 🏦', 'x'.repeat(10_000)])('gives %s back', (plain) => {
    const sealed = before.encrypt(plain);
    expect(sealed).toMatch(/^k1:[A-Za-z0-9+/]+=*$/);
    expect(before.decrypt(sealed)).toBe(plain);
    expect(before.encrypt(plain)).not.toBe(sealed);
  });

  it('rotates: the first key encrypts, all decrypt', () => {
    const old = before.encrypt('secret');
    expect(after.decrypt(old)).toBe('secret');
    expect(after.keyIdOf(old)).toBe('k1');
    expect(after.currentKeyId).toBe('k2');
    expect(after.keyIdOf(after.encrypt('secret'))).toBe('k2');
    expect(() => before.decrypt(after.encrypt('secret'))).toThrow(/key k2 is not configured/);
  });

  it('notices every altered byte, another key id and a cut text', () => {
    const bytes = Buffer.from(before.encrypt('secret').slice(3), 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => before.decrypt(`k1:${altered.toString('base64')}`)).toThrow(/authenticate/);
    }
    const twoNames = createVault(keyRing({ encryptionKeys: `k1:${first},k9:${first}`, hashKey }));
    expect(() => twoNames.decrypt(`k9:${bytes.toString('base64')}`)).toThrow(/authenticate/);
    expect(() => before.decrypt(`k1:${bytes.subarray(0, 20).toString('base64')}`)).toThrow(/cut short/);
    expect(() => before.decrypt('no key here')).toThrow(/does not name its key/);
  });
});

describe('hashes, keys and references', () => {
  it('hashes by the key that does not rotate, and tags apart from it', () => {
    const expected = createHmac('sha256', Buffer.from(hashKey, 'base64')).update('text').digest('hex');
    expect(before.keyedHash('text')).toBe(expected);
    expect(after.keyedHash('text')).toBe(expected);
    expect(before.tag('text')).toMatch(/^[\w-]{22}$/);
    expect(after.tag('text')).toBe(before.tag('text'));
    expect(Buffer.from(before.tag('text'), 'base64url').toString('hex')).not.toBe(expected.slice(0, 32));
    expect(before.fingerprint('text')).toBe(createHash('sha256').update('text').digest('hex'));
  });

  it('compares texts of any length', () => {
    expect(before.sameText('abc', 'abc')).toBe(true);
    expect(before.sameText('abc', 'abd')).toBe(false);
    expect(before.sameText('abc', 'abcd')).toBe(false);
  });

  it('knows a text by its fingerprint', () => {
    const fingerprint = before.fingerprint('abc');
    expect(before.hasFingerprint('abc', fingerprint)).toBe(true);
    expect(before.hasFingerprint('abd', fingerprint)).toBe(false);
    expect(before.hasFingerprint('abc', fingerprint.slice(0, -2))).toBe(false);
    expect(before.hasFingerprint('abc', '')).toBe(false);
  });

  it.each([
    ['sandbox', /^psp_test_[a-z0-9]{12}_[0-9a-f]{64}$/],
    ['live', /^psp_live_[a-z0-9]{12}_[0-9a-f]{64}$/],
  ] as const)('makes %s keys', (environment, form) => {
    const made = before.newApiKey(environment);
    expect(made.key).toMatch(form);
    expect(made.prefix).toBe(made.key.slice(0, 21));
    expect(made.fingerprint).toBe(before.fingerprint(made.key));
    expect(before.newApiKey(environment).key).not.toBe(made.key);
  });

  it('derives the same reference for the same request only', () => {
    const reference = before.reference('acct_1', 'key');
    expect(reference).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/);
    expect(after.reference('acct_1', 'key')).toBe(reference);
    expect(before.reference('acct_2', 'key')).not.toBe(reference);
    expect(before.reference('acct_1', 'key2')).not.toBe(reference);
  });
});

describe('keys', () => {
  it.each(['', 'k1', 'k1:', `k1:${key()},`, 'k1:c2hvcnQ=', `k 1:${key()}`, `k1:${key()},k1:${key()}`])(
    'refuses %s',
    (text) => expect(() => parseKeys(text)).toThrow(/key/),
  );
});
