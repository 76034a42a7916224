import { moneyIn } from './concern.js';
import type { Side } from './side.js';
import { grouped, textOf } from './text.js';
import { fieldLabel, within } from './words/label.js';
import { words } from './words/speech.js';

type Row = Readonly<Record<string, unknown>>;

/** Counts per status, without zeros. */
export function Standings({ counts: { total, ...counts } }: { readonly counts: Row }) {
  const some = Object.entries(counts).filter(([, count]) => typeof count === 'number' && count > 0);
  return (
    <span className="several">
      {some.map(([name, count]) => (
        <span key={name}>{words.list.countIn(textOf(count), within(fieldLabel(name)))}</span>
      ))}
      <span>{words.list.inAll(textOf(total))}</span>
    </span>
  );
}

const partsOfTotal = ['principal', 'platformFee', 'tenantMarkup'];

/** What a total consists of. */
export const PartsOfTotal = ({ source }: { readonly source: Row }) => (
  <small className="parts">
    {partsOfTotal
      .filter((name) => typeof source[name] === 'string')
      .map((name) => `${within(fieldLabel(name))} ${grouped(textOf(source[name]))}`)
      .join(', ')}
  </small>
);

/** A journal entry as one side of a posting. */
export const sideOf = ({ ledger, direction, money }: Row): Side => ({
  ledger: textOf(ledger),
  direction: textOf(direction),
  ...(moneyIn(money) ?? { amount: '', currency: '' }),
});
