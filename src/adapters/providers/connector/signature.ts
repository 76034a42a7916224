import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The header in both directions: `t=<seconds>,nonce=<text>,v1=<hex>`, with one v1 for each key. */
export const signatureHeader = 'connector-signature';

/** Most seconds by which the two clocks may differ. */
const apartMost = 300;
const shape = /^t=(\d{1,12}),nonce=([A-Za-z0-9_-]{16,64})((?:,v1=[0-9a-f]{64}){1,4})$/;

/** A message of the protocol. These parts are signed; other headers are ignored. */
export interface Message {
  readonly method: string;
  /** The request target with its query. */
  readonly path: string;
  readonly body: Uint8Array;
}

export const newNonce = (): string => randomBytes(18).toString('base64url');

interface Signing {
  readonly keys: readonly string[];
  readonly nonce: string;
  readonly at: Date;
}

/** The header value, with one signature for each key: during a rotation the other side may have either. */
export function signed(message: Message, { keys, nonce, at }: Signing): string {
  const t = String(Math.floor(at.getTime() / 1000));
  const all = keys.map((key) => `v1=${macOf(message, { key, t, nonce }).toString('hex')}`);
  return [`t=${t}`, `nonce=${nonce}`, ...all].join(',');
}

interface Verifying {
  readonly keys: readonly string[];
  readonly at: Date;
  /** For a response: the nonce of its request. */
  readonly nonce?: string;
}

export type Verdict =
  { readonly isGood: true; readonly nonce: string } | { readonly isGood: false; readonly why: string };

/** Verifies the signature over the raw bytes, in constant time. */
export function verify(message: Message, header: string | undefined, verifying: Verifying): Verdict {
  const [, t = '', nonce = '', rest = ''] = shape.exec(header ?? '') ?? [];
  if (t === '') return { isGood: false, why: 'the signature is missing or unreadable' };
  const apart = Math.abs(verifying.at.getTime() / 1000 - Number(t));
  if (apart > apartMost)
    return { isGood: false, why: `its timestamp is more than ${apartMost} seconds from our clock` };
  if (verifying.nonce !== undefined && verifying.nonce !== nonce)
    return { isGood: false, why: 'it answers another request' };
  const signatures = rest
    .split(',v1=')
    .slice(1)
    .map((hex) => Buffer.from(hex, 'hex'));
  const isGood = verifying.keys
    .map((key) => macOf(message, { key, t, nonce }))
    .map((expected) => signatures.map((each) => timingSafeEqual(each, expected)).includes(true))
    .includes(true);
  return isGood ? { isGood, nonce } : { isGood, why: 'its signature has no known key' };
}

function macOf({ method, path, body }: Message, of: { key: string; t: string; nonce: string }): Buffer {
  return createHmac('sha256', of.key).update(`${of.t}.${method}.${path}.${of.nonce}.`).update(body).digest();
}
