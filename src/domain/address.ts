import ipaddr from 'ipaddr.js';

/** The whole public IPv6 internet; other IPv6 space is not routed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's internal services, reachable from its machines although the address looks public. */
const azurePlatform = '168.63.129.16';

/**
 * Whether a literal address belongs to the public internet. False for private, local, shared, reserved, documentation
 * and benchmark ranges, for internal addresses of clouds, and for IPv6 forms that lead to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === azurePlatform) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** The addresses with one prefix. */
export type AddressRange = readonly [base: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Parses `10.0.0.7` or `10.0.0.0/8`; throws on anything else. */
export function rangeOf(text: string): AddressRange {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const alone = ipaddr.parse(text);
  return [alone, alone.kind() === 'ipv4' ? 32 : 128];
}

/** Whether a text is an address, or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

export const isAddress = (text: string): boolean => ipaddr.isValid(text);

/** An IPv4 address written as IPv6 counts as IPv4. */
export function isWithin(address: string, ranges: readonly AddressRange[]): boolean {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
}

/** In 16-bit groups: the smallest IPv6 block that providers assign to a customer, a /64 (RFC 6177). */
const assigned = 4;

/**
 * The network that rate limits count as one client: an IPv4 address, or the /64 of an IPv6 address, because a client
 * with one address of a /64 has all of them. An IPv4 address written as IPv6 counts as IPv4. Other text is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, assigned).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
