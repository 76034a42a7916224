import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { sentNouns } from '../../domain/noun/all.js';
import { accountAnswers } from './account.js';
import { adjustmentAnswers, exceptionAnswers } from './adjustment.js';
import { approvalAnswers } from './approval.js';
import { AuditResolver } from './audit.js';
import { BalanceHistoryResolver } from './balance-history.js';
import { balanceShape } from '../balance.js';
import { balanceAnswers, balanceEntryAnswers, BalanceResolver } from './balance.js';
import { traceAnswers } from './bank-reference.js';
import { beneficiaryAnswers } from './beneficiary.js';
import { CapabilityResolver, suspensionAnswers } from './capability.js';
import { customerAnswers } from './customer.js';
import { eventAnswers, EventResolver, eventShape } from './event.js';
import { fundingAccountAnswers } from './funding-account.js';
import { pageAnswers, sessionAnswers } from './hosted-session.js';
import { IdempotencyKeyResolver } from './idempotency-key.js';
import { issuedKeyShape, openedAccountShape } from './issued-key.js';
import { journalAnswers, JournalResolver, journalShape } from './journal.js';
import { memberAnswers } from './member.js';
import { nounResolvers } from './noun.js';
import { NoticeResolver } from './notice.js';
import { ProposedActResolver } from './proposed-act.js';
import { lineAnswers, proposalAnswers, StatementResolver } from './statement.js';
import { payinAnswers } from './payin.js';
import { dispatchAnswers, payoutAnswers } from './payout.js';
import { batchAnswers, batchItemAnswers } from './payout-batch.js';
import { withActs } from './mutation/act.js';
import { mutations } from './mutation/table.js';
import { backlogAnswers, callerAnswers, PlatformResolver } from './platform.js';
import { batchPreviewAnswers, PreviewResolver } from './preview.js';
import { quoteAnswers } from './quote.js';
import { withAccount, withJournals } from './relation.js';
import { riskDecisionAnswers } from './risk.js';
import { memberMutations, mutationRoles, platformQueries, previewQueries } from './role.js';
import { ReportResolver } from './report.js';
import { DateTime } from './scalar.js';
import { scheduleAnswers, settlementAnswers } from './settlement.js';
import { ProviderResolver } from './provider.js';
import { StorageResolver } from './storage.js';
import { SearchResolver } from './search.js';
import { TimelineResolver } from './timeline.js';
import { answering, typeOf } from './type.js';
import { UncertainResolver, uncertainAnswers } from './uncertain.js';
import { WaitingResolver } from './waiting.js';
import { Subscriptions } from './subscription/field.js';
import { deliveryAnswers, deliveryReplayShape, endpointAnswers } from './webhook.js';

const roots = [
  ...mutations,
  BalanceResolver,
  BalanceHistoryResolver,
  CapabilityResolver,
  EventResolver,
  IdempotencyKeyResolver,
  JournalResolver,
  NoticeResolver,
  PlatformResolver,
  PreviewResolver,
  ProposedActResolver,
  ProviderResolver,
  ReportResolver,
  SearchResolver,
  StatementResolver,
  Subscriptions,
  StorageResolver,
  TimelineResolver,
  UncertainResolver,
  WaitingResolver,
];

/** The resolvers of fields outside the root types. */
const answers = [
  accountAnswers,
  adjustmentAnswers,
  approvalAnswers,
  backlogAnswers,
  balanceAnswers,
  callerAnswers,
  balanceEntryAnswers,
  batchAnswers,
  batchItemAnswers,
  batchPreviewAnswers,
  beneficiaryAnswers,
  customerAnswers,
  deliveryAnswers,
  dispatchAnswers,
  endpointAnswers,
  eventAnswers,
  exceptionAnswers,
  fundingAccountAnswers,
  journalAnswers,
  lineAnswers,
  memberAnswers,
  pageAnswers,
  payinAnswers,
  payoutAnswers,
  proposalAnswers,
  quoteAnswers,
  riskDecisionAnswers,
  scheduleAnswers,
  sessionAnswers,
  settlementAnswers,
  suspensionAnswers,
  uncertainAnswers,
  ...traceAnswers,
  ...(['payin', ...sentNouns] as const).map((noun) => answering(noun, withJournals)),
  ...[balanceShape, eventShape, journalShape].map((of) => answering(of, withAccount)),
];

/** Unused, but required by the library: subscriptions read the log themselves. */
const noPubSub = {
  publish(): never {
    throw new Error('this library interface is not used for publishing');
  },
  subscribe(): never {
    throw new Error('this library interface is not used for publishing');
  },
};

let made: GraphQLSchema | undefined;

/** The whole schema, built once: building it again would add to decorators that the next build reads. */
export function graphqlSchema(): GraphQLSchema {
  return (made ??= wholeSchema());
}

function wholeSchema(): GraphQLSchema {
  const built = buildSchemaSync({
    resolvers: [AuditResolver, ...roots, ...answers, ...nounResolvers()],
    // Only acts return these types.
    orphanedTypes: [deliveryReplayShape, issuedKeyShape, openedAccountShape].map(typeOf),
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // Arguments are validated where they are used, with the codes and params of REST.
    validate: false,
    // The check introspects the whole schema at each start; a test does that once.
    skipCheck: true,
    pubSub: noPubSub,
  });
  const schema = withActs(built);
  checkTables(schema);
  return schema;
}

/** The schema text kept in the repository, sorted so that equal schemas have equal texts. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
}

/** Refuses a mutation that no role table contains, because its permissions would be undefined. */
function checkTables(schema: GraphQLSchema): void {
  const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
  const unbound = fields.filter((name) => mutationRoles[name] === undefined && !memberMutations.has(name));
  const absent = Object.keys(mutationRoles).filter((name) => !fields.includes(name));
  const queries = schema.getQueryType()?.getFields() ?? {};
  const gone = Object.keys({ ...platformQueries, ...previewQueries }).filter(
    (name) => queries[name] === undefined,
  );
  const wrong = [...unbound, ...absent, ...gone];
  if (wrong.length > 0) throw new Error(`The table of roles and the schema differ: ${wrong.join()}`);
}
