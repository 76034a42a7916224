/** HMAC-SHA256 of the message under the secret's UTF-8, in hex: the vault's. */
export type Sign = (secret: string, message: string) => string;

/** Both signatures under an endpoint's secret: the vault. */
export interface Signer {
  readonly sign: Sign;
  /** HMAC-SHA256 in base64, under the key that a library of Standard Webhooks makes of the secret. */
  readonly signStandard: Sign;
}

/** What is signed: `at` is machine time, because receivers compare it with their own. */
interface Signed {
  readonly at: Date;
  readonly body: string;
}

/**
 * The value of Psp-Signature over the exact body: one v1 a secret, the newest secret first
 * (contract §6.4, supplement §3.8).
 */
export function signatureHeader(sign: Sign, secrets: readonly string[], { at, body }: Signed): string {
  const t = secondsOf(at);
  return [`t=${t}`, ...secrets.map((secret) => `v1=${sign(secret, `${t}.${body}`)}`)].join(',');
}

/** The headers that prove a delivery: those of Standard Webhooks (supplement §11.8) and Psp-Signature. */
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
