import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from './ask.js';
import { Table } from './list.js';
import { nounOf, nounOfId } from './noun.js';
import { row } from './document.js';
import { Empty, Shown } from './part.js';

type Row = Readonly<Record<string, unknown>>;
type Page = Readonly<Record<string, { readonly edges: readonly { readonly node: Row }[] }>>;

/** Where a text is looked for, by what its queries take. */
const places: Readonly<Record<string, readonly [type: string, filter: string]>> = {
  keys: ['ApiKey', 'prefix'],
  customers: ['Customer', 'externalId'],
  accounts: ['Account', 'name'],
  payoutIds: ['Payout', 'idContains'],
  payinIds: ['Payin', 'idContains'],
  withdrawalIds: ['Withdrawal', 'idContains'],
};

const document = `query ($text: String!) { ${Object.entries(places)
  .map(([name, [type, filter]]) => {
    const query = nounOf(type)?.many ?? '';
    return `${name}: ${query}(first: 10, filter: { ${filter}: $text }) { edges { node { ${row(type)} } } }`;
  })
  .join('\n')} }`;

export function Found(): ReactNode {
  const sought = useRouterState({ select: ({ location }) => location.state.sought }) ?? '';
  if (nounOfId(sought)?.one) return <Navigate to="/o/$id" params={{ id: sought }} replace />;
  return sought === '' ? <Empty>Nothing is looked for.</Empty> : <Everywhere key={sought} text={sought} />;
}

function Everywhere({ text }: { readonly text: string }) {
  const asked = useAsk<Page>(document, { text });
  return (
    <>
      <h1>Found for “{text}”</h1>
      <Shown asked={asked}>
        {(data) => {
          const parts = Object.entries(data).filter(([, part]) => part.edges.length > 0);
          if (parts.length === 0) return <Empty>Nothing bears this id, key, name or reference.</Empty>;
          return parts.map(([name, part]) => {
            const type = places[name]?.[0] ?? '';
            return (
              <section className="card" key={name}>
                <h2>{nounOf(type)?.called}</h2>
                <Table rows={part.edges.map(({ node }) => node)} type={type} />
              </section>
            );
          });
        }}
      </Shown>
    </>
  );
}
