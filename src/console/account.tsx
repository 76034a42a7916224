import { Link } from '@tanstack/react-router';
import { BalanceCharts } from './balance-chart.js';
import { useAsk } from './ask.js';
import { hasSocket } from './live.js';
import { nounAt } from './noun.js';
import { Amount, Empty, Loaded, Time } from './part.js';
import { words } from './words/speech.js';

type Balance = Readonly<Record<(typeof buckets)[number] | 'currency' | 'total' | 'asOf', string>>;

const buckets = ['available', 'pending', 'reserved', 'inSettlement', 'earnings'] as const;

const document = `query ($id: ID!) { balances(accountId: $id) { currency total ${buckets.join(' ')} asOf } }`;

interface BalancesProps {
  readonly id: string;
  readonly none: string;
  /** Hides empty buckets. */
  readonly isShort?: boolean;
}

/** Each balance of an account as one bar of its buckets, without earnings: they are not part of the total. */
export function Balances({ id, none, isShort }: BalancesProps) {
  const query = useAsk<{ balances: readonly Balance[] }>(
    document,
    { id },
    { concerns: (event) => event.accountId === id },
  );
  return (
    <Loaded query={query}>
      {({ balances }) =>
        balances.length === 0 ? (
          <Empty>{none}</Empty>
        ) : (
          <div className="balances">
            {balances.map((each) => (
              <One key={each.currency} id={id} balance={each} isShort={isShort} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

const lists =
  'members approvals customers beneficiaries funding-accounts payins refunds payouts payout-batches withdrawals settlements journals deliveries audit-log'.split(
    ' ',
  );

/** The balances of an account, and links to its lists. */
export function AccountMoney({ id }: { readonly id: string }) {
  return (
    <section className="card">
      <h2>Balances</h2>
      <Balances id={id} none="No money yet." />
      <BalanceCharts id={id} />
      <nav className="ways" aria-label="Of this account">
        {hasSocket && (
          <Link to="/live" search={{ accountId: id }}>
            Live events
          </Link>
        )}
        <Link to="/reports" search={{ accountId: id }}>
          Reports
        </Link>
        <Link to="/capabilities" search={{ accountId: id }}>
          Capabilities
        </Link>
        {lists.map((path) => (
          <Link key={path} to="/l/$path" params={{ path }} search={{ accountId: id }}>
            {nounAt(path)?.called()}
          </Link>
        ))}
      </nav>
    </section>
  );
}

/** Only for drawing; the amount shown is the service's text. */
const length = (amount: string): number => Math.max(0, Number.parseFloat(amount));

interface OneProps {
  readonly id: string;
  readonly balance: Balance;
  readonly isShort: boolean | undefined;
}

function One({ id, balance, isShort }: OneProps) {
  const { currency, total, asOf } = balance;
  const held = buckets.filter((each) => /[1-9]/.test(balance[each]));
  const partsOfTotal = held.filter((each) => each !== 'earnings');
  return (
    <article className="balance">
      <h3>
        <Amount amount={total} currency={currency} />
      </h3>
      <div className="bar" aria-hidden="true">
        {partsOfTotal.map((each) => (
          <i key={each} className={each} style={{ flexGrow: length(balance[each]) }} />
        ))}
      </div>
      <dl className="legend">
        {buckets
          .filter((each) => !isShort || each === 'available' || held.includes(each))
          .map((each) => (
            <div key={each} className={each}>
              <dt>{words.book.buckets[each]}</dt>
              <dd>
                <Amount amount={balance[each]} />
              </dd>
            </div>
          ))}
      </dl>
      <p className="note">{words.book.asOf(<Time at={asOf} />)}</p>
      <p className="note">
        <Link to="/statement" search={{ accountId: id, currency }}>
          {words.book.statement}
        </Link>
      </p>
    </article>
  );
}
