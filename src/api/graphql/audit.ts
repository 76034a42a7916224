import { Args, ArgsType, Ctx, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditEntry } from '../../domain/account.js';
import { isId } from '../../domain/id.js';
import { filterId } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import type { Context } from './context.js';
import { field, id, json, optional, text, time } from './field.js';

@ObjectType('AuditEntry', {
  description: 'Who did what, when and why: operators, and what members do for their accounts.',
})
export class AuditEntryType {
  @id('Its id, aud_….')
  readonly id!: string;

  @text('Who, by name.')
  readonly operator!: string;

  @id(
    'Who, by id: names may be alike. Of an operator op_…, of a member of the account mem_…. Null for whoever has no token (the command line), and in entries from before it was kept.',
    optional,
  )
  readonly operatorId!: string | null;

  @text('What, such as customer.block.')
  readonly action!: string;

  @text('Why.')
  readonly reason!: string;

  @id('The account that it was done to; null for what concerns the whole platform.', optional)
  readonly accountId!: string | null;

  @id('What it was done to.', optional)
  readonly subjectId!: string | null;

  @json('What stood before.', optional)
  readonly before!: unknown;

  @json('What stood after.', optional)
  readonly after!: unknown;

  @time('When.')
  readonly createdAt!: Date;
}

const AuditEntryConnection = connectionOf('AuditEntry', () => AuditEntryType);

@InputType({ description: 'Which entries are wanted: all that match every field given.' })
class AuditLogFilter extends ListFilter {
  @text('By an operator of this name.', optional)
  readonly operator?: string | null;

  @id('By this operator or member.', optional)
  readonly operatorId?: string | null;

  @text('Of this action.', optional)
  readonly action?: string | null;

  @id('Done to this.', optional)
  readonly subjectId?: string | null;
}

@ArgsType()
class AuditLogArgs extends ListArgs {
  @field(() => AuditLogFilter, 'Which are wanted.', optional)
  readonly filter?: AuditLogFilter | null;
}

@Resolver(() => AuditEntryType)
export class AuditResolver {
  @Query(() => AuditEntryConnection, { description: 'What operators and members did, newest first.' })
  auditLog(
    @Args(() => AuditLogArgs) args: AuditLogArgs,
    @Ctx() context: Context,
  ): Promise<Connection<AuditEntry>> {
    const { operator, operatorId, action, subjectId } = args.filter ?? {};
    const where = {
      operator,
      operatorId: isId('member', operatorId ?? '')
        ? operatorId
        : filterId('operator', 'operatorId', operatorId),
      action,
      subjectId,
    };
    return listPage(context, 'auditEntry', { args, where });
  }
}
