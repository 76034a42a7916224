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
