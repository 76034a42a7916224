import { createCipheriv, randomBytes } from 'node:crypto';

/** A text in the form that was not yet bound to its place. */
export function sealedBefore(keyId: string, key: string, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce).setAAD(Buffer.from(keyId));
  const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${keyId}:${sealed.toString('base64')}`;
}
