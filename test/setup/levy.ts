import type { SqlCheck } from '../../src/adapters/postgres/check/query.js';
import { moves, type KindCheck } from '../../src/adapters/postgres/check/kind.js';
import { isBlockedSince } from '../../src/domain/customer.js';
import { added, decide, joined, type Change, type Decision, type Moment } from '../../src/domain/decision.js';
import type { EventType } from '../../src/domain/event.js';
import type { Flow } from '../../src/domain/flow.js';
import { journalsOf, type Purpose, type Postings } from '../../src/domain/ledger.js';
import type { Amount } from '../../src/domain/money.js';
import {
  amount,
  declare,
  inConsole,
  nowhere,
  oneOf,
  ref,
  text,
  time,
  words,
  type NounName,
  type RowOf,
} from '../../src/domain/noun/declare.js';
import { madeOfTrace, traced, untraced } from '../../src/domain/noun/bank-reference.js';
import { riskStatusOf, sent } from '../../src/domain/noun/sent.js';
import { shownAt } from '../../src/domain/noun/show.js';
import type { Operation, OperationSpec } from '../../src/domain/operation.js';
import type { AnyOperation, OperationKind } from '../../src/domain/operation-kind.js';
import { holdForReview } from '../../src/domain/risk.js';
import type { Readiness, SentKind } from '../../src/ports/operation.js';

/**
 * A kind of operation that only tests have: a declaration, a spec and, in SQL, a table with a branch of the view
 * `operation`. Its words are other than those of the kinds of the service, so that nothing can rest on theirs.
 */

const status = words(
  {
    weighed: 'Held by risk rules.',
    under_way: 'On its way.',
    unclear: 'Of unknown end.',
    settled: 'The office has it.',
    turned_down: 'The office does not get it.',
    cancelled: 'Called off before it was sent.',
    bounced: 'The office sent it back.',
  },
  { name: 'LevyStatus', says: 'Status of a levy.' },
);

type LevyStatus = (typeof status.values)[number];
type LevyAction =
  'approve' | 'accept' | 'doubt' | 'complete' | 'fail' | 'cancel' | 'send_back' | 'settle_return';

const levyFlow: Flow<LevyStatus, LevyAction> = {
  weighed: { approve: 'under_way', complete: 'settled', fail: 'turned_down' },
  under_way: {
    accept: 'under_way',
    doubt: 'unclear',
    complete: 'settled',
    fail: 'turned_down',
    cancel: 'cancelled',
  },
  unclear: { complete: 'settled', fail: 'turned_down' },
  settled: { send_back: 'bounced' },
  turned_down: {},
  cancelled: {},
  bounced: { settle_return: 'bounced' },
};

const late = { optional: true, shows: nowhere } as const;

export const levy = declare('levy' as NounName, {
  called: ['levy', 'levies'],
  says: 'Money for a tax office.',
  listedBy: 'account',
  flow: levyFlow,
  draws: ['due', 'currency'],
  fields: {
    accountId: ref('account', 'Who pays it.', { as: 'account', fixed: true, shows: inConsole }),
    status: oneOf(status),
    customerId: ref('customer', 'For whom it is paid.', { optional: true, fixed: true }),
    due: amount('What it takes.', { currency: 'currency', fixed: true, example: '1.00' }),
    currency: text('Its currency.', { fixed: true, example: 'MXN', format: 'currency' }),
    memo: text('Description.', { optional: true, fixed: true, shows: inConsole }),
    failureCode: text('Why the office does not get it.', { optional: true }),
    riskStatus: oneOf(riskStatusOf('LevyRiskStatus')),
    riskDecisionId: ref('riskDecision', 'Review that held it.', { optional: true }),
    createdAt: time('Time of creation.', { fixed: true }),
    updatedAt: time('Time of the last change.'),
    settledAt: time('Time when it was paid.', late),
    endedAt: time('When it failed or was called off.', late),
    bouncedAt: time('Time when it came back.', late),
    cancelRequestedAt: time('When it was called off.', late),
    cancelDecidedAt: time('Time when the cancellation was decided.', late),
    ...traced,
    ...sent,
  },
  filters: { status: { says: 'With this status.', many: true } },
  indexes: [{ by: ['accountId', 'status'] }, { by: ['accountId'] }],
  events: {
    'levy.settled': { says: 'Paid.', at: 'settledAt', status: 'settled' },
    'levy.turned_down': {
      says: 'Not paid.',
      at: 'endedAt',
      when: { status: ['turned_down'] },
      status: 'turned_down',
    },
    'levy.bounced': { says: 'Sent back.', at: 'bouncedAt', status: 'bounced' },
  },
});

