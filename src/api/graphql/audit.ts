import { Args, ArgsType, Ctx, InputType, Query, Resolver } from 'type-graphql';
import type { AuditEntry } from '../../domain/account.js';
import { isId } from '../../domain/id.js';
import { filterId, idArg } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { field, id, optional, text } from './field.js';
import { typeOf } from './type.js';

const AuditEntryType = typeOf('auditEntry');
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
  @Query(() => AuditEntryType, { nullable: true, description: 'One entry of the audit log.' })
  auditEntry(@idArg() entryId: string, @Ctx() context: Context): Promise<AuditEntry> {
    return found(context, 'auditEntry', entryId);
  }

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
