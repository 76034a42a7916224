import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { actsFor, whyNot, type Act, type Row } from './act.js';
import { isDangerous, titleOf } from './act-words.js';
import { useAsk } from './ask.js';
import { bare, catalogue, isList } from './catalogue.js';
import { concernOf, namedIn } from './concern.js';
import { useAct } from './dialog.js';
import { oneDocument } from './document.js';
import { heldBy, useRestored } from './held.js';
import { Holding } from './holding.js';
import { Related, type ListPage } from './list.js';
import { idShape, isEntity, isHidden, nounOfId, nouns, type Noun } from './noun.js';
import { NotesOn } from './note.js';
import { Badge, Copy, Empty, Id, Named, Loaded } from './part.js';
import { usePageTitle } from './title.js';
import { Everywhere } from './search.js';
import { Timeline } from './timeline.js';
import { AccountMoney } from './account.js';
import { useWho } from './who.js';
import { textOf } from './text.js';
import { Facts } from './value.js';
import { fieldLabel, nounLabel, stateText, within } from './words/label.js';
import { words } from './words/speech.js';

/** The detail page of any id; `lead` is shown below its title. */
export function ObjectPage({ lead }: { readonly lead?: ReactNode } = {}): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const noun = nounOfId(id);
  if (noun?.type === 'Operator')
    return <Navigate to="/l/$path" params={{ path: 'audit-log' }} search={{ operatorId: id }} replace />;
  // A part is shown on the page of its object.
  if (noun?.one === undefined && idShape.test(id)) return <Everywhere key={id} text={id} />;
  if (noun?.one === undefined) return <Nothing>{words.list.noPage}</Nothing>;
  return <One key={id} noun={noun} id={id} lead={lead} />;
}

const Nothing = ({ children }: { readonly children: ReactNode }) => (
  <>
    <h1>{words.list.notFound}</h1>
    <Empty>
      {children} <Link to="/">{words.list.toStart}</Link>
    </Empty>
  </>
);

/** No screen has this path. */
export const NotFound = (): ReactNode => <Nothing>{words.frame.noPage}</Nothing>;

/** An account's lists are its history, and an item's history is its batch's. */
const hasStory = (type: string): boolean =>
  catalogue.timelines.includes(type) && !['Account', 'PayoutBatchItem'].includes(type);

interface OneProps {
  readonly noun: Noun;
  readonly id: string;
  readonly lead: ReactNode;
}

function One({ noun, id, lead }: OneProps) {
  const account = useRef(id);
  const query = useAsk<{ one: Row | null; suspensions?: unknown }>(
    oneDocument(noun),
    { id },
    {
      concerns: ({ resourceId, accountId }) => resourceId === id || accountId === account.current,
    },
  );
  account.current = textOf(query.loaded?.data.one?.['accountId'] ?? id);
  if (!query.loaded && query.error?.code.endsWith('not_found'))
    return <Nothing>{words.list.orHidden(query.error.message)}</Nothing>;
  return (
    <Loaded query={query}>
      {({ one, suspensions }) =>
        one === null ? (
          <Nothing>{words.list.noneWithId(within(nounLabel(noun.type)))}</Nothing>
        ) : (
          <Whole
            row={{ ...one, __typename: noun.type, suspensions }}
            noun={noun}
            again={query.again}
            lead={lead}
          />
        )
      }
    </Loaded>
  );
}

interface WholeProps {
  readonly row: Row;
  readonly noun: Noun;
  readonly again: () => void;
  readonly lead: ReactNode;
}

