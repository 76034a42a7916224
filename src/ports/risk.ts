import type { RiskFacts, RiskVerdict } from '../domain/risk.js';

/** The platform's risk rules: synchronous, so that they are part of the decision under the locks. */
export interface Risk {
  /** Minutes over which `recentCount` is counted. */
  readonly velocityMinutes: number;
  assess(facts: RiskFacts): RiskVerdict;
}
