import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The header of both directions: `t=<seconds>,nonce=<text>,v1=<hex>`, one v1 per key. */
export const signatureHeader = 'connector-signature';

/** Largest difference between the two clocks, in seconds. */
const skewMost = 300;
const shape = /^t=(\d{1,12}),nonce=([A-Za-z0-9_-]{16,64})((?:,v1=[0-9a-f]{64}){1,4})$/;

export interface Message {
  readonly method: string;
  /** The request target with its query. */
  readonly path: string;
  readonly body: Uint8Array;
}

export const newNonce = (): string => randomBytes(18).toString('base64url');

export function signatureOf(message: Message, keys: readonly string[], nonce: string): string {
  const t = String(Math.floor(Date.now() / 1000));
  const all = keys.map((key) => `v1=${macOf(message, { key, t, nonce }).toString('hex')}`);
  return [`t=${t}`, `nonce=${nonce}`, ...all].join(',');
}

export type Verdict = { readonly nonce: string } | { readonly fault: string };

/** Verifies over the raw bytes. `nonce`: of an answer, the nonce of its request. */
export function verdictOf(
  message: Message,
  header: string | undefined,
  { keys, nonce: expectedNonce }: { readonly keys: readonly string[]; readonly nonce?: string },
): Verdict {
  const [, t = '', nonce = '', rest = ''] = shape.exec(header ?? '') ?? [];
  if (t === '') return { fault: 'the signature is missing or unreadable' };
  if (Math.abs(Date.now() / 1000 - Number(t)) > skewMost)
    return { fault: `its timestamp is more than ${skewMost} seconds from our clock` };
  if (expectedNonce !== undefined && expectedNonce !== nonce) return { fault: 'it answers another request' };
  const signatures = rest
    .split(',v1=')
    .slice(1)
    .map((hex) => Buffer.from(hex, 'hex'));
  const isGood = keys.some((key) => {
    const expected = macOf(message, { key, t, nonce });
    return signatures.some((each) => timingSafeEqual(each, expected));
  });
  return isGood ? { nonce } : { fault: 'its signature has no known key' };
}

function macOf({ method, path, body }: Message, of: { key: string; t: string; nonce: string }): Buffer {
  return createHmac('sha256', of.key).update(`${of.t}.${method}.${path}.${of.nonce}.`).update(body).digest();
}
