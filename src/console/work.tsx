import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { actsFor, moneyOf, whyNot, type Row } from './act.js';
import { useAsk } from './ask.js';
import { spaced } from './catalogue.js';
import { useAct } from './dialog.js';
import { row } from './document.js';
import { useSettled, Wide } from './list.js';
import { Pause, Waiting } from './browse.js';
import { Amount, Badge, Empty, Id, Shown, Time, Value } from './part.js';
import { isTyping, useWho } from './shell.js';
import { textOf } from './text.js';

interface Part {
  readonly edges: readonly { readonly node: Row }[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** Where the work comes from: its query, what of the answer is work, and since when it waits. */
interface Source {
  readonly kind: string;
  readonly type: string;
  readonly asks: string;
  readonly more?: string;
  readonly isWork?: (row: Row) => boolean;
  readonly since?: string;
}

const uncertain = 'filter: { status: [verification_pending] }';
const sources: Readonly<Record<string, Source>> = {
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
  payout: {
    kind: 'Uncertain payout',
    type: 'Payout',
    asks: `payouts(first: 100, ${uncertain})`,
    more: 'updatedAt dispatch { nextStepAt lookUps provider reference }',
    since: 'updatedAt',
  },
  withdrawal: {
    kind: 'Uncertain withdrawal',
    type: 'Withdrawal',
    asks: `withdrawals(first: 100, ${uncertain})`,
    more: 'updatedAt',
    since: 'updatedAt',
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

const document = `query { ${Object.entries(sources)
  .map(
    ([name, { asks, type, more = '' }]) =>
      `${name}: ${asks} { edges { node { ${row(type)} ${more} } } pageInfo { hasNextPage } }`,
  )
  .join('\n')} }`;

interface Task extends Row {
  readonly id: string;
  readonly task: keyof typeof sources;
  readonly since: string;
}

function tasksOf(data: Readonly<Record<string, Part>>): readonly Task[] {
  const all = Object.entries(sources).flatMap(([task, { type, isWork = () => true, since = 'createdAt' }]) =>
    (data[task]?.edges ?? [])
      .filter(({ node }) => isWork(node))
      .map(({ node }) => ({
        ...node,
        __typename: type,
        id: textOf(node['id']),
        task,
        since: textOf(node[since] ?? node['createdAt']),
      })),
  );
  return all.sort((a, b) => (a.since < b.since ? -1 : 1));
}

/** All that waits for somebody, oldest first. */
export function Work(): ReactNode {
  if (useWho().kind === 'member') return <Navigate to="/l/$path" params={{ path: 'accounts' }} replace />;
  return <Everything />;
}

function Everything(): ReactNode {
  const search = useSearch({ strict: false });
  const [isPaused, setPaused] = useState(false);
  const asked = useAsk<Readonly<Record<string, Part>>>(document, {}, { concerns: () => true, isPaused });
  const all = asked.told ? tasksOf(asked.told.data) : undefined;
  const kind = search['kind'];
  const tasks = all?.filter(({ task }) => kind === undefined || task === kind);
  const settled = useSettled(tasks, `work ${kind ?? ''}`);
  const isCut = Object.values(asked.told?.data ?? {}).some(({ pageInfo }) => pageInfo.hasNextPage);
  return (
    <>
      <header className="head">
        <h1>Work</h1>
        <Pause isPaused={isPaused} set={setPaused} />
      </header>
      <Shown asked={asked}>
        {() => (
          <>
            <Kinds all={all ?? []} kind={kind} />
            <Waiting count={settled.waiting + settled.gone.size} settle={settled.settle} />
            {settled.rows.length === 0 ? (
              <Empty>Nothing waits for anybody.</Empty>
            ) : (
              <Tasks tasks={settled.rows} gone={settled.gone} again={asked.again} />
            )}
            {isCut && (
              <p className="note">There is more of a kind than its newest hundred, which are shown.</p>
            )}
          </>
        )}
      </Shown>
    </>
  );
}

function Kinds({ all, kind }: { readonly all: readonly Task[]; readonly kind: string | undefined }) {
  return (
    <nav className="kinds" aria-label="Kinds of work">
      <Link to="/work" search={{}} className={kind === undefined ? 'chosen' : ''}>
        Everything <b>{all.length}</b>
      </Link>
      {Object.entries(sources).map(([name, source]) => {
        const count = all.filter(({ task }) => task === name).length;
        return (
          <Link key={name} to="/work" search={{ kind: name }} className={kind === name ? 'chosen' : ''}>
            {source.kind} <b>{count}</b>
          </Link>
        );
      })}
    </nav>
  );
}

interface TasksProps {
  readonly tasks: readonly Task[];
  readonly gone: ReadonlySet<string>;
  readonly again: () => void;
}

function Tasks({ tasks, gone, again }: TasksProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useKeys(body, tasks);
  return (
    <>
      <Wide>
        <table className="rows work">
          <thead>
            <tr>
              {['Since', 'Kind', 'It', 'Account', 'Money', 'Why, and what comes next'].map((each) => (
                <th key={each} scope="col">
                  {each}
                </th>
              ))}
              <th scope="col">Acts</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {tasks.map((task) => (
              <Line key={task.id} task={task} isGone={gone.has(task.id)} again={again} />
            ))}
          </tbody>
        </table>
      </Wide>
      <p className="note">
        <kbd>j</kbd> <kbd>k</kbd> go down and up, <kbd>Enter</kbd> opens, <kbd>a</kbd> acts, <kbd>/</kbd>{' '}
        finds.
      </p>
    </>
  );
}

const usualActs = new Set([
  'decideRisk',
  'decideWithdrawal',
  'recordEvidence',
  'resolveException',
  'closeSchedule',
  'replayDeliveries',
]);

function Line({
  task,
  isGone,
  again,
}: {
  readonly task: Task;
  readonly isGone: boolean;
  readonly again: () => void;
}) {
  const open = useAct();
  const who = useWho();
  const type = textOf(task['__typename']);
  const acts = actsFor(type, who).filter(
    ({ name }) => usualActs.has(name) && whyNot(name, task) === undefined,
  );
  const operation = task['operation'] as Row | undefined;
  const money = [...moneyOf(operation ?? {}), ...moneyOf(task)][0]?.[1];
  return (
    <tr className={isGone ? 'gone' : ''} tabIndex={-1} data-id={task.id}>
      <td data-label="Since">
        <Time at={task.since} />
      </td>
      <td data-label="Kind">{sources[task.task]?.kind}</td>
      <td data-label="It">
        <Id id={task.id} />
      </td>
      <td data-label="Account">
        <Id id={textOf(task['accountId'])} />
      </td>
      <td data-label="Money">{money ? <Amount {...money} /> : '–'}</td>
      <td data-label="Next">
        <span>
          <Why task={task} />
        </span>
      </td>
      <td data-label="Acts" className="acts">
        {isGone ? (
          <span className="note">dealt with</span>
        ) : (
          acts.map(({ name }) => (
            <button key={name} type="button" onClick={() => open({ name, row: task, done: again })}>
              {spaced(name).replace(/ (risk|withdrawal|exception)$/, '')}
            </button>
          ))
        )}
      </td>
    </tr>
  );
}

function Why({ task }: { readonly task: Task }) {
  const { dispatch, reasons, nextStep, type, url, resourceId, currency } = task;
  if (dispatch) {
    const { nextStepAt, lookUps } = dispatch as Record<string, string | number | null>;
    return (
      <>
        looked up {lookUps} times; next <Value value={nextStepAt} type="DateTime" />
      </>
    );
  }
  if (Array.isArray(reasons)) {
    return (
      <>
        {reasons.join(', ')} · <Id id={textOf(resourceId)} />
      </>
    );
  }
  if (typeof nextStep === 'string' || typeof type === 'string') {
    return (
      <>
        <Badge word={textOf(type)} /> {textOf(nextStep ?? '')}
      </>
    );
  }
  return textOf(url ?? currency ?? '–');
}

/** j and k go from row to row; Enter opens, a acts. */
function useKeys(body: React.RefObject<HTMLTableSectionElement | null>, tasks: readonly Task[]): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (globalThis.document.querySelector('dialog[open]')) return;
      const lines = [...(body.current?.rows ?? [])];
      const at = lines.findIndex((line) => line.contains(globalThis.document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        event.preventDefault();
        lines[Math.max(0, Math.min(lines.length - 1, event.key === 'j' ? at + 1 : at - 1))]?.focus();
      }
      const line = lines[at];
      if (line === undefined) return;
      if (event.key === 'a') {
        event.preventDefault();
        line.querySelector<HTMLButtonElement>('td.acts button')?.click();
      }
      if (event.key === 'Enter' && globalThis.document.activeElement === line)
        void navigate({ to: '/o/$id', params: { id: line.dataset['id'] ?? '' } });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [body, navigate, tasks]);
}
