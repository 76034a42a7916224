import { Args, ArgsType, Ctx, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditEntry } from '../../domain/account.js';
import { filterId } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import type { Context } from './context.js';
import { field, id, json, optional, text, time } from './field.js';

@ObjectType('AuditEntry', { description: 'Who of the platform did what, when and why.' })
export class AuditEntryType {
  @id('Its id, aud_….')
  readonly id!: string;

  @text('Who, by name.')
  readonly operator!: string;

  @id(
    'Who, by id: names may be alike. Null for whoever has no operator token (the command line, a member), and in entries from before it was kept.',
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

  @id('By this operator.', optional)
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
  @Query(() => AuditEntryConnection, { description: 'What operators did, newest first.' })
  auditLog(
    @Args(() => AuditLogArgs) args: AuditLogArgs,
    @Ctx() context: Context,
  ): Promise<Connection<AuditEntry>> {
    const { operator, operatorId, action, subjectId } = args.filter ?? {};
    const where = {
      operator,
      operatorId: filterId('operator', 'operatorId', operatorId),
      action,
      subjectId,
    };
    return listPage(context, 'auditEntry', { args, where });
  }
}
