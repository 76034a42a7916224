import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from './ask.js';
import { bare, catalogue, isList, spaced, type Fields } from './catalogue.js';
import { listDocument } from './document.js';
import { useSettled } from './list.js';
import { nounAt, type Noun } from './noun.js';
import { ActBar } from './object.js';
import { Empty, Icon, Shown } from './part.js';
import { textOf } from './text.js';
import { Table } from './value.js';

type Row = Readonly<Record<string, unknown>>;
export type Search = Readonly<Record<string, string>>;

export interface Page {
  readonly page: {
    readonly edges: readonly { readonly node: Row }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const filterFields = (noun: Noun): Fields => {
  const { args = {} } = catalogue.queries[noun.many ?? ''] ?? {};
  return catalogue.inputs[bare(args['filter']?.type ?? '')] ?? {};
};

/** The variables of a list query, from the URL. */
function variablesOf(noun: Noun, search: Search): Row {
  const fields = filterFields(noun);
  const given = Object.entries(search).filter(([name, value]) => fields[name] && value !== '');
  const filter = given.map(([name, value]) => {
    const type = fields[name]?.type ?? '';
    return [name, isList(type) ? value.split(',') : timed(type, value)] as const;
  });
  return {
    first: 50,
    ...(search['accountId'] && takes(noun, 'accountId') && { accountId: search['accountId'] }),
    ...(search['after'] && { after: search['after'] }),
    ...(filter.length > 0 && { filter: Object.fromEntries(filter) }),
  };
}

const takes = (noun: Noun, name: string): boolean =>
  catalogue.queries[noun.many ?? '']?.args?.[name] !== undefined;
const timed = (type: string, value: string): string =>
  bare(type) === 'DateTime' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value) ? `${value}:00Z` : value;

/** A list page; `lead` is shown beside its title. */
export function Browse({ lead }: { readonly lead?: (path: string) => ReactNode } = {}): ReactNode {
  const { path } = useParams({ strict: false });
  const noun = nounAt(path ?? '');
  if (noun?.many === undefined) return <Empty>There is no such list.</Empty>;
  return <List key={noun.path} noun={noun} lead={lead?.(noun.path)} />;
}

function List({ noun, lead }: { readonly noun: Noun; readonly lead: ReactNode }): ReactNode {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isPaused, setPaused] = useState(false);
  const variables = variablesOf(noun, search);
  const account = search['accountId'];
  const asked = useAsk<Page>(listDocument(noun), variables, {
    concerns: (event) => account === undefined || event.accountId === account,
    isPaused,
  });
  const rows: readonly Row[] | undefined = asked.told?.data.page.edges.map(({ node }) => node);
  const settled = useSettled(rows, JSON.stringify(variables));
  const turn = (after?: string | null): void => {
    const { after: _before, ...rest } = search;
    void navigate({ to: '.', search: { ...rest, ...(after && { after }) } });
  };
  return (
    <>
      <header className="head">
        <h1>{noun.called}</h1>
        {noun.type === 'Account' && (
          <ActBar
            row={{ __typename: 'Platform' }}
            type="Platform"
            again={asked.again}
            only={({ name }) => name === 'openAccount'}
          />
        )}
        {lead}
        <Pause isPaused={isPaused} set={setPaused} />
      </header>
      <Filters key={JSON.stringify(search)} noun={noun} search={search} />
      <Shown asked={asked}>
        {({ page }) => (
          <>
            <Waiting count={settled.waiting + settled.gone.size} settle={settled.settle} />
            {settled.rows.length === 0 ? (
              <Empty>
                {Object.keys(search).length > 0 ? 'Nothing fits these filters.' : 'Nothing is here yet.'}
              </Empty>
            ) : (
              <Table rows={settled.rows} type={noun.type} />
            )}
            <Turn isBehind={Boolean(search['after'])} at={page.pageInfo} to={turn} />
          </>
        )}
      </Shown>
    </>
  );
}

export function Waiting({ count, settle }: { readonly count: number; readonly settle: () => void }) {
  return (
    <div className="fresh" role="status">
      {count > 0 && (
        <button type="button" onClick={settle}>
          {count} changed · show
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
    <nav className="turn" aria-label="Pages">
      {isBehind && (
        <button type="button" onClick={() => to()}>
          Newest
        </button>
      )}
      {at?.hasNextPage && (
        <button type="button" onClick={() => to(at.endCursor)}>
          Older
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
      <Icon name={isPaused ? 'resume' : 'pause'} /> {isPaused ? 'Resume' : 'Pause'}
    </button>
  );
}

function Filters({ noun, search }: { readonly noun: Noun; readonly search: Search }) {
  const navigate = useNavigate();
  const fields: Fields = {
    ...(takes(noun, 'accountId') && { accountId: { type: 'ID' } }),
    ...filterFields(noun),
  };
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = Object.keys(fields).map(
      (name) => [name, form.getAll(name).map(textOf).join(',').trim()] as const,
    );
    void navigate({ to: '.', search: Object.fromEntries(given.filter(([, value]) => value !== '')) });
  };
  const used = Object.keys(search).filter((name) => fields[name]).length;
  if (Object.keys(fields).length === 0) return null;
  return (
    <details className="filters" open={used > 0}>
      <summary>Filters{used > 0 ? ` (${used})` : ''}</summary>
      <form onSubmit={apply}>
        {Object.entries(fields).map(([name, { type, words }]) => (
          <label key={name} title={words}>
            {spaced(name)}
            <FilterField name={name} type={type} value={search[name] ?? ''} />
          </label>
        ))}
        <div className="buttons">
          <button type="submit" className="main">
            Apply
          </button>
          <button type="button" onClick={() => void navigate({ to: '.', search: {} })}>
            Clear
          </button>
        </div>
      </form>
    </details>
  );
}

function FilterField({
  name,
  type,
  value,
}: {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}) {
  const values = catalogue.enums[bare(type)];
  if (values === undefined) {
    const isTime = bare(type) === 'DateTime';
    const shown = isTime ? value.slice(0, 16) : value;
    return (
      <input name={name} type={isTime ? 'datetime-local' : 'text'} defaultValue={shown} autoComplete="off" />
    );
  }
  return (
    <select name={name} defaultValue={value}>
      <option value="">any</option>
      {Object.keys(values).map((each) => (
        <option key={each} value={each}>
          {each.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}
