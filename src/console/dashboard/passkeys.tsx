import { useState, type FormEvent } from 'react';
import { rest } from '../client.js';
import { hasPasskeys } from '../environment.js';
import { Loaded, Time } from '../part.js';
import { words } from '../words/speech.js';
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
      <h2 id="passkeys">{words.setting.passkeys}</h2>
      {hasPasskeys && <p className="note">{words.setting.passkeysLead}</p>}
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{words.setting.noPasskey}</p>
          ) : (
            <ul className="attention">
              {data.map((each) => (
                <Row key={each.id} passkey={each} again={query.again} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {hasPasskeys ? <Add again={query.again} /> : <p className="note">{words.setting.passkeysOff}</p>}
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
        {words.setting.passkeyAdded(<Time at={times.created_at} />)}
        {times.last_used_at && words.setting.lastUsed(<Time at={times.last_used_at} />)}
        {!isUsable && words.setting.otherSite}
      </small>
      <p className="line">
        <button type="button" disabled={isBusy} onClick={remove}>
          {words.setting.removeNamed(name)}
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
    <form className="inputs" onSubmit={submit}>
      <Field
        name="name"
        label={words.setting.passkeyName}
        hint={words.setting.passkeyNameHint}
        max={60}
        isRequired
      />
      <Fault error={error} />
      {added !== '' && (
        <p className="passed" role="status">
          {words.setting.added(added)}
        </p>
      )}
      <p className="buttons">
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? words.entry.waitingForDevice : words.setting.addPasskey}
        </button>
      </p>
    </form>
  );
}