export type Levy = RowOf<typeof levy>;

const kind = 'levy' as OperationKind;
const purposes = (step: string) => `levy_${step}` as Purpose;
const back = { debit: 'reserved', credit: 'available' } as const;

const levyPostings: Postings<LevyAction | 'reserve', Levy> = {
  reserve: {
    purpose: purposes('reserve'),
    of: ({ due, currency }) => [{ debit: 'available', credit: 'reserved', amount: due, currency }],
  },
  approve: 'none',
  accept: 'none',
  doubt: 'none',
  complete: {
    purpose: purposes('capture'),
    of: ({ due, currency, provider }) => [
      { debit: 'reserved', credit: `clearing:${provider ?? 'none'}`, amount: due, currency },
    ],
  },
  fail: { purpose: 'reversal', of: ({ due, currency }) => [{ ...back, amount: due, currency }] },
  cancel: { purpose: 'reversal', of: ({ due, currency }) => [{ ...back, amount: due, currency }] },
  send_back: {
    purpose: purposes('return'),
    of: ({ due, currency, provider }) => [
      { debit: `clearing:${provider ?? 'none'}`, credit: 'pending', amount: due, currency },
    ],
  },
  settle_return: {
    purpose: purposes('return_settled'),
    of: ({ due, currency }) => [{ debit: 'pending', credit: 'available', amount: due, currency }],
  },
};

const shownFields = shownAt(levy, 'event', madeOfTrace);

const stampOf: Readonly<Record<LevyAction, (now: Date) => Partial<Levy>>> = {
  approve: () => ({}),
  accept: () => ({}),
  doubt: () => ({}),
  complete: (settledAt) => ({ settledAt }),
  fail: (endedAt) => ({ endedAt }),
  cancel: (endedAt) => ({ endedAt }),
  send_back: (bouncedAt) => ({ bouncedAt }),
  settle_return: () => ({}),
};

const eventsOf = (type: string) => [type as EventType];

export const levySpec: OperationSpec<Levy, LevyAction> = {
  kind,
  flow: levyFlow,
  ends: { settled: 'paid', turned_down: 'not_executed', cancelled: 'not_executed', bounced: 'returned' },
  postings: levyPostings,
  events: {
    complete: eventsOf('levy.settled'),
    fail: eventsOf('levy.turned_down'),
    send_back: eventsOf('levy.bounced'),
  },
  stamps: (action, now) => stampOf[action](now),
  settles: ({ due, currency }) => ({ amount: due, currency }),
  words: ({ memo }) => memo,
  show: shownFields,
};

const noun = 'levy' as 'refund';
const ofLevies = { status: 'under_way', sending: 'unsent' } as object;

/** As the release's own kinds stand in `operationKinds`. */
export const levies: SentKind = {
  spec: levySpec as unknown as OperationSpec<AnyOperation>,
  async loadReadiness(_needs, tx, rows) {
    const ids = rows.flatMap((row) => (row as unknown as Levy).customerId ?? []);
    const customers = ids.length === 0 ? [] : await tx.find('customer', { id: ids });
    const readinessOf = (row: Operation): Readiness => {
      const { customerId } = row as Levy;
      const customer = customers.find(({ id }) => id === customerId);
      if (customer && isBlockedSince(customer, row.createdAt))
        return { outcome: 'fails', code: 'customer_blocked' };
      return { outcome: 'ready', method: 'spei', details: { agency: 'SAT' } };
    };
    return { of: readinessOf };
  },
  unsentOf: async (tx, { accountId, id: customerId }) =>
    (await tx.find(noun, { accountId, customerId, ...ofLevies } as object)).map(({ id }) => id),
};

export interface NewLevy {
  readonly accountId: string;
  readonly customerId?: string;
  readonly due: Amount;
  readonly memo: string;
  readonly reference: string;
  readonly reasons?: readonly string[];
  /** When it may leave. */
  readonly nextStepAt: Date;
}

