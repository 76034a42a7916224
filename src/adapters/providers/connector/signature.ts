import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The header of both directions: `t=<seconds>,nonce=<text>,v1=<hex>`, one v1 a key. */
export const signatureHeader = 'connector-signature';

/** How far the two clocks may be apart, in seconds. */
const apartMost = 300;
const shape = /^t=(\d{1,12}),nonce=([A-Za-z0-9_-]{16,64})((?:,v1=[0-9a-f]{64}){1,4})$/;

/** A message of the protocol: all of it is signed, and nothing beside it counts. */
export interface Message {
  readonly method: string;
  /** As it stands in the request line, with its query. */
  readonly path: string;
  readonly body: Uint8Array;
}

export const newNonce = (): string => randomBytes(18).toString('base64url');

interface Signing {
  readonly keys: readonly string[];
  readonly nonce: string;
  readonly at: Date;
}

/** The value of the header: one signature with each key, so that the other side may have the one or the other. */
export function signed(message: Message, { keys, nonce, at }: Signing): string {
  const t = String(Math.floor(at.getTime() / 1000));
  const all = keys.map((key) => `v1=${macOf(message, { key, t, nonce }).toString('hex')}`);
  return [`t=${t}`, `nonce=${nonce}`, ...all].join(',');
}

interface Verifying {
  readonly keys: readonly string[];
  readonly at: Date;
  /** Of an answer: the nonce of its request. */
  readonly nonce?: string;
}

export type Verdict =
  { readonly isGood: true; readonly nonce: string } | { readonly isGood: false; readonly why: string };

/** Verified over the bytes as they came, in constant time. */
export function verify(message: Message, header: string | undefined, verifying: Verifying): Verdict {
  const [, t = '', nonce = '', rest = ''] = shape.exec(header ?? '') ?? [];
  if (t === '') return { isGood: false, why: 'the signature is missing or unreadable' };
  const apart = Math.abs(verifying.at.getTime() / 1000 - Number(t));
  if (apart > apartMost)
    return { isGood: false, why: `its timestamp is more than ${apartMost} seconds from our clock` };
  if (verifying.nonce !== undefined && verifying.nonce !== nonce)
    return { isGood: false, why: 'it answers another request' };
  const given = rest
    .split(',v1=')
    .slice(1)
    .map((hex) => Buffer.from(hex, 'hex'));
  const isGood = verifying.keys
    .map((key) => macOf(message, { key, t, nonce }))
    .map((expected) => given.map((each) => timingSafeEqual(each, expected)).includes(true))
    .includes(true);
  return isGood ? { isGood, nonce } : { isGood, why: 'its signature has no known key' };
}

function macOf({ method, path, body }: Message, of: { key: string; t: string; nonce: string }): Buffer {
  return createHmac('sha256', of.key).update(`${of.t}.${method}.${path}.${of.nonce}.`).update(body).digest();
}
