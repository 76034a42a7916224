import { Link } from '@tanstack/react-router';
import { useAsk } from './ask.js';
import { Table } from './list.js';
import { Amount, Empty, Shown, Time } from './part.js';

type Row = Readonly<Record<string, unknown>>;
type Balance = Readonly<Record<(typeof buckets)[number] | 'currency' | 'total' | 'asOf', string>> & {
  readonly entries: { readonly edges: readonly { readonly node: Row }[] };
};

const buckets = ['available', 'pending', 'reserved', 'inSettlement', 'earnings'] as const;
const words = {
  available: 'available',
  pending: 'pending',
  reserved: 'reserved',
  inSettlement: 'in settlement',
  earnings: 'earnings',
} as const;

const document = `query ($id: ID!) { balances(accountId: $id) { currency total ${buckets.join(' ')} asOf
  entries(first: 10) { edges { node { id occurredAt account direction money { amount currency } resultingBalance { amount currency } purpose originId } } } } }`;

/** The money of an account: each balance as one bar of its buckets, and its newest entries. */
export function AccountMoney({ id }: { readonly id: string }) {
  const asked = useAsk<{ balances: readonly Balance[] }>(
    document,
    { id },
    { concerns: (event) => event.accountId === id },
  );
  return (
    <section className="card">
      <h2>Balances</h2>
      <Shown asked={asked}>
        {({ balances }) =>
          balances.length === 0 ? (
            <Empty>It has held nothing yet.</Empty>
          ) : (
            <div className="balances">
              {balances.map((each) => (
                <One key={each.currency} balance={each} />
              ))}
            </div>
          )
        }
      </Shown>
      <p className="note">
        <Link to="/reports" search={{ accountId: id }}>
          Reports and statement
        </Link>{' '}
        ·{' '}
        <Link to="/live" search={{ accountId: id }}>
          Live events
        </Link>{' '}
        ·{' '}
        <Link to="/capabilities" search={{ accountId: id }}>
          What it can do
        </Link>{' '}
        ·{' '}
        <Link to="/l/$path" params={{ path: 'members' }} search={{ accountId: id }}>
          Members
        </Link>
      </p>
    </section>
  );
}

/** A length for drawing alone: what is written is the text of the service. */
const length = (amount: string): number => Math.max(0, Number.parseFloat(amount));

function One({ balance }: { readonly balance: Balance }) {
  const { currency, total, asOf, entries } = balance;
  const held = buckets.filter((each) => /[1-9]/.test(balance[each]));
  return (
    <article className="balance">
      <h3>
        <Amount amount={total} currency={currency} />
      </h3>
      <div className="bar" aria-hidden="true">
        {held.map((each) => (
          <i key={each} className={each} style={{ flexGrow: length(balance[each]) }} />
        ))}
      </div>
      <dl className="legend">
        {buckets.map((each) => (
          <div key={each} className={each}>
            <dt>{words[each]}</dt>
            <dd>
              <Amount amount={balance[each]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="note">
        as of <Time at={asOf} />
      </p>
      <details>
        <summary>Newest entries</summary>
        <Table
          rows={entries.edges.map(({ node }) => node)}
          type="BalanceEntry"
          columns={['occurredAt', 'purpose', 'account', 'direction', 'money', 'resultingBalance', 'originId']}
        />
      </details>
    </article>
  );
}
