import { useEffect, useRef, useState, type ReactNode } from 'react';
import { actsFor, knownArguments, whyNot, type Act, type Row } from './act.js';
import { changeOf, confirmOf, isDangerous, resultOf, titleOf, type About } from './act-words.js';
import { refusalOf } from './ask.js';
import { isInBulk, itemsOf, useBulkSending, type BulkItem } from './bulk-sending.js';
import type { Refused } from './client.js';
import type { Choosing } from './choosing.js';
import { concernOf } from './concern.js';
import { Heading, Modal, Arguments } from './dialog.js';
import { useDraft } from './draft.js';
import { Badge, Loading, Named } from './part.js';
import type { ActOutcome } from './sending.js';
import { sumsOf, textOf } from './text.js';
import { useWho } from './who.js';
import { Wrong } from './wrong.js';

/** Choosing rows of a list, for acts on several. Undefined `choosing`: this person has no such act here. */
export function useChoosing(type: string, rows: readonly Row[], again: () => void) {
  const who = useWho();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [act, setAct] = useState<Act>();
  const acts = who.kind === 'operator' ? actsFor(type, who).filter(isInBulk) : [];
  if (acts.length === 0) return { choosing: undefined, bar: null };
  const mine = rows
    .filter((row) => chosen.has(textOf(row['id'])))
    .map((row) => ({ ...row, __typename: type }));
  const choosing: Choosing = {
    has: (id) => chosen.has(id),
    set: (ids, isChosen) =>
      setChosen(
        (before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))),
      ),
  };
  const bar = (
    <>
      <Bar rows={mine} acts={acts} open={setAct} clear={() => setChosen(new Set())} />
      {act && (
        <BulkDialog
          act={act}
          rows={mine}
          done={again}
          close={(isDone) => {
            setAct(undefined);
            if (isDone) setChosen(new Set());
          }}
        />
      )}
    </>
  );
  return { choosing, bar };
}

interface BarProps {
  readonly rows: readonly Row[];
  readonly acts: readonly Act[];
  readonly open: (act: Act) => void;
  readonly clear: () => void;
}

const Bar = ({ rows, acts, open, clear }: BarProps) => (
  <div className="acts bulk" role="group" aria-label="Actions on the chosen rows">
    <span className="note" role="status">
      {rows.length === 0 ? 'Choose rows to act on several at once.' : `${rows.length} chosen`}
    </span>
    {rows.length > 0 && (
      <>
        {acts.map((act) => (
          <BarButton key={act.name} act={act} rows={rows} open={open} />
        ))}
        <button type="button" className="plain" onClick={clear}>
          Choose none
        </button>
      </>
    )}
  </div>
);

interface BarButtonProps extends Pick<BarProps, 'rows' | 'open'> {
  readonly act: Act;
}

/** Counts the chosen rows that the act fits. */
function BarButton({ act, rows, open }: BarButtonProps) {
  const nots = rows.flatMap((row) => whyNot(act.name, row) ?? []);
  const count = rows.length - nots.length;
  return (
    <button
      type="button"
      disabled={count === 0}
      title={count === 0 ? nots[0] : undefined}
      className={isDangerous(act.name, {}) ? 'danger' : undefined}
      onClick={() => open(act)}
    >
      {titleOf(act.name, {})} ({count}
      {nots.length > 0 && ` of ${rows.length}`})
    </button>
  );
}

interface BulkProps {
  readonly act: Act;
  readonly rows: readonly Row[];
  readonly done: () => void;
  readonly close: (isDone: boolean) => void;
}

/** The form of an act on several rows: what it acts on first, then the arguments, then what became of each. */
function BulkDialog({ act, rows, done, close }: BulkProps) {
  // The rows as they were chosen: the list behind the form may change.
  const [chosen] = useState(rows);
  const [items, setItems] = useState<readonly BulkItem[]>();
  const [error, setError] = useState<Refused>();
  const element = useRef<HTMLDialogElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    itemsOf(act, chosen).then(setItems, (fault: unknown) => setError(refusalOf(fault)));
  }, [act, chosen]);
  return (
    <Modal element={element} stage={items ? 'loaded' : 'editing'} close={() => close(isDone.current)}>
      {items ? (
        <BulkForm
          act={act}
          items={items}
          done={() => {
            isDone.current = true;
            done();
          }}
          leave={() => element.current?.close()}
        />
      ) : (
        <form method="dialog">
          <Heading act={act} row={chosen[0] ?? {}} />
          {error ? (
            <p className="failed" role="alert">
              The rows could not be loaded. {error.message}
            </p>
          ) : (
            <Loading />
          )}
          <footer>
            <button type="submit">Close</button>
          </footer>
        </form>
      )}
    </Modal>
  );
}

/** "2 payouts and 1 refund". */
function countsOf(items: readonly BulkItem[]): string {
  const byNoun = Map.groupBy(items, ({ row }) => concernOf(row).noun);
  const counted = [...byNoun].map(([noun, { length }]) =>
    length === 1 ? `1 ${noun}` : `${length} ${noun.replace(/y$/, 'ie')}s`,
  );
  return counted.join(' and ');
}

/** What the form says of all items at once: "3 payouts, 300.00 MXN". */
function aboutAll(act: Act, items: readonly BulkItem[], values: Row): About {
  const [first] = items;
  const row = first?.row ?? {};
  const about = { ...concernOf(row), row, values: { ...values, ...knownArguments(act, row) } };
  const sums = sumsOf(items.flatMap((item) => concernOf(item.row).money ?? []));
  const noun = countsOf(items);
  const what = [noun, ...sums].join(', ');
  return {
    ...about,
    money: undefined,
    total: undefined,
    fee: undefined,
    payee: undefined,
    account: undefined,
    noun,
    what,
    name: noun,
  };
}

