import type { ReactNode } from 'react';
import { useAsk } from './ask.js';
import { Amount, Loaded } from './part.js';
import { dayText } from './clock.js';
import { grouped } from './text.js';
import { Wide } from './value.js';
import { words } from './words/speech.js';

interface Day {
  readonly day: string;
  readonly available: string;
  readonly total: string;
}

interface History {
  readonly currency: string;
  readonly days: readonly Day[];
}

const document = `query ($id: ID!) { balanceHistory(accountId: $id) { currency days { day available total } } }`;

/** The balances of an account on each of the last thirty days. */
export function BalanceCharts({ id }: { readonly id: string }): ReactNode {
  const query = useAsk<{ balanceHistory: readonly History[] }>(
    document,
    { id },
    { concerns: (event) => event.accountId === id },
  );
  return (
    <Loaded query={query}>
      {({ balanceHistory }) => (
        <div className="charts">
          {balanceHistory.map((each) => (
            <Chart key={each.currency} history={each} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

const width = 300;
const height = 80;

/** A length used only for drawing; displayed amounts are texts of the service. */
const drawn = (amount: string): number => Math.max(0, Number.parseFloat(amount));

/** The line of the totals, from zero to the highest. */
function pointsOf(days: readonly Day[]): readonly (readonly [x: number, y: number])[] {
  const most = Math.max(...days.map(({ total }) => drawn(total)));
  return days.map(({ total }, at) => [
    (at * width) / Math.max(1, days.length - 1),
    most === 0 ? height : height - (drawn(total) / most) * height,
  ]);
}

const dayTotal = ({ day, total }: Day) => ({ day: dayText(day), total: grouped(total) });

function Chart({ history: { currency, days } }: { readonly history: History }) {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const line = pointsOf(days)
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');
  const highest = days.reduce((most, each) => (drawn(each.total) > drawn(most.total) ? each : most));
  return (
    <figure className="chart">
      <figcaption>{words.book.chart(currency, days.length)}</figcaption>
      <svg viewBox={`0 -2 ${width} ${height + 4}`} preserveAspectRatio="none" role="img">
        <title>{words.book.chartTitle(currency, [dayTotal(first), dayTotal(highest), dayTotal(last)])}</title>
        <polygon points={`0,${height} ${line} ${width},${height}`} />
        <polyline points={line} />
      </svg>
      <p className="ends">
        <span>
          {dayText(first.day)} <Amount amount={first.total} currency={currency} />
        </span>
        <span>
          {dayText(last.day)} <Amount amount={last.total} currency={currency} />
        </span>
      </p>
      <details>
        <summary>{words.book.asTable}</summary>
        <Wide>
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">{words.book.day}</th>
                <th scope="col">{words.book.available}</th>
                <th scope="col">{words.book.total}</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, available, total }) => (
                <tr key={day}>
                  <td data-label={words.book.day}>{dayText(day)}</td>
                  <td data-label={words.book.available}>
                    <Amount amount={available} currency={currency} />
                  </td>
                  <td data-label={words.book.total}>
                    <Amount amount={total} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </details>
    </figure>
  );
}
