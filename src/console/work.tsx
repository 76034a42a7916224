import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { actsFor, whyNot } from './act.js';
import { titleOf } from './act-words.js';
import { useAsk } from './ask.js';
import { concernOf } from './concern.js';
import { useAct } from './dialog.js';
import { useSettled } from './list.js';
import { Pause, Waiting } from './browse.js';
import { Amount, Badge, Empty, Id, Named, Loaded, Since } from './part.js';
import { isTyping } from './banner.js';
import { useWho } from './who.js';
import { document, isMore, sources, tasksOf, type Part, type Task } from './task.js';
import { textOf } from './text.js';
import { Value, Wide } from './value.js';
import { Title } from './title.js';
import { stateText } from './words/label.js';

/** Everything that waits for a person, oldest first. */
export function Work(): ReactNode {
  if (useWho().kind === 'member') return <Navigate to="/l/$path" params={{ path: 'accounts' }} replace />;
  return <Everything />;
}

function Everything(): ReactNode {
  const search = useSearch({ strict: false });
  const [isPaused, setPaused] = useState(false);
  const query = useAsk<Readonly<Record<string, Part>>>(document, {}, { concerns: () => true, isPaused });
  const all = query.loaded ? tasksOf(query.loaded.data) : undefined;
  const kind = search['kind'];
  const tasks = all?.filter(({ task }) => kind === undefined || task === kind);
  const settled = useSettled(tasks, `work ${kind ?? ''}`);
  const isCut = Object.values(query.loaded?.data ?? {}).some(isMore);
  return (
    <>
      <header className="head">
        <Title>Work</Title>
        <Pause isPaused={isPaused} set={setPaused} />
      </header>
      <Loaded query={query}>
        {() => (
          <>
            <Kinds all={all ?? []} kind={kind} />
            <Waiting count={settled.waiting + settled.gone.size} settle={settled.settle} />
            {settled.rows.length === 0 ? (
              <Empty>{kind === undefined ? 'No work is waiting.' : 'No work of this kind is waiting.'}</Empty>
            ) : (
              <Tasks tasks={settled.rows} gone={settled.gone} again={query.again} />
            )}
            {isCut && <p className="note">Only the hundred longest waiting of each kind are shown.</p>}
          </>
        )}
      </Loaded>
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
              {['Since', 'Item', 'Amount', 'Reason and next step'].map((each) => (
                <th key={each} scope="col" className={each === 'Amount' ? 'figure' : undefined}>
                  {each}
                </th>
              ))}
              <th scope="col">Actions</th>
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
        <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>a</kbd> act, <kbd>/</kbd>{' '}
        search
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
  const { money, payee, account } = concernOf(task);
  return (
    <tr className={isGone ? 'gone' : ''} tabIndex={-1} data-id={task.id}>
      <td data-label="Since">
        <Since at={task.since} />
      </td>
      <td data-label="Item">
        <span className="what">
          {sources[task.task]?.kind}
          {task.task === 'uncertain' && ` ${textOf(task['kind'])}`}
        </span>
        {payee && <span className="payee">to {payee.id === '' ? payee.name : <Named {...payee} />}</span>}
        <span className="whose">
          {account ? <Named {...account} /> : <Id id={textOf(task['accountId'])} />} <Id id={task.id} />
        </span>
      </td>
      <td data-label="Amount" className="figure">
        {money ? <Amount {...money} /> : '–'}
      </td>
      <td data-label="Reason" className="prose">
        <span>
          <Why task={task} />
        </span>
      </td>
      <td data-label="Actions" className="acts">
        {isGone ? (
          <span className="note">done</span>
        ) : (
          acts.map(({ name }) => (
            <button key={name} type="button" onClick={() => open({ name, row: task, done: again })}>
              {titleOf(name, task).replace(/ (risk|withdrawal|exception)$/, '')}
            </button>
          ))
        )}
      </td>
    </tr>
  );
}

function Why({ task }: { readonly task: Task }) {
  const { lookUps, nextStepAt, provider, reasons, nextStep, type, url, resourceId, currency } = task;
  if (typeof lookUps === 'number') {
    return (
      <>
        {textOf(provider)} was asked {lookUps} {lookUps === 1 ? 'time' : 'times'}; next at{' '}
        <Value value={nextStepAt} type="DateTime" />
      </>
    );
  }
  if (Array.isArray(reasons)) {
    return (
      <>
        {reasons.map((each) => stateText(textOf(each))).join(', ')} · <Id id={textOf(resourceId)} />
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
  if (task.task === 'schedule') return `Settles nothing in ${textOf(currency)} until it has a destination.`;
  if (task.task === 'approve') return 'Above the approval threshold of the account.';
  return `Deliveries to ${textOf(url)} fail. Ask the account to fix its endpoint, then replay.`;
}

/** Keys: j and k move between rows, Enter opens, a acts. */
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
