import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from './ask.js';
import { catalogue, spaced } from './catalogue.js';
import { nounOf, nounOfId } from './noun.js';
import { row } from './document.js';
import { Empty, Id, Loaded } from './part.js';
import { Table } from './value.js';
import { Title } from './title.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    sought?: string;
  }
}

type Row = Readonly<Record<string, unknown>>;
type Page = Readonly<Record<string, { readonly edges: readonly { readonly node: Row }[] }>>;

interface Sought {
  readonly id: string;
  readonly accountId: string;
  readonly by: string;
}

/** Lists searched for part of a text, by the filters that their queries accept. */
const nounsById: Readonly<Record<string, readonly [type: string, filter: 'idContains']>> = {
  payoutIds: ['Payout', 'idContains'],
  payinIds: ['Payin', 'idContains'],
  withdrawalIds: ['Withdrawal', 'idContains'],
};

const lists = (): string =>
  Object.entries(nounsById)
    .map(([name, [type, filter]]) => {
      const query = nounOf(type)?.many ?? '';
      return `${name}: ${query}(first: 10, filter: { ${filter}: $text }) { edges { node { ${row(type)} } } }`;
    })
    .join('\n');
const documentFor = (text: string): string =>
  `query ($text: String!) { search(text: $text) { id accountId by } ${/^[0-9a-z_]{4,70}$/.test(text) ? lists() : ''} }`;

export function SearchScreen(): ReactNode {
  const sought = useRouterState({ select: ({ location }) => location.state.sought }) ?? '';
  if (nounOfId(sought)) return <Navigate to="/o/$id" params={{ id: sought }} replace />;
  if (sought === '')
    return (
      <>
        <Title>Find</Title>
        <Empty>
          Search finds ids and parts of ids, key prefixes, references, metadata (key=value), external ids,
          e-mail addresses, customers by their whole name, and accounts by part of their name.
        </Empty>
      </>
    );
  return <Everywhere key={sought} text={sought} />;
}

export function Everywhere({ text }: { readonly text: string }) {
  const query = useAsk<{ readonly search: readonly Sought[] } & Page>(documentFor(text), { text });
  return (
    <>
      <h1>Found for “{text}”</h1>
      <Loaded query={query}>
        {({ search, ...data }) => {
          const parts = Object.entries(data as Page).filter(([, part]) => part.edges.length > 0);
          if (parts.length === 0 && search.length === 0)
            return (
              <Empty>
                No results for “{text}”. Search finds ids, key prefixes, references, metadata (key=value),
                e-mail addresses, and names of customers and accounts.
              </Empty>
            );
          const [only] = search;
          if (only && search.length === 1 && parts.length === 0 && nounOfId(only.id)?.one)
            return <Navigate to="/o/$id" params={{ id: only.id }} replace />;
          return (
            <>
              {search.length > 0 && <Matches found={search} />}
              {parts.map(([name, part]) => {
                const type = nounsById[name]?.[0] ?? '';
                return (
                  <section className="card" key={name}>
                    <h2>{nounOf(type)?.called}</h2>
                    <Table rows={part.edges.map(({ node }) => node)} type={type} />
                  </section>
                );
              })}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Rows that match the whole text, and accounts whose names contain it. */
const Matches = ({ found }: { readonly found: readonly Sought[] }) => (
  <section className="card">
    <h2>Exact matches</h2>
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Id</th>
          <th scope="col">Matched by</th>
          <th scope="col">Account</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ id, accountId, by }) => (
          <tr key={`${id} ${by}`}>
            <td data-label="Type">{spaced(nounOfId(id)?.type ?? '')}</td>
            <td data-label="Id">
              <Id id={id} />
            </td>
            <td data-label="Matched by" title={catalogue.enums['SearchedBy']?.[by]}>
              {spaced(by)}
            </td>
            <td data-label="Account">
              <Id id={accountId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
