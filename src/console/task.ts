import type { Row } from './act.js';
import { spaced } from './catalogue.js';
import { row, whole } from './document.js';
import { textOf } from './text.js';

export type Part =
  | {
      readonly edges: readonly { readonly node: Row }[];
      readonly pageInfo: { readonly hasNextPage: boolean };
    }
  | readonly Row[];

const rowsOf = (part: Part | undefined): readonly Row[] => {
  if (part === undefined) return [];
  return 'edges' in part ? part.edges.map(({ node }) => node) : part;
};
const mostAtOnce = 100;
export const isMore = (part: Part): boolean =>
  'edges' in part ? part.pageInfo.hasNextPage : part.length === mostAtOnce;

/** Where the work comes from: its query, what of the answer is work, and since when it waits. */
interface Source {
  readonly kind: string;
  readonly type: string;
  readonly asks: string;
  readonly more?: string;
  readonly isWork?: (row: Row) => boolean;
  readonly since?: string;
}

export const sources: Readonly<Record<string, Source>> = {
  risk: {
    kind: 'Risk review',
    type: 'RiskDecision',
    asks: 'riskDecisions(first: 100, filter: { status: [in_review] })',
    more: 'operation { __typename ... on Payout { source { total currency } } ... on Refund { amount { amount currency } } ... on Settlement { amount { amount currency } } ... on Withdrawal { amount { amount currency } } }',
  },
  approve: {
    kind: 'Approve withdrawal',
    type: 'Withdrawal',
    asks: 'withdrawals(first: 100, filter: { status: [pending_approval] })',
  },
  uncertain: {
    kind: 'Uncertain',
    type: 'UncertainOperation',
    asks: 'uncertainOperations(first: 100)',
    since: 'since',
  },
  exception: {
    kind: 'Exception',
    type: 'ReconciliationException',
    asks: 'reconciliationExceptions(first: 100, filter: { status: [open] })',
    more: 'nextStep expected { amount currency } actual { amount currency }',
  },
  schedule: {
    kind: 'Blocked schedule',
    type: 'SettlementSchedule',
    asks: 'settlementSchedules(first: 100, filter: { status: [active] })',
    isWork: ({ blockedAt }) => blockedAt !== null,
    since: 'blockedAt',
  },
  endpoint: {
    kind: 'Failing endpoint',
    type: 'WebhookEndpoint',
    asks: 'webhookEndpoints(first: 100)',
    isWork: ({ failingSince, deletedAt }) => failingSince !== null && deletedAt === null,
    since: 'failingSince',
  },
};

export const document = `query { ${Object.entries(sources)
  .map(([name, { asks, type, more = '' }]) =>
    type === 'UncertainOperation'
      ? `${name}: ${asks} { ${whole(type)} }`
      : `${name}: ${asks} { edges { node { ${row(type)} ${more} } } pageInfo { hasNextPage } }`,
  )
  .join('\n')} }`;

export interface Task extends Row {
  readonly id: string;
  readonly task: keyof typeof sources;
  readonly since: string;
}

export function tasksOf(data: Readonly<Record<string, Part>>): readonly Task[] {
  const all = Object.entries(sources).flatMap(([task, { type, isWork = () => true, since = 'createdAt' }]) =>
    rowsOf(data[task])
      .filter(isWork)
      .map((each) => ({
        ...each,
        __typename: type === 'UncertainOperation' ? spaced(textOf(each['kind'])) : type,
        id: textOf(each['id']),
        task,
        since: textOf(each[since] ?? each['createdAt']),
      })),
  );
  return all.sort((a, b) => (a.since < b.since ? -1 : 1));
}
