import type { Event } from './event.js';

/** Why a delivery is rejected. */
export type WebhookFault =
  /** Psp-Signature is missing or malformed. */
  | 'no_signature'
  /** The bytes are not those that were sent: parsed and written again, cut, or changed on the way. */
  | 'body_changed'
  /** It was not signed with any of the secrets that were given. */
  | 'wrong_secret'
  /** The signature holds, and is further from the clock than is allowed: sent again by somebody, or a clock is wrong. */
  | 'too_old';

export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  constructor(
    readonly fault: WebhookFault,
    message: string,
  ) {
    super(message);
  }
}

export interface Delivery {
  /** The raw body, before it is parsed. */
  readonly body: string | Uint8Array;
  /** The framework's headers object, or only the signature. With all headers, the cause of a failure is certain. */
  readonly headers: string | Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret with `whsec_`; several during a rotation. */
  readonly secret: string | readonly string[];
}

export interface VerifyOptions {
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

interface Signature {
  readonly time: string;
  readonly signatures: readonly string[];
}

const utf8 = new TextEncoder();

/** Verifies the signature and returns the event. Throws a WebhookError with the cause otherwise. */
async function verify({ body, headers, secret }: Delivery, options: VerifyOptions = {}): Promise<Event> {
  const bytes = bytesOf(body);
  const signature = signatureOf(headerOf(headers, 'psp-signature'));
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!(await holds(bytes, signature, secrets))) throw await faultOf({ bytes, signature, secrets, headers });
  const { toleranceSeconds = 300, now = new Date() } = options;
  const ageSeconds = now.getTime() / 1000 - Number(signature.time);
  if (Math.abs(ageSeconds) > toleranceSeconds) throw tooOld(ageSeconds, toleranceSeconds);
  return JSON.parse(new TextDecoder().decode(bytes)) as Event;
}

export const webhooks = { verify };

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return utf8.encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw changed('The body was parsed already: pass the raw body, as text or bytes.');
}

function headerOf(headers: Delivery['headers'], name: string): string {
  if (typeof headers === 'string') return name === 'psp-signature' ? headers : '';
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value ?? []).join(',');
}

function signatureOf(header: string): Signature {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value = '']) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [value] : [],
  );
  if (/^[0-9]{1,12}$/.test(time) && signatures.length > 0) return { time, signatures };
  const problem =
    header === '' ? 'The Psp-Signature header is missing' : 'Psp-Signature is not t=<seconds>,v1=<hex>';
  throw new WebhookError(
    'no_signature',
    `${problem}. The request is not from the service, or a proxy changed it.`,
  );
}

/** True if one of the secrets made one of the signatures. Compared in constant time. */
async function holds(
  bytes: Uint8Array,
  { time, signatures }: Signature,
  secrets: readonly string[],
): Promise<boolean> {
  const start = utf8.encode(`${time}.`);
  const message = new Uint8Array(start.length + bytes.length);
  message.set(start);
  message.set(bytes, start.length);
  for (const secret of secrets.filter((each) => each !== '')) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', utf8.encode(secret), algorithm, false, ['verify']);
    for (const hex of signatures)
      if (await crypto.subtle.verify('HMAC', key, fromHex(hex), message)) return true;
  }
  return false;
}

interface Failed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signature: Signature;
  readonly secrets: readonly string[];
  readonly headers: Delivery['headers'];
}

/** The Content-Digest header shows whether the bytes arrived unchanged; without it, the body is examined. */
async function faultOf({ bytes, signature, secrets, headers }: Failed): Promise<WebhookError> {
  const [, digest] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]+):/.exec(headerOf(headers, 'content-digest')) ?? [];
  if (digest !== undefined) {
    const own = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return btoa(String.fromCharCode(...own)) === digest ? wrongSecret(secrets) : changed();
  }
  for (const other of rewritten(new TextDecoder().decode(bytes)))
    if (await holds(utf8.encode(other), signature, secrets)) return changed();
  return isJson(bytes) ? wrongSecret(secrets) : changed();
}

/** The bodies that a framework may have parsed and serialized into this one. */
function rewritten(text: string): string[] {
  try {
    return [JSON.stringify(JSON.parse(text)), text.trim()];
  } catch {
    return [text.trim()];
  }
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function changed(how = 'Pass the raw body, before it is parsed.'): WebhookError {
  return new WebhookError('body_changed', `The body differs from the signed one. ${how}`);
}

function wrongSecret(secrets: readonly string[]): WebhookError {
  const isOdd = secrets.some((each) => each.trim() !== each || !each.startsWith('whsec_'));
  const hint = isOdd
    ? 'Pass the secret exactly as shown, with whsec_ and without spaces.'
    : 'Each endpoint has its own secret, and so has psp listen. The secret may have been rotated.';
  return new WebhookError('wrong_secret', `The signature was made with another secret. ${hint}`);
}

function tooOld(ageSeconds: number, toleranceSeconds: number): WebhookError {
  const when = `${Math.round(Math.abs(ageSeconds))} seconds ${ageSeconds > 0 ? 'ago' : 'from now'}`;
  const message = `It was signed ${when}, and ${toleranceSeconds} are allowed. It may be a replay, or a clock is wrong.`;
  return new WebhookError('too_old', message);
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
