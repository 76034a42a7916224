import { createUnionType } from 'type-graphql';
import { PayoutType } from './payout-type.js';
import { RefundType } from './refund.js';

/** Any kind of operation that is sent to a provider. */
export const OperationUnion = createUnionType({
  name: 'Operation',
  description: 'Whatever is sent to a provider.',
  types: () => [PayoutType, RefundType] as const,
  resolveType: (row: object) => ('payinId' in row ? 'Refund' : 'Payout'),
});
