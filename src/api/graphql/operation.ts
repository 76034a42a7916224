import { createUnionType } from 'type-graphql';
import { PayoutType } from './payout-type.js';
import { RefundType } from './refund.js';
import { SettlementType } from './settlement.js';

/** Any kind of operation that is sent to a provider. */
export const OperationUnion = createUnionType({
  name: 'Operation',
  description: 'Whatever is sent to a provider.',
  types: () => [PayoutType, RefundType, SettlementType] as const,
  resolveType: (row: object) => ('payinId' in row ? 'Refund' : 'scheduleId' in row ? 'Settlement' : 'Payout'),
});
