import type { RiskFacts, RiskVerdict } from '../domain/risk.js';

/** The platform's risk rules. Synchronous, so they are part of the decision under the locks. */
export interface Risk {
  /** Minutes covered by `recentCount`. */
  readonly velocityMinutes: number;
  assess(facts: RiskFacts): RiskVerdict;
}