function Whole({ row, noun, again, lead }: WholeProps) {
  const { type } = noun;
  const fields = catalogue.types[type] ?? {};
  const lists = Object.entries(row).filter(
    ([name, value]) =>
      Array.isArray(value) && isList(fields[name]?.type ?? '') && isEntity(fields[name]?.type ?? ''),
  );
  const ownFields = Object.fromEntries(
    Object.entries(row).filter(([name]) => !lists.some(([list]) => list === name)),
  );
  const id = textOf(row['id']);
  const of = type === 'Request' ? 'outcome' : 'status';
  return (
    <>
      <Title row={row} type={type} of={of} />
      {lead ?? <Holding row={row} again={again} />}
      <ActBar row={row} type={type} again={again} />
      {catalogue.timelines.includes(type) && <NotesOn id={id} />}
      {type === 'Account' && <AccountMoney id={id} />}
      {type === 'PayoutBatch' && <Progress summary={row['summary'] as Record<string, number>} />}
      <section className="card">
        <h2>{words.list.details}</h2>
        <Facts
          row={without(ownFields, [
            'id',
            'account',
            'approval',
            'accountId',
            of,
            'balances',
            'suspensions',
            ...(type === 'Journal' ? [] : ['entries']),
            ...Object.keys(ownFields).filter(isHidden),
          ])}
          type={type}
        />
      </section>
      {lists
        .filter(([name]) => !['balances', 'entries', 'events'].includes(name))
        .map(([name, rows]) => (
          <section className="card" key={name}>
            <h2>{fieldLabel(name)}</h2>
            <Related
              at={belongsAt(type, id, name)}
              rows={rows as Row[]}
              type={bare(fields[name]?.type ?? '')}
              of={`${type.charAt(0).toLowerCase()}${type.slice(1)}Id`}
            />
          </section>
        ))}
      {hasStory(type) && <Timeline id={id} accountId={textOf(row['accountId'] ?? id)} />}
    </>
  );
}

interface TitleProps {
  readonly row: Row;
  readonly type: string;
  /** The field with the state. */
  readonly of: string;
}

function Title({ row, type, of }: TitleProps) {
  const fields = catalogue.types[type] ?? {};
  const id = textOf(row['id']);
  const { title, account } = concernOf(row);
  // A batch is known by its description, a bank account by its last digits, a settlement schedule by its currency.
  const otherwise = textOf(row['description']) || namedIn(row)?.name || textOf(row['currency']);
  const name = type === 'Request' ? `${textOf(row['method'])} ${textOf(row['path'])}` : title || otherwise;
  const state = row[of];
  const stateType = bare(fields[of]?.type ?? '');
  const held = heldBy(row);
  const states = [stateText(textOf(state), stateType), held && stateText(held)];
  usePageTitle([nounLabel(type), name, ...states].filter(Boolean).join(' '));
  return (
    <header className="head">
      <h1>
        {nounLabel(type)} {name !== '' && <span className="name">{name}</span>}{' '}
        {typeof state === 'string' && <Badge word={state} type={stateType} />} {held && <Badge word={held} />}
      </h1>
      <p className="whole-id">
        <Copy text={id} />
        {typeof row['accountId'] === 'string' &&
          !isHidden('accountId') &&
          words.list.ofAccount(account ? <Named {...account} /> : <Id id={row['accountId']} />)}
      </p>
    </header>
  );
}

/** Link to a whole list of an object, if the list can be filtered by it. */
function belongsAt(type: string, id: string, name: string): ListPage | undefined {
  const list = nouns.find(({ many }) => many === name);
  const filter = list && filterFor(list, type);
  return list && filter ? { path: list.path, search: { [filter]: id } } : undefined;
}

function filterFor({ many = '' }: Noun, type: string): string | undefined {
  const { args = {} } = catalogue.queries[many] ?? {};
  if (type === 'Account') return args['accountId'] && 'accountId';
  const fields = catalogue.inputs[bare(args['filter']?.type ?? '')] ?? {};
  const named = `${type.charAt(0).toLowerCase()}${type.slice(1)}Id`;
  return [named, 'endpointId', 'scheduleId', 'destinationId', 'batchId'].find(
    (each) => fields[each] && named.toLowerCase().endsWith(each.toLowerCase()),
  );
}

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

export function ActBar({
  row: shown,
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
  const row = { ...shown, isRestored: useRestored() };
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
          className={isDangerous(name, row) ? 'danger' : undefined}
          onClick={() => open({ name, row, done: again })}
        >
          {titleOf(name, row)}
        </button>
      );
    });
  return (
    <div className="acts" role="group" aria-label={words.list.actions}>
      {buttons(own)}
      {others.length > 0 && (
        <details open={own.length === 0}>
          <summary>{who.kind === 'member' ? words.list.actions : 'Act on behalf of the account'}</summary>
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

/** The progress of a batch as one bar, coloured by item status. */
function Progress({ summary }: { readonly summary: Readonly<Record<string, number>> }) {
  const total = summary['total'] ?? 0;
  if (total === 0) return null;
  return (
    <section className="card">
      <h2>{words.list.progress}</h2>
      <div
        className="progress"
        role="img"
        aria-label={parts.map((each) => `${summary[each] ?? 0} ${fieldLabel(each)}`).join(', ')}
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
              {words.list.countOf(fieldLabel(each), summary[each] ?? 0, total)}
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
