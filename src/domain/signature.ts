/** HMAC-SHA256 of the message, keyed with the secret's UTF-8 bytes, in hex. Implemented by the vault. */
export type Sign = (secret: string, message: string) => string;

/** Signs in both formats. Implemented by the vault. */
export interface Signer {
  readonly sign: Sign;
  /** HMAC-SHA256 in base64, keyed as in Standard Webhooks libraries. */
  readonly signStandard: Sign;
}

/** The signed content. `at` is machine time, because receivers compare it with their own clock. */
interface Signed {
  readonly at: Date;
  readonly body: string;
}

/**
 * The value of Psp-Signature for the exact body: one v1 per secret, the newest first (contract §6.4, supplement
 * §3.8).
 */
export function signatureHeader(sign: Sign, secrets: readonly string[], { at, body }: Signed): string {
  const t = secondsOf(at);
  return [`t=${t}`, ...secrets.map((secret) => `v1=${sign(secret, `${t}.${body}`)}`)].join(',');
}

/** The signature headers of a delivery: Standard Webhooks (supplement §11.8) and Psp-Signature. */
export function signatureHeaders(
  signer: Signer,
  secrets: readonly string[],
  { eventId, ...signed }: Signed & { readonly eventId: string },
): Readonly<Record<string, string>> {
  const timestamp = secondsOf(signed.at);
  const message = `${eventId}.${timestamp}.${signed.body}`;
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signer.signStandard(secret, message)}`).join(' '),
    'Psp-Signature': signatureHeader(signer.sign, secrets, signed),
  };
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);
