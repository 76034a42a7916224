import {
  availability,
  limitOf,
  type Availability,
  type Capability,
  type CapabilityLimit,
} from '../domain/capability.js';
import type { Ports } from '../ports/ports.js';

/** A capability of the catalogue with its current status for an account. */
export interface Offer {
  readonly capability: Capability;
  readonly standing: Availability;
  readonly limit: CapabilityLimit;
}

/** All capabilities of the catalogue for an account, in catalogue order. */
export async function offersOf(
  { reader, catalogue }: Pick<Ports, 'reader' | 'catalogue'>,
  accountId: string,
) {
  const [terms, suspensions, stoppedSince] = await Promise.all([
    reader.terms(accountId),
    reader.suspensions(accountId),
    reader.payoutsStoppedSince(),
  ]);
  // The kill switch suspends every capability that ends in a payout.
  const suspended =
    stoppedSince === null
      ? suspensions
      : [...suspensions, ...catalogue.capabilities.filter(({ product }) => product !== 'payin')];
  return catalogue.capabilities.map((capability): Offer => ({
    capability,
    standing: availability(capability, terms.overrides, suspended),
    limit: limitOf(capability, terms.overrides),
  }));
}
