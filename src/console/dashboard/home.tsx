import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { BalanceCharts } from '../balance-chart.js';
import { Balances } from '../account.js';
import { useAsk } from '../ask.js';
import { Amount, Badge, Empty, Named, Loaded, Time } from '../part.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { AddWay } from './add-way.js';
import { Attention } from './attention.js';
import { useMe } from './me.js';
import { FileWay } from './file-way.js';
import type { Money } from './payment.js';

/** The first page of a member: balances, work that needs attention, and the newest payments. */
export function Home(): ReactNode {
  const { account } = useMe();
  return (
    <>
      <header className="head">
        <Title>{words.frame.home}</Title>
        <FileWay />
        <AddWay to="/pay" name="newPayout" />
      </header>
      <section className="card" aria-labelledby="held">
        <h2 id="held">{words.book.balances}</h2>
        <Balances id={account.id} none={words.book.noMoney} isShort />
      </section>
      <Attention />
      <section className="card" aria-labelledby="charts">
        <h2 id="charts">{words.book.lastDays}</h2>
        <BalanceCharts id={account.id} />
      </section>
      <Payments />
    </>
  );
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly money: Money;
  readonly reference?: string | null;
  readonly bankReference?: { readonly value: string } | null;
  readonly beneficiary?: { readonly displayName: string };
}

interface Page {
  readonly page: { readonly edges: readonly { readonly node: Row }[] };
}

const ways = {
  out: {
    path: 'payouts',
    document: `query { page: payouts(first: 10) { edges { node {
      id status createdAt reference money: destination { amount currency } beneficiary { displayName } } } } }`,
  },
  in: {
    path: 'payins',
    document: `query { page: payins(first: 10) { edges { node {
      id status createdAt money: paid { amount currency } bankReference { value } } } } }`,
  },
} as const;
type Way = keyof typeof ways;

function Payments() {
  const [way, setWay] = useState<Way>('out');
  const { path, document } = ways[way];
  const query = useAsk<Page>(document, {}, { concerns: () => true });
  return (
    <section className="card" aria-labelledby="payments">
      <h2 id="payments">{words.pay.payments}</h2>
      <div className="line">
        <div className="choice" role="group" aria-label={words.pay.direction}>
          {(Object.keys(ways) as Way[]).map((each) => (
            <button key={each} type="button" aria-pressed={each === way} onClick={() => setWay(each)}>
              {words.pay.ways[each]}
            </button>
          ))}
        </div>
        <FindByReference />
      </div>
      <Loaded query={query}>
        {({ page }) =>
          page.edges.length === 0 ? (
            <Empty>{words.pay.noneOf[way]}</Empty>
          ) : (
            <>
              <ul className="payments">
                {page.edges.map(({ node }) => (
                  <Payment key={node.id} row={node} />
                ))}
              </ul>
              <Link to="/l/$path" params={{ path }}>
                {words.pay.allOf[way]}
              </Link>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function Payment({ row }: { readonly row: Row }) {
  const { id, status, createdAt, money, reference, bankReference, beneficiary } = row;
  return (
    <li>
      <span className="whom">
        <Named id={id} name={beneficiary?.displayName ?? bankReference?.value ?? words.pay.paymentIn} />
        {beneficiary && reference && <small>{reference}</small>}
      </span>
      <Amount amount={money.amount} currency={money.currency} />
      <Badge word={status} />
      <Time at={createdAt} />
    </li>
  );
}

function FindByReference() {
  const navigate = useNavigate();
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('reference');
    const reference = typeof entered === 'string' ? entered.trim() : '';
    if (reference !== '')
      void navigate({ to: '/l/$path', params: { path: 'payouts' }, search: { reference } });
  };
  return (
    <form className="line" onSubmit={find} role="search" aria-label={words.pay.byReference}>
      <input
        name="reference"
        aria-label={words.pay.referenceOf}
        placeholder={words.pay.payoutReference}
        maxLength={64}
        autoComplete="off"
      />
      <button type="submit">{words.pay.find}</button>
    </form>
  );
}
