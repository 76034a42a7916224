import { Fragment, type ReactNode } from 'react';
import { Amount } from './part.js';
import { stateText } from './words/label.js';

/** One side of a posting. */
export interface Side {
  readonly ledger: string;
  readonly direction: string;
  readonly amount: string;
  readonly currency: string;
}

/** "clearing:sandbox", which a narrow screen breaks at its colon. */
const breakable = (ledger: string): ReactNode =>
  ledger.split(/(?<=:)/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ));

/** Both sides of a journal in accountants' order: debits first, then indented credits. */
export function Sides({ sides }: { readonly sides: readonly Side[] }) {
  const ordered = sides.toSorted(
    (a, b) => Number(a.direction === 'credit') - Number(b.direction === 'credit'),
  );
  return (
    <ul className="sides">
      {ordered.map(({ ledger, direction, amount, currency }, at) => (
        <li key={at} className={direction}>
          <span className="direction">{stateText(direction)}</span>{' '}
          <span>{breakable(stateText(ledger))}</span> <Amount amount={amount} currency={currency} />
        </li>
      ))}
    </ul>
  );
}
