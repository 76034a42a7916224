import { Args, ArgsType, Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import { reportNames, reports, type ReportName } from '../../domain/report.js';
import { oneOf, words } from '../../domain/noun/declare.js';
import { absent } from '../../usecases/own.js';
import { nextOf, reportAsk } from '../report.js';
import { sightOf } from './caller.js';
import { PageArgs, pageSize } from './connection.js';
import type { Context } from './context.js';
import { enumOfWords } from './enum.js';
import { field, flag, id, optional, text, texts, time } from './field.js';

const name = oneOf(
  words(
    Object.fromEntries(reportNames.map((each) => [each, reports[each].says])) as Record<ReportName, string>,
    { name: 'ReportName', says: 'A report.' },
  ),
);
const ReportNameEnum = enumOfWords(name.words);

@ObjectType('Report', {
  description: 'What happened in a period, in one snapshot: the same rows as REST.',
})
class ReportType {
  @field(() => ReportNameEnum, 'Name of the report.')
  readonly name!: ReportName;

  @id('Account of the report.')
  readonly accountId!: string;

  @time('Start of the period, inclusive.')
  readonly from!: Date;

  @time('End of the period, exclusive.')
  readonly to!: Date;

  @text('Source of the rows: ledger or operations.')
  readonly source!: string;

  @time('Time of this answer.')
  readonly asOf!: Date;

  @texts('Columns in order; new ones are added at the end.')
  readonly columns!: readonly string[];

  @field(() => [[String]], 'Rows, oldest first: a value for each column, or null.', {
    nullable: 'items',
  })
  readonly rows!: readonly (readonly (string | null)[])[];

  @flag('Whether there are more rows.')
  readonly hasNextPage!: boolean;

  @text('Pass it as after to continue.', optional)
  readonly endCursor!: string | null;
}

@ArgsType()
class ReportArgs extends PageArgs {
  @field(() => ReportNameEnum, 'Which report.')
  readonly name!: ReportName;

  @id('The account.')
  readonly accountId!: string;

  @time('Start of the period, inclusive.')
  readonly from!: Date;

  @time('End of the period, exclusive; at most 366 days after from.')
  readonly to!: Date;

  @text('Only rows in this currency.', optional)
  readonly currency?: string | null;
}

@Resolver()
export class ReportResolver {
  @Query(() => ReportType, {
    description: 'A report of an account, page by page; balances comes in one page.',
  })
  async report(
    @Args(() => ReportArgs) args: ReportArgs,
    @Ctx() { ports, caller, load }: Context,
  ): Promise<ReportType> {
    const { name, accountId, from, to, currency, after } = args;
    const limit = pageSize(args.first);
    sightOf(caller, accountId);
    if ((await load.row('account', accountId)) === null) absent('account', 'accountId');
    const query = { from, to, currency: currency ?? undefined, after: after ?? undefined };
    const ask = await reportAsk(ports, { name, accountId }, query);
    const page = await ports.reports.page(ask, limit);
    const next = nextOf(ports.vault, ask, page);
    const { source, columns } = reports[name];
    return {
      name,
      accountId,
      from,
      to,
      source,
      columns,
      asOf: page.asOf,
      rows: page.rows,
      hasNextPage: next !== undefined,
      endCursor: next ?? null,
    };
  }
}
