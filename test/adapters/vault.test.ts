import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { keyRing, parseKeys } from '../../src/adapters/crypto/keys.js';
import { createVault, type OnUnopened } from '../../src/adapters/crypto/vault.js';
import type { SealedAt } from '../../src/domain/sealed.js';
import type { Unopened, Vault } from '../../src/ports/vault.js';
import { sealedBefore } from '../setup/sealed.js';
import { newerForm } from '../setup/standard-webhook.js';

const key = () => randomBytes(32).toString('base64');
const [first, second, hashKey] = [key(), key(), key()];
const reported: [location: string, reason: string][] = [];
const onUnopened: OnUnopened = ({ noun, field, id }, reason) =>
  void reported.push([`${noun}.${field} ${id}`, reason]);
const before = createVault(keyRing({ encryptionKeys: `k1:${first}`, hashKey }), { onUnopened });
const after = createVault(keyRing({ encryptionKeys: `k2:${second},k1:${first}`, hashKey }));

const at = { noun: 'customer', field: 'displayName', id: 'cus_1' } as const;

/**
 * Expects that the value cannot be decrypted at this location, and that one report has the location and the reason
 * but not the value.
 */
function expectUnopened(vault: Vault, sealed: string, location: SealedAt, reason: Unopened): void {
  reported.length = 0;
  expect(vault.decrypt(sealed, location)).toBeUndefined();
  expect(reported).toEqual([[`${location.noun}.${location.field} ${location.id}`, reason]]);
}

describe('encryption at rest', () => {
  it.each(['', 'a', 'ação 🏦', 'x'.repeat(10_000)])('decrypts %s to the original', (plain) => {
    const sealed = before.encrypt(plain, at);
    expect(sealed).toMatch(/^k1:2:[A-Za-z0-9+/]+=*$/);
    expect(before.decrypt(sealed, at)).toBe(plain);
    expect(before.encrypt(plain, at)).not.toBe(sealed);
  });

  it('rotates: the first key encrypts, all decrypt', () => {
    const old = before.encrypt('secret', at);
    expect(after.decrypt(old, at)).toBe('secret');
    expect(after.keyIdOf(old)).toBe('k1');
    expect(after.currentKeyId).toBe('k2');
    expect(after.keyIdOf(after.encrypt('secret', at))).toBe('k2');
    expectUnopened(before, after.encrypt('secret', at), at, 'its key is not configured');
  });

  it('detects every altered byte, another key id and a truncated text', () => {
    const bytes = Buffer.from(before.encrypt('secret', at).slice(5), 'base64');
    for (let nth = 0; nth < bytes.length; nth++) {
      const altered = Buffer.from(bytes);
      altered[nth] = (altered[nth] ?? 0) ^ 1;
      expectUnopened(before, `k1:2:${altered.toString('base64')}`, at, 'altered or moved');
    }
    const twoNames = createVault(keyRing({ encryptionKeys: `k1:${first},k9:${first}`, hashKey }), {
      onUnopened,
    });
    expectUnopened(twoNames, `k9:2:${bytes.toString('base64')}`, at, 'altered or moved');
    const cut = `k1:2:${bytes.subarray(0, 20).toString('base64')}`;
    for (const text of [cut, 'no key here', 'María: a name', '', ':2:AAAA', `k1:2:${'%'.repeat(40)}`]) {
      expectUnopened(before, text, at, 'not a sealed value');
      expect(before.keyIdOf(text)).toBeUndefined();
    }
  });
});

describe('the location of an encrypted value', () => {
  const others = [
    { ...at, id: 'cus_2' },
    { ...at, field: 'profile' },
    { noun: 'account', field: 'ownerEmail', id: 'cus_1' },
    { noun: 'webhookEndpoint', field: 'secret', id: 'whe_1' },
  ] as const;

  it.each(others)('is verified: a value moved to $noun, $field of $id does not open', (other) => {
    expectUnopened(before, before.encrypt('secret', at), other, 'altered or moved');
    expect(before.decrypt(before.encrypt('secret', other), other)).toBe('secret');
  });

  it('a value of the older form opens, and neither form opens as the other', () => {
    const old = sealedBefore('k1', first, 'secret');
    expect(before.decrypt(old, at)).toBe('secret');
    expect(after.decrypt(old, at)).toBe('secret');
    expectUnopened(before, old.replace('k1:', 'k1:2:'), at, 'altered or moved');
    const fresh = before.encrypt('secret', at);
    expectUnopened(before, fresh.replace('k1:2:', 'k1:'), at, 'altered or moved');
    expect([old, fresh].map((each) => each.startsWith(before.currentStart))).toEqual([false, true]);
  });
});

describe('hashes, keys and references', () => {
  it('hashes with the key that does not rotate, and tags with another', () => {
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

  it('recognizes a text by its fingerprint', () => {
    const fingerprint = before.fingerprint('abc');
    expect(before.hasFingerprint('abc', fingerprint)).toBe(true);
    expect(before.hasFingerprint('abd', fingerprint)).toBe(false);
    expect(before.hasFingerprint('abc', fingerprint.slice(0, -2))).toBe(false);
    expect(before.hasFingerprint('abc', '')).toBe(false);
  });

  it.each([
    ['sandbox', /^psp_test_[a-z0-9]{12}_[0-9a-f]{64}$/],
    ['live', /^psp_live_[a-z0-9]{12}_[0-9a-f]{64}$/],
  ] as const)('creates %s keys', (environment, form) => {
    const made = before.newApiKey(environment);
    expect(made.key).toMatch(form);
    expect(made.prefix).toBe(made.key.slice(0, 21));
    expect(made.fingerprint).toBe(before.fingerprint(made.key));
    expect(before.newApiKey(environment).key).not.toBe(made.key);
  });

  it('creates webhook secrets that the Standard Webhooks library accepts', () => {
    for (let nth = 0; nth < 200; nth += 1) {
      const secret = before.newWebhookSecret();
      expect(secret).toMatch(newerForm);
      const standard = new Webhook(secret).sign('evt_1', new Date(1_700_000_000_000), '{"a":"ñ"}');
      expect(`v1,${before.signStandard(secret, 'evt_1.1700000000.{"a":"ñ"}')}`).toBe(standard);
    }
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
