import { Args, ArgsType, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Payout } from '../../../domain/payout.js';
import { recordEvidence, type GivenEvidence } from '../../../usecases/evidence.js';
import { acting, type Context } from '../context.js';
import { enumOf } from '../enum.js';
import { field, id, optional, text } from '../field.js';
import { PayoutType } from '../payout-type.js';
import { Reasoned } from './argument.js';

const OutcomeEnum = enumOf<GivenEvidence['outcome']>(
  'EvidenceOutcome',
  'What a provider says of an operation.',
  {
    paid: 'It paid.',
    not_executed: 'It did not, and never will.',
    returned: 'It paid, and the money came back.',
  },
);

@ArgsType()
class EvidenceArgs extends Reasoned {
  @id('The payout.')
  readonly resourceId!: string;

  @field(() => OutcomeEnum, 'What the provider says.')
  readonly outcome!: GivenEvidence['outcome'];

  @text('The failure code of what was not executed; resolved_not_executed unless stated.', optional)
  readonly code?: string | null;
}

@Resolver()
export class EvidenceMutations {
  @Mutation(() => PayoutType, {
    description:
      'Say how an operation in flight ended at its provider. Against a final state it moves nothing and makes a reconciliation exception, except that a completed payout may be returned. operation_not_in_flight where it is not sent yet.',
  })
  async recordEvidence(
    @Args(() => EvidenceArgs) args: EvidenceArgs,
    @Ctx() context: Context,
  ): Promise<Payout> {
    const { resourceId, outcome, code, reason } = args;
    const ask = { id: resourceId, outcome, code: code ?? undefined };
    return (await recordEvidence(context.ports, acting(context, reason), ask)).payout;
  }
}
