import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { sentNouns } from '../../domain/noun/all.js';
import { accountAnswers } from './account.js';
import { adjustmentAnswers, exceptionAnswers } from './adjustment.js';
import { AuditResolver } from './audit.js';
import { balanceShape } from '../balance.js';
import { balanceAnswers, balanceEntryAnswers, BalanceResolver } from './balance.js';
import { traceAnswers } from './bank-reference.js';
import { beneficiaryAnswers } from './beneficiary.js';
import { CapabilityResolver, suspensionAnswers } from './capability.js';
import { customerAnswers } from './customer.js';
import { eventAnswers, EventResolver, eventShape } from './event.js';
import { pageAnswers, sessionAnswers } from './hosted-session.js';
import { IdempotencyKeyResolver } from './idempotency-key.js';
import { issuedKeyShape, openedAccountShape } from './issued-key.js';
import { journalAnswers, JournalResolver, journalShape } from './journal.js';
import { nounResolvers } from './noun.js';
import { NoticeResolver } from './notice.js';
import { ProposedActResolver } from './proposed-act.js';
import { lineAnswers, proposalAnswers, StatementResolver } from './statement.js';
import { payinAnswers } from './payin.js';
import { dispatchAnswers, payoutAnswers } from './payout.js';
import { batchAnswers, batchItemAnswers } from './payout-batch.js';
import { withActs } from './mutation/act.js';
import { mutations } from './mutation/table.js';
import { backlogAnswers, PlatformResolver } from './platform.js';
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

/** What is answered for beside the root. */
const answers = [
  accountAnswers,
  adjustmentAnswers,
  backlogAnswers,
  balanceAnswers,
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
  journalAnswers,
  lineAnswers,
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

/** Every subscription reads the log by itself. */
const noPubSub = {
  publish(): never {
    throw new Error('nothing is published here');
  },
  subscribe(): never {
    throw new Error('nothing is published here');
  },
};

let made: GraphQLSchema | undefined;

/** The whole schema, from the resolvers of the nouns; one, for each making adds to the decorators that the next one reads. */
export function graphqlSchema(): GraphQLSchema {
  return (made ??= wholeSchema());
}

function wholeSchema(): GraphQLSchema {
  const built = buildSchemaSync({
    resolvers: [AuditResolver, ...roots, ...answers, ...nounResolvers()],
    // Acts alone answer with them.
    orphanedTypes: [deliveryReplayShape, issuedKeyShape, openedAccountShape].map(typeOf),
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // Arguments are checked where they are used: with the codes and params of REST.
    validate: false,
    // It asks the whole schema for itself, at each start; its test does so once.
    skipCheck: true,
    pubSub: noPubSub,
  });
  const schema = withActs(built);
  checkTables(schema);
  return schema;
}

/** As it is kept in the repository: the same text for the same schema. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(graphqlSchema()))}\n`;
}

/** A mutation that no role is bound to would be everybody's or nobody's; neither is meant. */
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
