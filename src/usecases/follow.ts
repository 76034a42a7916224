import type { Follow } from '../ports/store.js';
import { followEnded } from './approval.js';
import { followReturns } from './payout-batch.js';
import { followPayouts } from './remittance.js';
import { followEndedReviews } from './risk.js';
import { followDestinations } from './settlement-schedule.js';

/** Derives decisions about rows of other nouns, one rule after another. */
export const follow: Follow = async (tx, decisions) => [
  ...(await followPayouts(tx, decisions)),
  ...(await followReturns(tx, decisions)),
  ...(await followDestinations(tx, decisions)),
  ...(await followEnded(tx, decisions)),
  ...(await followEndedReviews(tx, decisions)),
];

/** Combines these rules with another one. */
export const followAnd =
  (other: Follow): Follow =>
  async (tx, decisions) => {
    const following = await follow(tx, decisions);
    return [...following, ...(await other(tx, [...decisions, ...following]))];
  };
