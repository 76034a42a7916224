import { expect, it } from 'vitest';
import { lacksProof, type ActingSession } from '../../src/domain/step-up.js';
import { plainProof } from '../setup/step-up.js';

const now = new Date('2026-11-29T12:00:00.000Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const plain = plainProof.session;
const own = { passkeyMemberId: 'mem_1' };

it.each<[string, Omit<Partial<ActingSession>, 'session'> & { session?: object }, boolean]>([
  ['a plain session needs no proof', {}, false],
  ['a session with step-up and without a proof needs one', { session: { stepUp: true } }, true],
  ['a code is fresh for five minutes', { session: { stepUp: true, confirmedAt: ago(299.999) } }, false],
  ['a code of five minutes ago is old', { session: { stepUp: true, confirmedAt: ago(300) } }, true],
  ['a plain session needs one where passkeys are required', { isPasskeyRequired: true }, true],
  [
    'there, without a passkey, a code is enough',
    { isPasskeyRequired: true, session: { confirmedAt: ago(1) } },
    false,
  ],
  ['a member with a passkey needs one', { hasPasskey: true }, true],
  [
    'a code is no proof for a member with a passkey',
    { hasPasskey: true, session: { confirmedAt: ago(1) } },
    true,
  ],
  ['their passkey is', { hasPasskey: true, session: { ...own, passkeyAt: ago(299) } }, false],
  [
    'their passkey of before and a code of now are not',
    { hasPasskey: true, session: { ...own, passkeyAt: ago(300), confirmedAt: ago(1) } },
    true,
  ],
  [
    'nor is the passkey of another membership',
    { hasPasskey: true, session: { passkeyMemberId: 'mem_2', passkeyAt: ago(1), confirmedAt: ago(1) } },
    true,
  ],
])('%s', (_, { session, ...acting }, lacks) => {
  expect(lacksProof({ ...plainProof, ...acting, session: { ...plain, ...session } }, now)).toBe(lacks);
});