/** Reserves the money; held by risk rules it waits. */
export function createLevy(moment: Moment, ask: NewLevy): Decision & { readonly levy: Levy } {
  const { reasons = [], customerId = null, nextStepAt, ...fields } = ask;
  const isHeld = reasons.length > 0;
  const made: Levy = {
    ...untraced,
    ...fields,
    id: moment.newId(noun, moment.now),
    customerId,
    status: isHeld ? 'weighed' : 'under_way',
    currency: 'MXN',
    failureCode: null,
    riskStatus: isHeld ? 'in_review' : 'allowed',
    riskDecisionId: isHeld ? moment.newId('riskDecision', moment.now) : null,
    createdAt: moment.now,
    updatedAt: moment.now,
    settledAt: null,
    endedAt: null,
    bouncedAt: null,
    cancelRequestedAt: null,
    cancelDecidedAt: null,
    provider: 'sandbox',
    sending: 'unsent',
    attempts: 0,
    lookUps: 0,
    sendBy: null,
    nextStepAt: isHeld ? null : nextStepAt,
    version: 1,
  };
  const reserved = decide({
    changes: [added(noun, made as never) as Change & { noun: 'levy' }],
    journals: journalsOf(moment, levyPostings.reserve, { originType: kind, state: made }),
  });
  if (made.riskDecisionId === null) return { ...reserved, levy: made };
  const hold = holdForReview(moment, { ...made, kind }, { id: made.riskDecisionId, reasons });
  return { ...joined([reserved, hold]), levy: made };
}

const where = (condition: string): string => `select * from levy where ${condition}`;
const clearing = `'clearing:' || coalesce(provider, 'none')`;
const checks: readonly SqlCheck[] = [];

/** The checker's own knowledge of it. */
export const levyCheck: KindCheck = {
  kind: 'levy',
  isKeyed: false,
  moves: [
    moves(where('true'), `'levy_reserve'`, `('available', currency, -due), ('reserved', currency, due)`),
    moves(
      where(`status in ('settled', 'bounced')`),
      `'levy_capture'`,
      `('reserved', currency, -due), (${clearing}, currency, due)`,
    ),
    moves(
      where(`status in ('turned_down', 'cancelled')`),
      `'reversal'`,
      `('reserved', currency, -due), ('available', currency, due)`,
    ),
    moves(
      where(`status = 'bounced'`),
      `'levy_return'`,
      `(${clearing}, currency, -due), ('pending', currency, due)`,
    ),
    moves(
      where(`status = 'bounced' and next_step_at is null`),
      `'levy_return_settled'`,
      `('pending', currency, -due), ('available', currency, due)`,
    ),
  ],
  holds: [
    `select account_id, currency, 'reserved', sum(due) from levy where status in ('weighed', 'under_way', 'unclear') group by 1, 2`,
    `select account_id, currency, 'pending', sum(due) from levy where status = 'bounced' and next_step_at is not null group by 1, 2`,
  ],
  checks,
};

/** The table, and the branch of the view. */
export const levySql = `
  create table levy (
    id text collate "C" primary key,
    account_id text collate "C" not null references account,
    status text not null,
    customer_id text collate "C",
    due numeric not null,
    currency text not null,
    memo text,
    failure_code text,
    risk_status text not null,
    risk_decision_id text collate "C",
    created_at timestamptz not null,
    updated_at timestamptz not null,
    settled_at timestamptz,
    ended_at timestamptz,
    bounced_at timestamptz,
    cancel_requested_at timestamptz,
    cancel_decided_at timestamptz,
    reference text not null unique,
    trace_kind text,
    trace_reference text,
    provider text,
    sending text not null,
    attempts int not null,
    look_ups int not null,
    send_by timestamptz,
    next_step_at timestamptz,
    version int not null,
    unique (account_id, id),
    foreign key (account_id, customer_id) references customer (account_id, id),
    foreign key (account_id, risk_decision_id) references risk_decision (account_id, id)
  );
  create index levy_status on levy (account_id, status, id);
  create index levy_due on levy (next_step_at) where next_step_at is not null;
  create trigger levy_kept before delete or truncate on levy for each statement execute function refuse_change();
  create trigger levy_named before update of id, account_id, customer_id, due, currency, reference on levy
    for each statement execute function refuse_change();
  do $$ begin
    execute 'create or replace view operation as ' || rtrim(pg_get_viewdef('operation'::regclass), ';') || $view$
      union all select 'levy', id, account_id, reference, status, sending, attempts, provider, risk_status,
        risk_decision_id, next_step_at, updated_at, status = 'weighed',
        case status when 'settled' then 'paid' when 'bounced' then 'returned'
          when 'turned_down' then 'not_executed' when 'cancelled' then 'not_executed' end from levy $view$;
  end $$;`;
