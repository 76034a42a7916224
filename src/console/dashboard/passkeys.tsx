import { useState, type FormEvent } from 'react';
import { rest } from '../client.js';
import { hasPasskeys } from '../environment.js';
import { Loaded, Time } from '../part.js';
import { Field, filledIn } from './field.js';
import { Fault, useRestGet } from './rest-act.js';
import { useWork } from './work.js';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly is_usable: boolean;
  readonly created_at: string;
  readonly last_used_at?: string;
}

interface Listed {
  readonly data: readonly Passkey[];
}

/** The member's own passkeys, for sign-in instead of the mailed code. */
export function Passkeys() {
  const query = useRestGet<Listed>('/dashboard/passkeys');
  return (
    <section className="card" aria-labelledby="passkeys">
      <h2 id="passkeys">Your passkeys</h2>
      <p className="note">
        A passkey signs you in with your fingerprint, face or device PIN, and works only on this site. Add
        two, on different devices, so that losing one does not stop you.
      </p>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p>You have no passkey. You sign in with a code that we mail.</p>
          ) : (
            <ul className="attention">
              {data.map((each) => (
                <Row key={each.id} passkey={each} again={query.again} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {hasPasskeys ? (
        <Add again={query.again} />
      ) : (
        <p className="note">Passkeys are not set up on this service.</p>
      )}
    </section>
  );
}

interface RowProps {
  readonly passkey: Passkey;
  readonly again: () => void;
}

function Row({ passkey: { id, name, is_usable: isUsable, ...times }, again }: RowProps) {
  const { error, isBusy, run } = useWork();
  const remove = (): void =>
    run(async () => {
      await rest('DELETE', `/dashboard/passkeys/${id}`);
      again();
    });
  return (
    <li>
      <strong className="named">{name}</strong>
      <small>
        added <Time at={times.created_at} />
        {times.last_used_at && (
          <>
            {' · '}last used <Time at={times.last_used_at} />
          </>
        )}
        {!isUsable && ' · made for another address of this service; add a new one'}
      </small>
      <p className="line">
        <button type="button" disabled={isBusy} onClick={remove}>
          Remove {name}
        </button>
      </p>
      <Fault error={error} />
    </li>
  );
}

function Add({ again }: Pick<RowProps, 'again'>) {
  const { error, isBusy, run } = useWork();
  const [added, setAdded] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const { name = '' } = filledIn(form);
    setAdded('');
    run(async () => {
      const response = await rest('POST', '/dashboard/passkeys/challenge');
      const { options } = (await response.json()) as { readonly options: object };
      const { makePasskey } = await import('../passkey.js');
      const credential = await makePasskey(options);
      await rest('POST', '/dashboard/passkeys', { body: { name, credential } });
      form.reset();
      setAdded(name);
      again();
    });
  };
  return (
    <form className="places" onSubmit={submit}>
      <Field
        name="name"
        label="Name of the new passkey"
        hint="Such as the name of the device."
        max={60}
        isRequired
      />
      <Fault error={error} />
      {added !== '' && (
        <p className="passed" role="status">
          {added} is added. You can sign in with it from now on.
        </p>
      )}
      <p className="buttons">
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? 'Waiting for your device…' : 'Add a passkey'}
        </button>
      </p>
    </form>
  );
}
