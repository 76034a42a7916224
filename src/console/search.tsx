import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from './ask.js';
import { catalogue } from './catalogue.js';
import { nounOf, nounOfId } from './noun.js';
import { row } from './document.js';
import { Empty, Id, Loaded } from './part.js';
import { Table } from './value.js';
import { Title } from './title.js';
import { nounLabel, stateText } from './words/label.js';
import { spaced } from './spaced.js';
import { words } from './words/speech.js';

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
        <Title>{words.list.find}</Title>
        <Empty>{words.list.findLead}</Empty>
      </>
    );
  return <Everywhere key={sought} text={sought} />;
}

export function Everywhere({ text }: { readonly text: string }) {
  const query = useAsk<{ readonly search: readonly Sought[] } & Page>(documentFor(text), { text });
  return (
    <>
      <h1>{words.list.foundFor(text)}</h1>
      <Loaded query={query}>
        {({ search, ...data }) => {
          const parts = Object.entries(data as Page).filter(([, part]) => part.edges.length > 0);
          if (parts.length === 0 && search.length === 0)
            return <Empty>{`${words.list.notFoundFor(text)} ${words.list.findLead}`}</Empty>;
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
                    <h2>{nounOf(type)?.called()}</h2>
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
    <h2>{words.list.exact}</h2>
    <table className="rows">
      <thead>
        <tr>
          <th scope="col">{words.list.type}</th>
          <th scope="col">{words.list.id}</th>
          <th scope="col">{words.list.matchedBy}</th>
          <th scope="col">{words.list.account}</th>
        </tr>
      </thead>
      <tbody>
        {found.map(({ id, accountId, by }) => (
          <tr key={`${id} ${by}`}>
            <td data-label={words.list.type}>{nounLabel(nounOfId(id)?.type ?? '')}</td>
            <td data-label={words.list.id}>
              <Id id={id} />
            </td>
            <td data-label={words.list.matchedBy} title={catalogue.enums['SearchedBy']?.[by]}>
              {words.language === 'en' ? spaced(by) : stateText(by, 'SearchedBy')}
            </td>
            <td data-label={words.list.account}>
              <Id id={accountId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
