import type { SentKind } from '../ports/operation.js';
import { payouts } from './payout-sending.js';
import { refunds } from './refund-sending.js';
import { settlements } from './settlement-sending.js';
import { withdrawals } from './withdrawal-sending.js';

/** Every kind of operation sent to providers, in lock order. */
export const operationKinds: readonly SentKind[] = [payouts, refunds, settlements, withdrawals];
