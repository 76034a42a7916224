import ipaddr from 'ipaddr.js';

/** Where all of the public IPv6 internet is; the rest of the space is not routed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's own services, which its machines reach at an address out of the public space. */
const azurePlatform = '168.63.129.16';

/**
 * Whether a literal address belongs to the public internet: nothing private, local, shared, reserved, for
 * documentation or benchmarks, of a cloud's own, and no IPv6 form that leads to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === azurePlatform) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Addresses of one beginning. */
export type AddressRange = readonly [base: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Reads `10.0.0.7` or `10.0.0.0/8`; throws where it is neither. */
export function rangeOf(text: string): AddressRange {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const alone = ipaddr.parse(text);
  return [alone, alone.kind() === 'ipv4' ? 32 : 128];
}

/** Whether a text is an address, or a network in CIDR notation. */
export const isNetwork = (text: string): boolean => ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

export const isAddress = (text: string): boolean => ipaddr.isValid(text);

/** An IPv4 address that is written as IPv6 is the IPv4 address. */
export function isWithin(address: string, ranges: readonly AddressRange[]): boolean {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
}

/** Groups of 16 bits in the part of an IPv6 address that a provider assigns to one customer at least (RFC 6177). */
const assigned = 4;

/**
 * What limits count as one client: an IPv4 address, or the /64 of an IPv6 address, since whoever has one address of a /64
 * has all of them. An IPv4 address that is written as IPv6 is the IPv4 address; a text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isAddress(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, assigned).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
