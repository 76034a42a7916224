import {
  availability,
  limitOf,
  type Availability,
  type Capability,
  type CapabilityLimit,
} from '../domain/capability.js';
import type { Ports } from '../ports/ports.js';

/** One entry of the catalogue as it stands for an account now. */
export interface Offer {
  readonly capability: Capability;
  readonly standing: Availability;
  readonly limit: CapabilityLimit;
}

/** The whole catalogue as it stands for an account, in its order. */
export async function offersOf(
  { reader, catalogue }: Pick<Ports, 'reader' | 'catalogue'>,
  accountId: string,
) {
  const [terms, suspensions, stoppedSince] = await Promise.all([
    reader.terms(accountId),
    reader.suspensions(accountId),
    reader.payoutsStoppedSince(),
  ]);
  // The kill switch suspends whatever ends in a payout.
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
