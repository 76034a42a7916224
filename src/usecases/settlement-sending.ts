import type { Settlement } from '../domain/noun/settlement.js';
import { settlementSpec } from '../domain/settlement.js';
import type { SentKind } from '../ports/operation.js';
import { loadDestinationReadiness } from './destination-sending.js';

/** How settlements are sent: to the destination chosen at their creation, unless that was disabled since. */
export const settlements: SentKind<Settlement> = {
  spec: settlementSpec,
  loadReadiness: loadDestinationReadiness,
};
