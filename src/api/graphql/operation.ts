import { createUnionType } from 'type-graphql';
import { kindOf } from '../../domain/id.js';
import { capital } from '../../domain/noun/declare.js';
import type { AnyOperation } from '../../domain/operation-kind.js';
import { PayoutType } from './payout-type.js';
import { RefundType } from './refund.js';
import { SettlementType } from './settlement.js';
import { WithdrawalType } from './withdrawal.js';

/** Any kind of operation that is sent to a provider. */
export const OperationUnion = createUnionType({
  name: 'Operation',
  description: 'Whatever is sent to a provider.',
  types: () => [PayoutType, RefundType, SettlementType, WithdrawalType] as const,
  resolveType: (row: object) => capital(kindOf((row as AnyOperation).id) ?? ''),
});
