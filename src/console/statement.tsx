import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from './ask.js';
import { Pause, Turn, Waiting } from './browse.js';
import { useSettled } from './list.js';
import { Empty, Id, Loaded } from './part.js';
import { Title } from './title.js';
import { Table } from './value.js';
import { words } from './words/speech.js';

type Row = Readonly<Record<string, unknown>>;

interface Page {
  readonly balance: {
    readonly entries: {
      readonly edges: readonly { readonly node: Row }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  } | null;
}

const document = `query ($accountId: ID!, $currency: String!, $after: String) {
  balance(accountId: $accountId, currency: $currency) { entries(first: 50, after: $after) {
    edges { node { id occurredAt account direction money { amount currency } resultingBalance { amount currency }
      purpose originId journalId } } pageInfo { hasNextPage endCursor } } } }`;

const columns = [
  'occurredAt',
  'purpose',
  'account',
  'direction',
  'money',
  'resultingBalance',
  'originId',
  'journalId',
];

/** The entries of a balance, newest first, with the resulting amount of each bucket. */
export function Statement() {
  const { accountId = '', currency = '', after } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isPaused, setPaused] = useState(false);
  const variables = { accountId, currency, ...(after && { after }) };
  const query = useAsk<Page>(document, variables, {
    concerns: (event) => event.accountId === accountId,
    isPaused,
  });
  const entries = query.loaded?.data.balance?.entries;
  const settled = useSettled(
    entries?.edges.map(({ node }) => node),
    JSON.stringify(variables),
  );
  const turn = (to?: string | null): void =>
    void navigate({ to: '.', search: { accountId, currency, ...(to && { after: to }) } });
  return (
    <>
      <header className="head">
        <Title>{words.book.statementIn(currency)}</Title>
        <Id id={accountId} />
        <Pause isPaused={isPaused} set={setPaused} />
      </header>
      <Loaded query={query}>
        {() => (
          <>
            <Waiting count={settled.waiting} settle={settled.settle} />
            {settled.rows.length === 0 ? (
              <Empty>{words.book.noEntries}</Empty>
            ) : (
              <Table rows={settled.rows} type="BalanceEntry" columns={columns} />
            )}
            <Turn isBehind={Boolean(after)} at={entries?.pageInfo} to={turn} />
          </>
        )}
      </Loaded>
    </>
  );
}
