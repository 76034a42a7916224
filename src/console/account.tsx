import { Link } from '@tanstack/react-router';
import { useAsk } from './ask.js';
import { nounAt } from './noun.js';
import { Amount, Empty, Shown, Time } from './part.js';

type Balance = Readonly<Record<(typeof buckets)[number] | 'currency' | 'total' | 'asOf', string>>;

const buckets = ['available', 'pending', 'reserved', 'inSettlement', 'earnings'] as const;
const words = {
  available: 'available',
  pending: 'pending',
  reserved: 'reserved',
  inSettlement: 'in settlement',
  earnings: 'earnings',
} as const;

const document = `query ($id: ID!) { balances(accountId: $id) { currency total ${buckets.join(' ')} asOf } }`;

/** The money of an account: each balance as one bar of its buckets. */
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
                <One key={each.currency} id={id} balance={each} />
              ))}
            </div>
          )
        }
      </Shown>
      <nav className="ways" aria-label="Of this account">
        <Link to="/live" search={{ accountId: id }}>
          Live events
        </Link>
        <Link to="/reports" search={{ accountId: id }}>
          Reports
        </Link>
        <Link to="/capabilities" search={{ accountId: id }}>
          What it can do
        </Link>
        {['members', 'payouts', 'payins', 'customers', 'settlements', 'journals', 'deliveries'].map(
          (path) => (
            <Link key={path} to="/l/$path" params={{ path }} search={{ accountId: id }}>
              {nounAt(path)?.called}
            </Link>
          ),
        )}
      </nav>
    </section>
  );
}

/** A length for drawing alone: what is written is the text of the service. */
const length = (amount: string): number => Math.max(0, Number.parseFloat(amount));

function One({ id, balance }: { readonly id: string; readonly balance: Balance }) {
  const { currency, total, asOf } = balance;
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
      <p className="note">
        <Link to="/statement" search={{ accountId: id, currency }}>
          Statement
        </Link>
      </p>
    </article>
  );
}
