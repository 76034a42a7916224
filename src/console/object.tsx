import { useParams } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { actsFor, whyNot, type Act, type Row } from './act.js';
import { useAsk } from './ask.js';
import { bare, catalogue, isList, spaced } from './catalogue.js';
import { useAct } from './dialog.js';
import { oneDocument } from './document.js';
import { Related } from './list.js';
import { isEntity, nounOfId, type Noun } from './noun.js';
import { Badge, Copy, Empty, Facts, Id, Shown } from './part.js';
import { Timeline } from './timeline.js';
import { AccountMoney } from './account.js';
import { useWho } from './shell.js';
import { textOf } from './text.js';

/** The page of anything that has an id. */
export function ObjectPage(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const noun = nounOfId(id);
  if (noun?.one === undefined) return <Empty>Nothing has a page by this id.</Empty>;
  return <One key={id} noun={noun} id={id} />;
}

function One({ noun, id }: { readonly noun: Noun; readonly id: string }) {
  const account = useRef(id);
  const asked = useAsk<{ one: Row | null }>(
    oneDocument(noun),
    { id },
    {
      concerns: ({ resourceId, accountId }) => resourceId === id || accountId === account.current,
    },
  );
  account.current = textOf(asked.told?.data.one?.['accountId'] ?? id);
  return (
    <Shown asked={asked}>
      {({ one }) =>
        one === null ? (
          <Empty>There is none by this id.</Empty>
        ) : (
          <Whole row={{ ...one, __typename: noun.type }} noun={noun} again={asked.again} />
        )
      }
    </Shown>
  );
}

function Whole({ row, noun, again }: { readonly row: Row; readonly noun: Noun; readonly again: () => void }) {
  const { type } = noun;
  const fields = catalogue.types[type] ?? {};
  const lists = Object.entries(row).filter(
    ([name, value]) =>
      Array.isArray(value) && isList(fields[name]?.type ?? '') && isEntity(fields[name]?.type ?? ''),
  );
  const shown = Object.fromEntries(
    Object.entries(row).filter(([name]) => !lists.some(([list]) => list === name)),
  );
  const id = textOf(row['id']);
  return (
    <>
      <header className="head">
        <h1>
          {spaced(type)}{' '}
          {typeof row['status'] === 'string' && (
            <Badge word={row['status']} type={fields['status']?.type ?? ''} />
          )}
        </h1>
        <p className="whole-id">
          <Copy text={id} />
          {typeof row['accountId'] === 'string' && (
            <>
              {' '}
              of <Id id={row['accountId']} />
            </>
          )}
        </p>
      </header>
      <ActBar row={row} type={type} again={again} />
      {type === 'Account' && <AccountMoney id={id} />}
      {type === 'PayoutBatch' && <Progress summary={row['summary'] as Record<string, number>} />}
      <section className="card">
        <h2>What it is</h2>
        <Facts row={without(shown, ['id', 'balances', 'entries'])} type={type} />
      </section>
      {lists
        .filter(([name]) => !['balances', 'entries', 'events'].includes(name))
        .map(([name, rows]) => (
          <section className="card" key={name}>
            <h2>{spaced(name)}</h2>
            <Related
              rows={rows as Row[]}
              type={bare(fields[name]?.type ?? '')}
              of={`${type.charAt(0).toLowerCase()}${type.slice(1)}Id`}
            />
          </section>
        ))}
      {type !== 'Account' && <Timeline id={id} accountId={textOf(row['accountId'] ?? id)} />}
    </>
  );
}

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

export function ActBar({
  row,
  type,
  again,
  only,
}: {
  readonly row: Row;
  readonly type: string;
  readonly again: () => void;
  readonly only?: (act: Act) => boolean;
}) {
  const who = useWho();
  const open = useAct();
  const acts = actsFor(type, who).filter(only ?? (() => true));
  if (acts.length === 0) return null;
  const own = acts.filter(({ name }) => catalogue.acts[name]);
  const others = acts.filter(({ name }) => !catalogue.acts[name]);
  const buttons = (all: readonly Act[]): ReactNode =>
    all.map(({ name }) => {
      const not = whyNot(name, row);
      return (
        <button
          key={name}
          type="button"
          disabled={not !== undefined}
          title={not ?? catalogue.mutations[name]?.words}
          onClick={() => open({ name, row, done: again })}
        >
          {spaced(name)}
        </button>
      );
    });
  return (
    <div className="acts" role="group" aria-label="Acts">
      {buttons(own)}
      {others.length > 0 && (
        <details open={own.length === 0}>
          <summary>{who.kind === 'member' ? 'Do' : 'In the stead of the account'}</summary>
          <div className="acts">{buttons(others)}</div>
        </details>
      )}
    </div>
  );
}

const parts = [
  'completed',
  'processing',
  'pending',
  'verificationPending',
  'returned',
  'cancelled',
  'failed',
  'refused',
];

/** How far a batch has come: one bar, its parts in the colours of their states. */
function Progress({ summary }: { readonly summary: Readonly<Record<string, number>> }) {
  const total = summary['total'] ?? 0;
  if (total === 0) return null;
  return (
    <section className="card">
      <h2>Progress</h2>
      <div
        className="progress"
        role="img"
        aria-label={parts.map((each) => `${summary[each] ?? 0} ${spaced(each)}`).join(', ')}
      >
        {parts.map((each) =>
          (summary[each] ?? 0) > 0 ? (
            <i key={each} className={each} style={{ flexGrow: summary[each] }} />
          ) : null,
        )}
      </div>
      <ul className="legend">
        {parts.map((each) =>
          (summary[each] ?? 0) > 0 ? (
            <li key={each} className={each}>
              {spaced(each)} {summary[each]} of {total}
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
