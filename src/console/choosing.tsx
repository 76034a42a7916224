import type { Row } from './act.js';
import { concernOf } from './concern.js';
import { textOf } from './text.js';

/** The chosen rows of a list, for the boxes of its table. */
export interface Choosing {
  readonly has: (id: string) => boolean;
  readonly set: (ids: readonly string[], isChosen: boolean) => void;
}

interface ChooseAllProps {
  readonly choosing: Choosing;
  readonly ids: readonly string[];
}

export const ChooseAll = ({ choosing, ids }: ChooseAllProps) => (
  <th scope="col" className="choose">
    <input
      type="checkbox"
      aria-label="Choose all rows"
      checked={ids.every((id) => choosing.has(id))}
      onChange={({ target }) => choosing.set(ids, target.checked)}
    />
  </th>
);

export function ChooseOne({ choosing, row }: { readonly choosing: Choosing; readonly row: Row }) {
  const id = textOf(row['id']);
  return (
    <td data-label="Choose" className="choose">
      <input
        type="checkbox"
        aria-label={`Choose ${concernOf(row).title || id}`}
        checked={choosing.has(id)}
        onChange={({ target }) => choosing.set([id], target.checked)}
      />
    </td>
  );
}
