import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { sentNouns } from '../../domain/noun/all.js';
import { AccountResolver } from './account.js';
import { ExceptionAdjustment } from './adjustment.js';
import { AuditResolver } from './audit.js';
import { BalanceHistoryResolver } from './balance-history.js';
import { BalanceEntryResolver, BalanceResolver, BalanceType } from './balance.js';
import './bank-reference.js';
import './beneficiary.js';
import { CapabilityResolver } from './capability.js';
import { CustomerResolver } from './customer.js';
import { DeliveryReplayType } from './delivery-replay.js';
import { EventResolver, EventType } from './event.js';
import './hosted-session.js';
import { IdempotencyKeyResolver } from './idempotency-key.js';
import { IssuedKeyType, OpenedAccountType } from './issued-key.js';
import { JournalResolver, JournalType } from './journal.js';
import { nounResolvers } from './noun.js';
import { NoticeResolver } from './notice.js';
import { ProposedActResolver } from './proposed-act.js';
import { ProposalResolver, UnknownLineResolver } from './statement.js';
import './payin.js';
import { DispatchResolver } from './payout.js';
import { BatchItemResolver, BatchResolver } from './payout-batch.js';
import { PayoutType } from './payout-type.js';
import { withActs } from './mutation/act.js';
import { apart } from './mutation/apart.js';
import { mutations } from './mutation/table.js';
import { BacklogResolver, PlatformResolver } from './platform.js';
import { BatchPreviewItems, PreviewResolver } from './preview.js';
import './quote.js';
import './remittance.js';
import { withAccount, withEvents, withJournals } from './relation.js';
import { RiskDecisionResolver } from './risk.js';
import { memberMutations, mutationRoles, platformQueries, previewQueries } from './role.js';
import { ReportResolver } from './report.js';
import { DateTime } from './scalar.js';
import { AccountSettlements, SettlementItems } from './settlement.js';
import { ProviderResolver } from './provider.js';
import { SearchResolver } from './search.js';
import { TimelineResolver } from './timeline.js';
import { typeOf, typeResolvers } from './type.js';
import { UncertainResolver } from './uncertain.js';
import { WaitingResolver } from './waiting.js';
import { Subscriptions } from './subscription/field.js';
import './webhook.js';

const nouns = [
  ...mutations,
  AccountResolver,
  AccountSettlements,
  AuditResolver,
  BalanceEntryResolver,
  BalanceResolver,
  BalanceHistoryResolver,
  BatchItemResolver,
  BatchResolver,
  CapabilityResolver,
  CustomerResolver,
  DispatchResolver,
  EventResolver,
  ExceptionAdjustment,
  IdempotencyKeyResolver,
  JournalResolver,
  NoticeResolver,
  UnknownLineResolver,
  ProposalResolver,
  ProposedActResolver,
  PlatformResolver,
  PreviewResolver,
  BatchPreviewItems,
  BacklogResolver,
  ReportResolver,
  RiskDecisionResolver,
  SettlementItems,
  Subscriptions,
  ProviderResolver,
  SearchResolver,
  TimelineResolver,
  UncertainResolver,
  WaitingResolver,
];

/** Types with which acts alone answer. */
const answers = [DeliveryReplayType, IssuedKeyType, OpenedAccountType];

/** The types that several nouns share. */
const relations = [
  ...[typeOf('payin'), ...sentNouns.map(typeOf)].map(withJournals),
  withEvents(PayoutType),
  ...[BalanceType, EventType, JournalType].map(withAccount),
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
    resolvers: [...nouns, ...relations, ...nounResolvers(), ...typeResolvers()] as unknown as NonEmptyArray<
      () => void
    >,
    orphanedTypes: answers,
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // Arguments are checked where they are used: with the codes and params of REST.
    validate: false,
    // It asks the whole schema for itself, at each start; its test does so once.
    skipCheck: true,
    pubSub: noPubSub,
  });
  const schema = withActs(built);
  checkTables(schema);
  apart(schema);
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
