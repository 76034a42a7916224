import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from './ask.js';
import { Amount, Empty, Loaded, Time } from './part.js';
import { Title } from './title.js';

const dayMs = 86_400_000;

const ledgerDocument = `query ($from: DateTime!, $to: DateTime!) {
  platformAccounts(from: $from, to: $to) { ledger currency debits credits } }`;

interface Moved {
  readonly ledger: string;
  readonly currency: string;
  readonly debits: string;
  readonly credits: string;
}

/** Debits and credits of the platform's ledger accounts. */
export function Ledger() {
  const [days, setDays] = useState(7);
  const clock = useAsk<{ platform: { now: string } }>('query { platform { now } }', {});
  return (
    <>
      <header className="head">
        <Title>Platform accounts</Title>
        <label className="line">
          Period{' '}
          <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {[1, 7, 31].map((each) => (
              <option key={each} value={each}>
                {each === 1 ? 'one day' : `${each} days`}
              </option>
            ))}
          </select>
        </label>
      </header>
      <Loaded query={clock}>{({ platform: { now } }) => <Moves days={days} now={now} />}</Loaded>
    </>
  );
}

/** Movements of the last days in business time, which may be ahead of the browser's clock. */
function Moves({ days, now }: { readonly days: number; readonly now: string }) {
  // Entries of this instant count too.
  const to = new Date(Date.parse(now) + 1);
  const from = new Date(to.getTime() - days * dayMs);
  const query = useAsk<{ platformAccounts: readonly Moved[] }>(ledgerDocument, {
    from: from.toISOString(),
    to: to.toISOString(),
  });
  const share = shareOf(query.loaded?.data.platformAccounts ?? []);
  return (
    <>
      <p className="note">
        Until <Time at={now} />, business time.
      </p>
      <Loaded query={query}>
        {({ platformAccounts }) =>
          platformAccounts.length === 0 ? (
            <Empty>Nothing moved in this period.</Empty>
          ) : (
            <table className="rows">
              <thead>
                <tr>
                  <th scope="col">Ledger account</th>
                  <th scope="col" className="figure">
                    Debits
                  </th>
                  <th scope="col" className="figure">
                    Credits
                  </th>
                  <th scope="col">Debits and credits, to scale in each currency</th>
                </tr>
              </thead>
              <tbody>
                {platformAccounts.map(({ ledger, currency, debits, credits }) => (
                  <tr key={`${ledger} ${currency}`}>
                    <td data-label="Ledger account">
                      <ToJournals ledger={ledger} currency={currency} from={from} to={to} />
                    </td>
                    <td data-label="Debits" className="figure">
                      <Amount amount={debits} currency={currency} />
                    </td>
                    <td data-label="Credits" className="figure">
                      <Amount amount={credits} currency={currency} />
                    </td>
                    <td className="bars">
                      <i style={{ width: share(debits, currency) }} />
                      <i style={{ width: share(credits, currency) }} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </>
  );
}

/** The width of an amount's bar, beside the largest amount of its currency: a drawing, so a float is precise enough. */
function shareOf(all: readonly Moved[]) {
  const most: Record<string, number> = {};
  for (const { currency, debits, credits } of all)
    most[currency] = Math.max(most[currency] ?? 0, Number(debits), Number(credits));
  return (amount: string, currency: string): string => {
    const largest = most[currency] ?? 0;
    return largest === 0 ? '0' : `${(100 * Number(amount)) / largest}%`;
  };
}

interface JournalsProps extends Pick<Moved, 'ledger' | 'currency'> {
  readonly from: Date;
  readonly to: Date;
}

/** The name of a ledger account links to its journals. */
const ToJournals = ({ ledger, currency, from, to }: JournalsProps) => (
  <Link
    to="/l/$path"
    params={{ path: 'journals' }}
    search={{ ledger, currency, occurredFrom: from.toISOString(), occurredTo: to.toISOString() }}
  >
    {ledger}
  </Link>
);
