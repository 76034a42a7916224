import {
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  InputType,
  ObjectType,
  Query,
  Resolver,
  Root,
  type ClassType,
} from 'type-graphql';
import type { Operation } from '../../domain/operation.js';
import type { AnyOperation } from '../../domain/operation-kind.js';
import type { Payout } from '../../domain/payout.js';
import type { RiskDecision } from '../../domain/risk.js';
import { idArg } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, optional, texts, time } from './field.js';
import { OperationUnion } from './operation.js';
import { PayoutType } from './payout-type.js';

const RiskDecisionStatusEnum = enumOf<RiskDecision['status']>(
  'RiskDecisionStatus',
  'Where a review stands.',
  {
    in_review: 'Somebody has to decide.',
    approved: 'Let go.',
    rejected: 'Refused.',
  },
);

@ObjectType('RiskDecision', { description: 'A hold by the risk rules, and what was decided about it.' })
export class RiskDecisionType {
  @id('Its id, rsk_….')
  readonly id!: string;

  @id('The account whose operation is held.')
  readonly accountId!: string;

  @id('The payout, refund, withdrawal or settlement that is held.')
  readonly resourceId!: string;

  @field(() => RiskDecisionStatusEnum, 'Where it stands.')
  readonly status!: RiskDecision['status'];

  @texts('Why it was held.')
  readonly reasons!: readonly string[];

  @time('When it was held.')
  readonly createdAt!: Date;

  @time('When somebody decided.', optional)
  readonly decidedAt!: Date | null;
}

const RiskDecisionConnection = connectionOf('RiskDecision', () => RiskDecisionType);

@InputType({ description: 'Which reviews are wanted: all that match every field given.' })
class RiskDecisionFilter extends ListFilter {
  @field(() => [RiskDecisionStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: RiskDecision['status'][] | null;
}

@ArgsType()
class RiskDecisionsArgs extends ListArgs {
  @field(() => RiskDecisionFilter, 'Which are wanted.', optional)
  readonly filter?: RiskDecisionFilter | null;
}

@Resolver(() => RiskDecisionType)
export class RiskDecisionResolver {
  @Query(() => RiskDecisionType, { nullable: true, description: 'One review.' })
  riskDecision(@idArg() decisionId: string, @Ctx() context: Context): Promise<RiskDecision> {
    return found(context, 'riskDecision', decisionId);
  }

  @Query(() => RiskDecisionConnection, { description: 'Reviews of the risk rules, newest first.' })
  riskDecisions(
    @Args(() => RiskDecisionsArgs) args: RiskDecisionsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<RiskDecision>> {
    return listPage(context, 'riskDecision', { args, where: { status: args.filter?.status } });
  }

  @FieldResolver(() => OperationUnion, { description: 'What is held.' })
  operation(
    @Root() { resourceType, resourceId }: RiskDecision,
    @Ctx() { load }: Context,
  ): Promise<AnyOperation | null> {
    return load.row(resourceType, resourceId);
  }

  @FieldResolver(() => PayoutType, { nullable: true, description: 'The payout that is held, if one is.' })
  payout(
    @Root() { resourceType, resourceId }: RiskDecision,
    @Ctx() { load }: Context,
  ): Promise<Payout | null> | null {
    return resourceType === 'payout' ? load.row('payout', resourceId) : null;
  }
}

/** Gives a kind of operation the review that held it. */
export function withReview(type: ClassType<object>): ClassType<object> {
  @Resolver(() => type)
  class ReviewRelation {
    @FieldResolver(() => RiskDecisionType, { nullable: true, description: 'The review that held it.' })
    riskDecision(
      @Root() { riskDecisionId }: Operation,
      @Ctx() { load }: Context,
    ): Promise<RiskDecision | null> | null {
      return riskDecisionId === null ? null : load.row('riskDecision', riskDecisionId);
    }
  }
  return ReviewRelation;
}
