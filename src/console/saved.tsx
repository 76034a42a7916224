import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { Search } from './filter.js';
import { textOf } from './text.js';
import { useWho } from './who.js';
import { words } from './words/speech.js';

interface Saved {
  readonly name: string;
  readonly search: Search;
}

/** Stored in this browser per person and list. */
const keyOf = (who: string, path: string): string => `psp.filters.${who}.${path}`;

const savedAt = (key: string): readonly Saved[] => JSON.parse(localStorage.getItem(key) ?? '[]') as Saved[];

/** Filters saved under a name. */
export function SavedFilters({ path, search }: { readonly path: string; readonly search: Search }) {
  const key = keyOf(useWho().name, path);
  const [all, setAll] = useState(() => savedAt(key));
  const keep = (next: readonly Saved[]): void => {
    localStorage.setItem(key, JSON.stringify(next));
    setAll(next);
  };
  const { after: _cursor, ...filters } = search;
  const present = JSON.stringify(filters);
  const used = Object.keys(filters).length > 0;
  const chosen = all.find((each) => JSON.stringify(each.search) === present);
  const add = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = textOf(new FormData(event.currentTarget).get('name')).trim();
    if (name !== '') keep([...all.filter((each) => each.name !== name), { name, search: filters }]);
  };
  if (all.length === 0 && !used) return null;
  return (
    <div className="saved">
      {all.map((each) => (
        <Link
          key={each.name}
          to="/l/$path"
          params={{ path }}
          search={each.search}
          className={each === chosen ? 'chosen' : ''}
        >
          {each.name}
        </Link>
      ))}
      {chosen ? (
        <button type="button" onClick={() => keep(all.filter((each) => each !== chosen))}>
          {words.list.deleteFilter(chosen.name)}
        </button>
      ) : (
        used && (
          <form onSubmit={add}>
            <input
              name="name"
              aria-label={words.list.filterName}
              placeholder={words.list.name}
              maxLength={40}
              required
            />
            <button type="submit">{words.list.saveFilter}</button>
          </form>
        )
      )}
    </div>
  );
}
