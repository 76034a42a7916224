import type { Settlement } from '../domain/noun/settlement.js';
import { settlementSpec } from '../domain/settlement.js';
import type { SentKind } from '../ports/operation.js';
import { gatherDestined } from './destination-sending.js';

/** Settlements as they are sent to providers: to where they were to go when they were made, unless that was disabled since. */
export const settlements: SentKind<Settlement> = { spec: settlementSpec, gather: gatherDestined };
