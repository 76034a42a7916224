import type { SentKind } from '../ports/operation.js';
import { payouts } from './payout-sending.js';
import { refunds } from './refund-sending.js';
import { settlements } from './settlement-sending.js';
import { withdrawals } from './withdrawal-sending.js';

/** Everything that is sent to a provider, in the order in which rows of several kinds are locked. */
export const operationKinds: readonly SentKind[] = [payouts, refunds, settlements, withdrawals];
