import { rateOf, type Catalogue, type Threshold } from '../../domain/capability.js';
import { exact, type Amount } from '../../domain/money.js';
import { rushed, type RiskFacts } from '../../domain/risk.js';
import { simTags } from '../../domain/sandbox.js';
import type { Risk } from '../../ports/risk.js';

/** Why an operation is held or refused. */
export const riskReasons = [
  'simulated_block',
  'amount_above_block_threshold',
  'simulated_review',
  'amount_above_review_threshold',
  'velocity_above_threshold',
  rushed,
] as const;
type RiskReason = (typeof riskReasons)[number];

const which = (all: readonly (readonly [reason: RiskReason, holds: boolean])[]): readonly RiskReason[] =>
  all.flatMap(([reason, holds]) => (holds ? [reason] : []));

/** Amount and velocity thresholds from the catalogue; in sandbox also the tags `sim:review` and `sim:block`. */
export function thresholdRisk(
  catalogue: Pick<Catalogue, 'risk' | 'rates' | 'primaryTreasuryAsset'>,
  sandbox: boolean,
): Risk {
  const { reviewAbove, blockAbove, velocity, newDestination } = catalogue.risk;
  const [review, block] = [exact(reviewAbove.amount), exact(blockAbove.amount)];
  const exceeds = (facts: RiskFacts, threshold: Threshold, amount: Amount): boolean => {
    const rate = rateOf(catalogue, facts.sourceCurrency, threshold.currency);
    // An amount that cannot be converted needs review.
    return rate === undefined || facts.principal.times(rate).isGreaterThan(amount);
  };
  const isRushed = (facts: RiskFacts): boolean =>
    newDestination !== undefined &&
    facts.destinationAgeMs !== undefined &&
    facts.destinationAgeMs < newDestination.hours * 3_600_000 &&
    exceeds(facts, newDestination.above, exact(newDestination.above.amount));
  return {
    velocityMinutes: velocity.minutes,
    assess(facts) {
      const tags = sandbox ? simTags(facts.memo).map(({ name }) => name) : [];
      const blocked = which([
        ['simulated_block', tags.includes('block')],
        [
          'amount_above_block_threshold',
          rateOf(catalogue, facts.sourceCurrency, blockAbove.currency) !== undefined &&
            exceeds(facts, blockAbove, block),
        ],
      ]);
      if (blocked.length > 0) return { outcome: 'block', reasons: blocked };
      const reviewed = which([
        ['simulated_review', tags.includes('review')],
        ['amount_above_review_threshold', exceeds(facts, reviewAbove, review)],
        ['velocity_above_threshold', facts.recentCount >= velocity.count],
        [rushed, isRushed(facts)],
      ]);
      return reviewed.length > 0 ? { outcome: 'review', reasons: reviewed } : { outcome: 'allow' };
    },
  };
}
