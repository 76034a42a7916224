import ipaddr from 'ipaddr.js';

/** Where all of the public IPv6 internet is; the rest of the space is not routed. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a literal address belongs to the public internet: nothing private, local, shared, reserved, for
 * documentation or benchmarks, and no IPv6 form that leads to an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}
