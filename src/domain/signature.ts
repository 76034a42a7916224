/** HMAC-SHA256 of the message under the secret's UTF-8, in hex: the vault's. */
export type Sign = (secret: string, message: string) => string;

/**
 * The value of Psp-Signature over the exact body: one v1 a secret, the newest secret first
 * (contract §6.4, supplement §3.8). `at` is machine time: receivers compare it with their own.
 */
export function signatureHeader(
  sign: Sign,
  secrets: readonly string[],
  { at, body }: { readonly at: Date; readonly body: string },
): string {
  const t = Math.floor(at.getTime() / 1000);
  return [`t=${t}`, ...secrets.map((secret) => `v1=${sign(secret, `${t}.${body}`)}`)].join(',');
}
