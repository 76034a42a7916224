import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { actsFor, whyNot } from './act.js';
import { titleOf } from './act-words.js';
import { useAsk } from './ask.js';
import { useChoosing } from './bulk.js';
import { csvOf, saveAs } from './csv.js';
import { useAct } from './dialog.js';
import { listDocument } from './document.js';
import { faultsOf, Filters, variablesOf, type Search } from './filter.js';
import { useSettled } from './list.js';
import { columnsOf, nounAt, type Noun } from './noun.js';
import { ActBar } from './object.js';
import { Empty, Icon, Loaded } from './part.js';
import { SavedFilters } from './saved.js';
import { Title } from './title.js';
import { useWho } from './who.js';
import { Table } from './value.js';
import { words } from './words/speech.js';

type Row = Readonly<Record<string, unknown>>;
export interface Page {
  readonly page: {
    readonly edges: readonly { readonly node: Row }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/** A list page; `lead` is shown next to its title. */
export function Browse({ lead }: { readonly lead?: (path: string) => ReactNode } = {}): ReactNode {
  const { path } = useParams({ strict: false });
  const noun = nounAt(path ?? '');
  const search: Search = useSearch({ strict: false });
  if (noun?.many === undefined) return <Empty>{words.list.noList}</Empty>;
  const faults = faultsOf(noun, search);
  if (faults.length > 0) return <Refusal noun={noun} faults={faults} />;
  return <List key={noun.path} noun={noun} lead={lead?.(noun.path)} />;
}

const Refusal = ({ noun, faults }: { readonly noun: Noun; readonly faults: readonly string[] }) => (
  <>
    <Title>{noun.called()}</Title>
    <div className="failed" role="alert">
      <strong>{words.list.notLoaded}</strong>
      {faults.map((each) => (
        <p key={each}>{each}</p>
      ))}
    </div>
    <Link to="/l/$path" params={{ path: noun.path }} search={{}}>
      {words.list.withoutFilters}
    </Link>
  </>
);

function List({ noun, lead }: { readonly noun: Noun; readonly lead: ReactNode }): ReactNode {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isPaused, setPaused] = useState(false);
  const variables = variablesOf(noun, search);
  const account = search['accountId'];
  const query = useAsk<Page>(listDocument(noun), variables, {
    concerns: (event) => account === undefined || event.accountId === account,
    isPaused,
  });
  const rows: readonly Row[] | undefined = query.loaded?.data.page.edges.map(({ node }) => node);
  const settled = useSettled(rows, JSON.stringify(variables));
  const turn = (after?: string | null): void => {
    const { after: _before, ...rest } = search;
    void navigate({ to: '.', search: { ...rest, ...(after && { after }) } });
  };
  return (
    <>
      <header className="head">
        <Title>{noun.called()}</Title>
        {noun.type === 'Account' && (
          <ActBar
            row={{ __typename: 'Platform' }}
            type="Platform"
            again={query.again}
            only={({ name }) => name === 'openAccount'}
          />
        )}
        {lead}
        <Pause isPaused={isPaused} set={setPaused} />
      </header>
      <Filters key={JSON.stringify(search)} noun={noun} search={search} />
      <SavedFilters key={noun.path} path={noun.path} search={search} />
      <Loaded query={query}>
        {({ page }) => (
          <>
            <Waiting count={settled.waiting + settled.gone.size} settle={settled.settle} />
            {settled.rows.length === 0 ? (
              <Empty>{Object.keys(search).length > 0 ? words.list.noResults : words.list.nothingYet}</Empty>
            ) : (
              <Rows
                noun={noun}
                rows={settled.rows}
                isCut={Boolean(search['after']) || page.pageInfo.hasNextPage}
                again={query.again}
              />
            )}
            <Turn isBehind={Boolean(search['after'])} at={page.pageInfo} to={turn} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Acts that a list offers for each row. */
const straight = new Set(['runSettlement', 'replayDeliveries']);

function useRowActs(type: string, again: () => void): ((row: Row) => ReactNode) | undefined {
  const who = useWho();
  const open = useAct();
  const acts = actsFor(type, who).filter(({ name }) => straight.has(name));
  if (acts.length === 0) return undefined;
  return (row) =>
    acts.map(({ name }) => (
      <button
        key={name}
        type="button"
        disabled={whyNot(name, row) !== undefined}
        title={whyNot(name, row)}
        onClick={() => open({ name, row: { ...row, __typename: type }, done: again })}
      >
        {titleOf(name, row)}
      </button>
    ));
}

interface RowsProps extends ShelfProps {
  readonly again: () => void;
}

/** The table of rows, with the acts on one row and on several. */
function Rows({ noun, rows, isCut, again }: RowsProps) {
  const acts = useRowActs(noun.type, again);
  const { choosing, bar } = useChoosing(noun.type, rows, again);
  return (
    <>
      <Shelf noun={noun} rows={rows} isCut={isCut} />
      {bar}
      <Table rows={rows} type={noun.type} acts={acts} choosing={choosing} />
    </>
  );
}

interface ShelfProps {
  readonly noun: Noun;
  readonly rows: readonly Row[];
  /** Whether there are older or newer rows. */
  readonly isCut: boolean;
}

/** The number of shown rows, and a download of them. */
const Shelf = ({ noun, rows, isCut }: ShelfProps) => (
  <p className="shelf">
    <span className="note">{isCut ? words.list.cut(rows.length) : words.list.results(rows.length)}</span>
    <button
      type="button"
      onClick={() => saveAs(csvOf(rows, [...new Set([...columnsOf(noun.type), 'id'])]), `${noun.path}.csv`)}
    >
      {words.list.downloadCsv}
    </button>
  </p>
);

export function Waiting({ count, settle }: { readonly count: number; readonly settle: () => void }) {
  return (
    <div className="fresh" role="status">
      {count > 0 && (
        <button type="button" onClick={settle}>
          {words.list.changes(count)}
        </button>
      )}
    </div>
  );
}

/** Links to the next older page and to the newest. */
export function Turn({
  isBehind,
  at,
  to,
}: {
  readonly isBehind: boolean;
  readonly at: { readonly hasNextPage: boolean; readonly endCursor: string | null } | undefined;
  readonly to: (cursor?: string | null) => void;
}) {
  return (
    <nav className="turn" aria-label={words.list.pages}>
      {isBehind && (
        <button type="button" onClick={() => to()}>
          {words.list.newest}
        </button>
      )}
      {at?.hasNextPage && (
        <button type="button" onClick={() => to(at.endCursor)}>
          {words.list.older}
        </button>
      )}
    </nav>
  );
}

export function Pause({
  isPaused,
  set,
}: {
  readonly isPaused: boolean;
  readonly set: (is: boolean) => void;
}) {
  return (
    <button type="button" className="pause" aria-pressed={isPaused} onClick={() => set(!isPaused)}>
      <Icon name={isPaused ? 'resume' : 'pause'} /> {isPaused ? words.list.resume : words.list.pause}
    </button>
  );
}
