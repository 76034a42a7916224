import { parse } from 'tldts';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const longest = 253;

/**
 * Why an account cannot claim a lower-case hostname; undefined if it can. `own`: hostnames of the service, which also
 * owns every name below them.
 */
export function hostnameFault(hostname: string, own: readonly string[]): string | undefined {
  if (hostname.length > longest) return `is too long; send at most ${longest} characters`;
  const labels = hostname.split('.');
  if (labels.length < 2 || !labels.every((each) => label.test(each)))
    return 'is not a DNS name; send one such as pay.example.com, without scheme, port or path';
  const { isIp, domain } = parse(hostname, { allowPrivateDomains: true, extractHostname: false });
  // A name that ends in a number is read as an IPv4 address, however it is spelled.
  if (isIp || /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return 'is an IP address; send a DNS name';
  if (domain === null) return 'is a public suffix; send a name of your own such as pay.example.com';
  if (own.some((each) => hostname === each || hostname.endsWith(`.${each}`)))
    return 'belongs to the service; send a name of your own';
  return undefined;
}
