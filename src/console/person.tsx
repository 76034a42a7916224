import { useEffect, useState } from 'react';
import { onSession, send } from './client.js';

const document = 'query ($id: ID!) { one: member(id: $id) { email } }';

interface Answer {
  readonly one: { readonly email: string } | null;
}

/** Addresses never change, so each is asked for once a session. */
const emails = new Map<string, Promise<string>>();
onSession(() => emails.clear());

/** Empty for a member that the reader may not see. */
function emailOf(id: string): Promise<string> {
  const known = emails.get(id) ?? send<Answer>(document, { id }).then(({ data }) => data.one?.email ?? '');
  emails.set(id, known);
  known.catch(() => emails.delete(id));
  return known;
}

/** The e-mail address of a member; until it is known, and where the reader may not see it, the text given instead. */
export function MemberName({ id, otherwise }: { readonly id: string; readonly otherwise: string }) {
  const [email, setEmail] = useState('');
  useEffect(() => {
    let isOver = false;
    emailOf(id).then(
      (found) => !isOver && setEmail(found),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [id]);
  return email === '' ? otherwise : email;
}
