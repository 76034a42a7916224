import { Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Copy } from '../part.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Field, filledIn } from './field.js';
import { Fault, useRest } from './rest-act.js';

interface Made {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

/** Registers an endpoint; its secret is shown this once. */
export function NewEndpoint(): ReactNode {
  const [made, setMade] = useState<Made>();
  const { error, isBusy, run } = useRest<Made>(setMade);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { event_types: types, ...fields } = filledIn(event.currentTarget);
    const body = { ...fields, ...(types && { event_types: types.split(/[\s,]+/) }) };
    void run(['POST', '/v1/webhook-endpoints', body]);
  };
  return (
    <>
      <header className="head">
        <Title>{words.frame.newEndpoint}</Title>
      </header>
      {made ? (
        <section className="card passed" role="status">
          <p>{words.setting.getsEvents(<strong>{made.url}</strong>)}</p>
          <p>
            {words.setting.secretOnce} <Copy text={made.secret} />
          </p>
          <p>
            <Link to="/o/$id" params={{ id: made.id }}>
              {words.setting.openEndpoint}
            </Link>
          </p>
        </section>
      ) : (
        <form className="card inputs" onSubmit={submit}>
          <Field name="url" label="URL" type="url" isRequired hint={words.setting.urlHint} max={2048} />
          <Field name="event_types" label={words.setting.eventTypes} hint={words.setting.eventTypesHint} />
          <Field name="description" label={words.setting.description} max={500} />
          <Fault error={error} />
          <button type="submit" className="main" disabled={isBusy}>
            {isBusy ? words.setting.sending : words.setting.addEndpoint}
          </button>
        </form>
      )}
    </>
  );
}
