import { Args, ArgsType, Ctx, Resolver } from 'type-graphql';
import type { Approval } from '../../../domain/approval.js';
import { isId } from '../../../domain/id.js';
import { isManager } from '../../../domain/member.js';
import { refuse } from '../../../domain/refusal.js';
import { judgeApproval } from '../../../usecases/approval.js';
import { absent } from '../../../usecases/own.js';
import { writerOf } from '../caller.js';
import type { Context } from '../context.js';
import { field, id, optional, text } from '../field.js';
import { keyedRequest, KeyedArgs } from './keyed.js';
import { mutation } from './mutation.js';

@ArgsType()
class DecideApprovalArgs extends KeyedArgs {
  @id('The approval.')
  readonly id!: string;

  @field(() => Boolean, 'Whether to approve; false declines.')
  readonly approve!: boolean;

  @text('Reason. All members of the account can read it.', optional)
  readonly note?: string | null;
}

@Resolver()
export class ApprovalMutations {
  @mutation(
    'approval',
    'Approve or decline, as POST /v1/approvals/{id}/approve and /decline do. For owners and admins of the account, never for operators.',
  )
  async decideApproval(
    @Args(() => DecideApprovalArgs) args: DecideApprovalArgs,
    @Ctx() context: Context,
  ): Promise<Approval> {
    const { approve, note } = args;
    if (!isId('approval', args.id)) return absent('approval', 'id');
    const path = `/v1/approvals/${args.id}/${approve ? 'approve' : 'decline'}`;
    const face = { path, input: { note }, read: () => undefined, dangerous: approve };
    const { accountId, use } = await keyedRequest(context, args, face);
    const member = writerOf(context.caller, accountId);
    if (member === undefined || !isManager(member))
      refuse('insufficient_role', 'Only an owner or an admin of the account can do this.');
    const ask = { accountId, id: args.id, member, approve, note: note ?? undefined };
    return (await judgeApproval(context.ports, ask, use)).resource;
  }
}
