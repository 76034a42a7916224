import { Args, ArgsType, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RiskDecision } from '../../../domain/risk.js';
import { decideRisk } from '../../../usecases/risk.js';
import { acting, type Context } from '../context.js';
import { flag, id } from '../field.js';
import { RiskDecisionType } from '../risk.js';
import { Reasoned } from './argument.js';

@ArgsType()
class DecideArgs extends Reasoned {
  @id('The review, or the payout that it holds.')
  readonly decisionId!: string;

  @flag('Whether the payout goes on; otherwise it fails with risk_rejected.')
  readonly approve!: boolean;
}

@Resolver()
export class RiskMutations {
  @Mutation(() => RiskDecisionType, {
    description: 'Let a held payout go on, or make it fail. invalid_request where it is decided already.',
  })
  decideRisk(
    @Args(() => DecideArgs) { decisionId, approve, reason }: DecideArgs,
    @Ctx() context: Context,
  ): Promise<RiskDecision> {
    return decideRisk(context.ports, acting(context, reason), { id: decisionId, approve });
  }
}
