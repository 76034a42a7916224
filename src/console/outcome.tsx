import { resultOf, type About } from './act-words.js';
import type { Row } from './act.js';
import type { Refused } from './client.js';
import { Actor, Copy, Id, Time } from './part.js';
import type { Entry } from './pending.js';
import type { Stage } from './sending.js';
import { textOf } from './text.js';
import { words } from './words/speech.js';

interface OutcomeProps {
  readonly name: string;
  readonly about: About;
  readonly stage: Stage;
  /** Looks up the act in the audit log. Absent for members. */
  readonly look: (() => void) | undefined;
  /** Whether the act has an idempotency key, so that a repeat changes nothing. */
  readonly isKeyed: boolean;
}

/** The result of an act. */
export function Outcome({ name, about, stage, look, isKeyed }: OutcomeProps) {
  switch (stage.is) {
    case 'editing':
    case 'sent':
      return null;
    case 'refused':
      return <RefusedAct error={stage.error} />;
    case 'unknown':
      return (
        <div className="failed" role="alert">
          <strong>{words.act.noAnswer}</strong>. {words.act.mayBeDone}{' '}
          {stage.error && `${words.act.refusedAgain(stage.error.message)} `}
          {isKeyed && `${words.act.safe} `}
          {look && (
            <button type="button" onClick={look}>
              See whether it happened
            </button>
          )}
        </div>
      );
    case 'happened':
      return <Happened entry={stage.entry} />;
    case 'done':
      return <Done says={resultOf(name, about, stage.answer)} answer={stage.answer} />;
  }
}

/** "Already approved by …", or the new state. */
function staleText(error: Refused): string {
  const { state } = (error.details['present'] ?? {}) as { readonly state?: Row };
  const field = textOf(error.details['param']).replace(/^seen\./, '');
  const value = state?.[field];
  const word = field.endsWith('At') ? field.slice(0, -2) : textOf(value).replaceAll('_', ' ');
  // Booleans, numbers and times need their names.
  if (typeof value !== 'string' || (/^\d/.test(value) && word === value)) return 'Already changed';
  return word.endsWith('ed') ? `Already ${word}` : `Changed to ${word}`;
}

function RefusedAct({ error }: { readonly error: Refused }) {
  const { changed_by: by, changed_at: at } = (error.details['present'] ?? {}) as Row;
  if (error.code !== 'state_changed')
    return (
      <div className="failed" role="alert">
        <strong>{words.act.nothingChanged}</strong> {error.message}
      </div>
    );
  return (
    <div className="failed" role="alert">
      <strong>
        {staleText(error)}
        {typeof by === 'string' && (
          <>
            {' '}
            by <Actor name={by} />
          </>
        )}
        {typeof at === 'string' && (
          <>
            {' '}
            at <Time at={at} />
          </>
        )}
        .
      </strong>{' '}
      Nothing changed.
    </div>
  );
}

export function Happened({ entry }: { readonly entry: Entry | undefined }) {
  return entry ? (
    <div className="passed" role="status">
      <strong>It was done</strong> at <Time at={entry.createdAt} /> ({entry.action}, by {entry.operator}). If
      it returned a secret, issue another: the secret is lost.
    </div>
  ) : (
    <div className="failed" role="status">
      <strong>It was not done</strong>: the audit log has no entry for it.
    </div>
  );
}

function Done({ says, answer }: { readonly says: string; readonly answer: Row }) {
  const { secret, id } = answer ?? {};
  return (
    <div className="passed" role="status">
      <strong>{says}</strong> {typeof id === 'string' && <Id id={id} />}
      {typeof secret === 'string' && (
        <p>
          {words.act.secretOnce} <Copy text={secret} />
        </p>
      )}
    </div>
  );
}
