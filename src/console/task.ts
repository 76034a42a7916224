import type { Row } from './act.js';
import { operationInList } from './concern.js';
import { row, whole } from './document.js';
import { spaced } from './spaced.js';
import { textOf } from './text.js';

/** Rows of one kind, longest wait first. */
export type Part = readonly Row[];

const mostAtOnce = 100;
export const isMore = (part: Part): boolean => part.length === mostAtOnce;

/** A source of work: its query, additional fields of its rows, and the time since when a row waits. */
interface Source {
  readonly kind: string;
  readonly type: string;
  readonly asks: string;
  readonly more?: string;
  readonly since?: string;
}

export const sources: Readonly<Record<string, Source>> = {
  risk: {
    kind: 'Risk review',
    type: 'RiskDecision',
    asks: `reviewsToDecide(first: ${mostAtOnce})`,
    more: operationInList,
  },
  approve: {
    kind: 'Approve withdrawal',
    type: 'Withdrawal',
    asks: `withdrawalsToApprove(first: ${mostAtOnce})`,
    more: 'destination { id label method accountHint }',
  },
  uncertain: {
    kind: 'Uncertain',
    type: 'UncertainOperation',
    asks: `uncertainOperations(first: ${mostAtOnce})`,
    more: `account { id name } ${operationInList}`,
    since: 'since',
  },
  exception: {
    kind: 'Exception',
    type: 'ReconciliationException',
    asks: `exceptionsToResolve(first: ${mostAtOnce})`,
    more: 'nextStep expected { amount currency } actual { amount currency }',
  },
  schedule: {
    kind: 'Blocked schedule',
    type: 'SettlementSchedule',
    asks: `blockedSchedules(first: ${mostAtOnce})`,
    more: 'destination { id label method accountHint }',
    since: 'blockedAt',
  },
  endpoint: {
    kind: 'Failing endpoint',
    type: 'WebhookEndpoint',
    asks: `failingEndpoints(first: ${mostAtOnce})`,
    since: 'failingSince',
  },
};

export const document = `query { ${Object.entries(sources)
  .map(
    ([name, { asks, type, more = '' }]) =>
      `${name}: ${asks} { ${type === 'UncertainOperation' ? whole(type) : row(type)} ${more} }`,
  )
  .join('\n')} }`;

export interface Task extends Row {
  readonly id: string;
  readonly task: keyof typeof sources;
  readonly since: string;
}

export function tasksOf(data: Readonly<Record<string, Part>>): readonly Task[] {
  const all = Object.entries(sources).flatMap(([task, { type, since = 'createdAt' }]) =>
    (data[task] ?? []).map((each) => ({
      ...each,
      __typename: type === 'UncertainOperation' ? spaced(textOf(each['kind'])) : type,
      id: textOf(each['id']),
      task,
      since: textOf(each[since] ?? each['createdAt']),
    })),
  );
  return all.sort((a, b) => (a.since < b.since ? -1 : 1));
}
