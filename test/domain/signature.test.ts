import { expect, it } from 'vitest';
import { sign } from '../../src/adapters/crypto/vault.js';
import { signatureHeader } from '../../src/domain/signature.js';

const at = new Date('2025-12-31T23:59:59.999Z');
const body = '{"id":"evt_1","name":"Ñ"}';
const [ofNew, ofOld] = [
  '471f5fb71a051c15bdacc8db0b8748fbf1a290fda8184694ac694079bd276f11',
  '7dbe39cccc5377ee1bbd269dd0c0d2566e62f4ac816ef93f57fd96a803555547',
];

// The figures are those of Python's hmac module.
it('signs second and body with every secret, the newest first', () => {
  const header = (...secrets: string[]) => signatureHeader(sign, secrets, { at, body });
  expect(header('whsec_new')).toBe(`t=1767225599,v1=${ofNew}`);
  expect(header('whsec_new', 'whsec_old')).toBe(`t=1767225599,v1=${ofNew},v1=${ofOld}`);
});
