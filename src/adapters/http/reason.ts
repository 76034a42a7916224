import { errors } from 'undici';
import { Refusal } from '../../domain/refusal.js';

const textMax = 200;

/** A failure that we caused, not the receiver. */
export class Cut extends Error {}

const plain: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name has no address.',
  ENODATA: 'The host name has no address.',
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection before its answer was complete.',
  EPIPE: 'The receiver closed the connection before its answer was complete.',
  UND_ERR_SOCKET: 'The receiver closed the connection before its answer was complete.',
  ETIMEDOUT: 'The receiver could not be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver could not be reached.',
  EHOSTUNREACH: 'The receiver could not be reached.',
  ENETUNREACH: 'The receiver could not be reached.',
  EADDRNOTAVAIL: 'The receiver could not be reached.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The answer is not valid HTTP.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too large.',
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The receiver's certificate is signed by an unknown authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The receiver's certificate lacks its intermediate certificates.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The receiver's certificate is signed by an unknown authority.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another name.",
};

const families: readonly [start: RegExp, text: string][] = [
  [/^(ERR_SSL|EPROTO|ERR_TLS|CERT_|UNABLE_TO_)/, 'The TLS connection failed'],
  [
    /^(EDNS|ESERVFAIL|ETIMEOUT|EREFUSED|EAI_|EFORMERR|EBADNAME|EBADRESP|ENOTIMP)/,
    'The host name could not be resolved',
  ],
];

/**
 * One short line for the account that owns the endpoint, made from the error code alone. System messages can
 * contain internal addresses, and the receiver controls parts of some of them.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof Cut || error instanceof Refusal) return clean(error.message);
  if (error instanceof errors.HTTPParserError) return 'The answer is not valid HTTP.';
  if (isUnasked(error)) return 'The receiver sent an unsupported announcement: 100 Continue, or an upgrade.';
  const code = codeOf(error);
  if (code === undefined) return 'The request could not be made.';
  const family = families.find(([start]) => start.test(code))?.[1] ?? 'The request failed';
  return plain[code] ?? clean(`${family} (${code}).`);
}

/** Whether the connection was made but the TLS certificate could not be verified. */
export const isUnproven = (error: unknown): boolean =>
  /^(ERR_SSL|EPROTO|ERR_TLS|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(codeOf(error) ?? '');

/**
 * The receiver sent something invalid, so undici closed the connection. Its error code alone looks as if the
 * receiver had closed it.
 */
const isUnasked = (error: unknown): boolean =>
  error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message);

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : undefined;
}

function clean(text: string): string {
  const one = text.replaceAll(/[^\x20-\x7e]+/g, ' ').trim();
  return one.length <= textMax ? one : `${one.slice(0, textMax - 1)}…`;
}
