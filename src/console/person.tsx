import { useEffect, useState } from 'react';
import { onSession, send } from './client.js';

const documents = {
  mem: 'query ($id: ID!) { one: member(id: $id) { name: email } }',
  acct: 'query ($id: ID!) { one: account(id: $id) { name } }',
} as const;

interface Answer {
  readonly one: { readonly name: string } | null;
}

/** Each name is asked for once a session: addresses never change, and names of accounts rarely do. */
const names = new Map<string, Promise<string>>();
/** Names that arrived: a row that is scrolled to shows its name at once. */
const arrived = new Map<string, string>();
onSession(() => {
  names.clear();
  arrived.clear();
});

/** Empty for what the reader may not see. */
function nameOf(id: string): Promise<string> {
  const document = documents[id.startsWith('mem_') ? 'mem' : 'acct'];
  const known = names.get(id) ?? send<Answer>(document, { id }).then(({ data }) => data.one?.name ?? '');
  names.set(id, known);
  known.catch(() => names.delete(id));
  return known;
}

/**
 * The e-mail address of a member or the name of an account; until it is known, and where the reader may not see it, the
 * text given instead.
 */
export function NameOf({ id, otherwise }: { readonly id: string; readonly otherwise: string }) {
  const [name, setName] = useState(arrived.get(id) ?? '');
  useEffect(() => {
    let isOver = false;
    nameOf(id).then(
      (found) => {
        if (isOver) return;
        arrived.set(id, found);
        setName(found);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [id]);
  return name === '' ? otherwise : name;
}
