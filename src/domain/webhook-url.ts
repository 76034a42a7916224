import { isPublicAddress } from './address.js';
import { refuse } from './refusal.js';

/** Whether a deployment allows http, private addresses and any port, for local work in a sandbox. */
export interface UrlPolicy {
  readonly allowInsecure: boolean;
}

/** A URL that may be called; its host is a name to resolve or a literal address. */
export interface WebhookTarget {
  readonly origin: string;
  readonly path: string;
  readonly host: { readonly name: string } | { readonly address: string };
}

const publicOnly =
  'send https:// with a public host on port 443. For this machine use `psp listen`, or in sandbox WEBHOOK_ALLOW_INSECURE_TARGETS=true';
const urlLengthMax = 2048;
const hostLengthMax = 253;
const isLabel = (label: string): boolean => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label);
const isHostName = (host: string): boolean => host.length <= hostLengthMax && host.split('.').every(isLabel);
const privateName = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$/;

/** Refuses a URL that webhooks may not be sent to. Its addresses are checked again at each delivery. */
export function checkWebhookUrl(url: string, policy: UrlPolicy): void {
  webhookTarget(url, policy);
}

/** Parses a URL that webhooks may be sent to; refuses any other (supplement §3.8). */
export function webhookTarget(text: string, { allowInsecure }: UrlPolicy): WebhookTarget {
  const url = parsed(text, allowInsecure);
  if (!allowInsecure && url.port !== '') wrong(`must use port 443; ${publicOnly}`);
  const target = { origin: url.origin, path: `${url.pathname}${url.search}` };
  const bare = url.hostname.replace(/^\[|\]$/g, '');
  // The URL parser turns a host that ends in a number into a dotted IPv4 address, however it was spelled.
  const isIPv4 = /^\d+(\.\d+){3}$/.test(bare);
  // Programs disagree about 0127.0.0.1 (octal or decimal).
  if (isIPv4 && hostOf(text) !== bare) wrong('has an unusual IPv4 address; send four plain decimal numbers');
  if (isIPv4 || bare.includes(':')) {
    if (!allowInsecure && !isPublicAddress(bare)) wrong(`points to a private address; ${publicOnly}`);
    return { ...target, host: { address: bare } };
  }
  if (!isHostName(bare)) wrong('has no host; send a DNS name without a trailing dot');
  if (!allowInsecure && (privateName.test(bare) || !bare.includes('.'))) {
    wrong(`has no public host; ${publicOnly}`);
  }
  return { ...target, host: { name: bare } };
}

/**
 * Checks the text before the URL parser normalises it: it drops tabs, turns backslashes and forgets an empty
 * fragment.
 */
function parsed(text: string, allowInsecure: boolean): URL {
  if (Array.from(text).length > urlLengthMax) wrong(`is too long; send at most ${urlLengthMax} characters`);
  const scheme = allowInsecure ? /^https?:\/\/(?!\/)/i : /^https:\/\/(?!\/)/i;
  if (!scheme.test(text))
    wrong(allowInsecure ? 'must begin with https:// or http://' : `must use https; ${publicOnly}`);
  if (/[\s\p{Cc}\\]/u.test(text))
    wrong('contains a space, control character or backslash; percent-encode it');
  if (text.includes('#')) wrong('has a fragment; remove # and what follows');
  if (hostOf(text).includes('@')) wrong('contains credentials; remove them');
  return URL.parse(text) ?? wrong('is not a URL; send one such as https://shop.example.com/webhooks');
}

/** The host as written, including credentials before it, without the port. */
function hostOf(text: string): string {
  const [authority = ''] = text.slice(text.indexOf('//') + 2).split(/[/?]/, 1);
  return authority.replace(/:\d*$/, '');
}

function wrong(fault: string): never {
  return refuse('invalid_parameter', `url: ${fault}.`, { param: 'url' });
}
