import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { AnyOperation } from '../../domain/operation-kind.js';
import type { Payout } from '../../domain/payout.js';
import type { RiskDecision } from '../../domain/risk.js';
import type { Context } from './context.js';
import { OperationUnion } from './operation.js';
import { PayoutType } from './payout-type.js';
import { typeOf } from './type.js';

const RiskDecisionType = typeOf('riskDecision');

@Resolver(() => RiskDecisionType)
export class RiskDecisionResolver {
  @FieldResolver(() => OperationUnion, { description: 'The held operation.' })
  operation(
    @Root() { resourceType, resourceId }: RiskDecision,
    @Ctx() { load }: Context,
  ): Promise<AnyOperation | null> {
    return load.row(resourceType, resourceId);
  }

  @FieldResolver(() => PayoutType, { nullable: true, description: 'The held payout, if it is one.' })
  payout(
    @Root() { resourceType, resourceId }: RiskDecision,
    @Ctx() { load }: Context,
  ): Promise<Payout | null> | null {
    return resourceType === 'payout' ? load.row('payout', resourceId) : null;
  }
}
