import type { Decision } from '../domain/decision.js';
import type { Follow } from '../ports/store.js';
import { followEnded } from './approval.js';
import { followReturns } from './payout-batch.js';
import { followPayouts } from './remittance.js';
import { followEndedReviews } from './risk.js';
import { followDestinations } from './settlement-schedule.js';

/** The consequences that decisions have for rows of other nouns, each asked in turn. */
export const follow: Follow = async (tx, decisions) => [
  ...(await followPayouts(tx, decisions)),
  ...(await followReturns(tx, decisions)),
  ...(await followDestinations(tx, decisions)),
  ...(await followEnded(tx, decisions)),
  ...(await followEndedReviews(tx, decisions)),
];

/** These consequences, and those of other kinds besides. */
export const followAnd =
  (...others: readonly Follow[]): Follow =>
  async (tx, decisions) => {
    const following = await follow(tx, decisions);
    const more: Decision[] = [];
    for (const other of others) more.push(...(await other(tx, [...decisions, ...following])));
    return [...following, ...more];
  };