interface BulkFormProps {
  readonly act: Act;
  readonly items: readonly BulkItem[];
  readonly done: () => void;
  readonly leave: () => void;
}

function BulkForm({ act, items, done, leave }: BulkFormProps) {
  const possible = items.filter(({ not }) => not === undefined);
  const [first] = possible;
  const row = first?.row ?? items[0]?.row ?? {};
  const { progress, run, stop } = useBulkSending(act, done);
  const { entered, setEntered, reason, lacks, ...draft } = useDraft(
    { asking: { name: act.name, row }, act, close: leave },
    (values, why) => run(possible, values, why),
  );
  const about = aboutAll(act, possible, entered);
  const change = changeOf(act.name, about);
  const outcomes = progress?.outcomes ?? new Map<string, ActOutcome>();
  const isOver = progress !== undefined && !progress.isRunning;
  return (
    <form onSubmit={draft.submit} onChange={draft.look} noValidate>
      <Heading act={act} row={row} />
      {!progress && possible.length > 0 && change && <p className="change">{change}</p>}
      {progress && <Summary act={act} about={about} {...progress} count={possible.length} />}
      <ul className="bulk-items" aria-label="Chosen rows">
        {items.map((item) => (
          <Item
            key={item.id}
            act={act}
            item={item}
            values={entered}
            outcome={outcomes.get(item.id)}
            isOver={isOver}
          />
        ))}
      </ul>
      {!progress && possible.length > 0 && (
        <fieldset className="inputs">
          <Wrong faults={lacks}>
            <Arguments act={act} row={row} values={entered} setValues={setEntered} reason={reason} isBulk />
          </Wrong>
        </fieldset>
      )}
      <footer>
        {progress?.isRunning ? (
          <button type="button" onClick={stop}>
            Stop after this one
          </button>
        ) : (
          <button type="button" onClick={leave}>
            {isOver ? 'Close' : 'Go back'}
          </button>
        )}
        {!progress && possible.length > 0 && (
          <button type="submit" className={isDangerous(act.name, row) ? 'main danger' : 'main'}>
            {confirmOf(act.name, about)}
          </button>
        )}
      </footer>
    </form>
  );
}

interface SummaryProps {
  readonly act: Act;
  readonly about: About;
  readonly count: number;
  readonly isRunning: boolean;
  readonly outcomes: ReadonlyMap<string, ActOutcome>;
  readonly error?: Refused | undefined;
}

/** How far it has come, and in the end how many of each outcome. */
function Summary({ act, about, count, isRunning, outcomes, error }: SummaryProps) {
  const all = [...outcomes.values()];
  const countOf = (is: ActOutcome['is']): number => all.filter((each) => each.is === is).length;
  const parts = [
    [countOf('done'), 'done'],
    [countOf('refused'), 'refused'],
    [countOf('unknown'), 'without an answer'],
    [isRunning ? 0 : count - all.length, 'not sent'],
  ] as const;
  const text = parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : [])).join(', ');
  const isGood = countOf('done') === count;
  const element = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => element.current?.focus(), [isRunning]);
  return (
    <div className="outcome" ref={element} tabIndex={-1}>
      {isRunning ? (
        <p role="status">
          {titleOf(act.name, about.row)}: {all.length} of {count}{' '}
          <progress max={count} value={all.length} aria-label="Progress" />
        </p>
      ) : (
        <p className={isGood ? 'passed' : 'failed'} role={isGood ? 'status' : 'alert'}>
          <strong>{error ? `Nothing was sent. ${error.message}` : `${text}.`}</strong>
        </p>
      )}
    </div>
  );
}

interface ItemProps {
  readonly act: Act;
  readonly item: BulkItem;
  readonly values: Row;
  readonly outcome: ActOutcome | undefined;
  readonly isOver: boolean;
}

/** One row: what it is, whose, and what becomes of it. */
function Item({ act, item: { id, row, not }, values, outcome, isOver }: ItemProps) {
  const about: About = { ...concernOf(row), row, values };
  const { status } = row;
  return (
    <li className={not === undefined ? undefined : 'left-out'}>
      <Named id={id} name={about.title || about.name} />{' '}
      {about.account && <span className="note">{about.account.name}</span>}{' '}
      {!outcome && typeof status === 'string' && <Badge word={status} />}
      <ItemOutcome act={act} about={about} not={not} outcome={outcome} isOver={isOver} />
    </li>
  );
}

interface ItemOutcomeProps extends Pick<ItemProps, 'act' | 'outcome' | 'isOver'> {
  readonly about: About;
  readonly not: string | undefined;
}

function ItemOutcome({ act, about, not, outcome, isOver }: ItemOutcomeProps): ReactNode {
  if (not !== undefined) return <small className="wrong">Left out. {not}</small>;
  if (outcome === undefined) return isOver ? <small className="wrong">Not sent.</small> : null;
  if (outcome.is === 'done') return <small>{resultOf(act.name, about, outcome.answer)}</small>;
  const start = outcome.is === 'refused' ? 'Nothing changed.' : 'No answer arrived.';
  return (
    <small className="wrong">
      {start} {outcome.error.message}
    </small>
  );
}
