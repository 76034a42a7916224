import { Args, ArgsType, Ctx, InputType, Query, Resolver } from 'type-graphql';
import type { AuditEntry } from '../../domain/account.js';
import { isId } from '../../domain/id.js';
import { filterId, idArg } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import { rowOf, type Context } from './context.js';
import { field, id, optional, text } from './field.js';
import { returns } from './type.js';

const AuditEntryConnection = connectionOf('AuditEntry', 'auditEntry');

@InputType({ description: 'Entries that match every given field.' })
class AuditLogFilter extends ListFilter {
  @text('Only by an operator of this name.', optional)
  readonly operator?: string | null;

  @id('Only by this operator or member.', optional)
  readonly operatorId?: string | null;

  @text('Only of this action.', optional)
  readonly action?: string | null;

  @id('Only about this resource.', optional)
  readonly subjectId?: string | null;
}

@ArgsType()
class AuditLogArgs extends ListArgs {
  @field(() => AuditLogFilter, 'Filter.', optional)
  readonly filter?: AuditLogFilter | null;
}

@Resolver()
export class AuditResolver {
  @Query(returns('auditEntry'), { nullable: true, description: 'One entry of the audit log.' })
  auditEntry(@idArg() entryId: string, @Ctx() context: Context): Promise<AuditEntry> {
    return rowOf(context, 'auditEntry', entryId);
  }

  @Query(returns(AuditEntryConnection), { description: 'Acts of operators and members, newest first.' })
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
