import { randomBytes } from 'node:crypto';

const key = (): string => randomBytes(32).toString('base64');

/** Keys of its own for a service that a test starts. */
export const newKeys = () => ({
  PSP_ENCRYPTION_KEYS: `k1:${key()}`,
  PSP_HASH_KEY: key(),
  PSP_SEAL_KEY: `s1:${key()}`,
});
