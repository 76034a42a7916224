import { createContext, use, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { actNamed, askedArguments, changeOf, moneyOf, seenBy, whyNot, type Act, type Row } from './act.js';
import { catalogue, spaced, type Wording } from './catalogue.js';
import { environment } from './environment.js';
import { Argument, valueOf } from './form.js';
import { Amount, Badge, Copy, Id, Time } from './part.js';
import type { Entry } from './pending.js';
import { useSending, type Asking, type Parts, type Stage } from './sending.js';
import { useWho } from './who.js';
import { Facts } from './value.js';

const Opening = createContext<(asking: Asking) => void>(() => undefined);
/** Opens the form of an act. */
export const useAct = () => use(Opening);

export function Acts({ children }: { readonly children: ReactNode }) {
  const [asking, setAsking] = useState<Asking>();
  const act = asking && actNamed(asking.name);
  return (
    <Opening value={setAsking}>
      {children}
      {asking && act && <Dialog asking={asking} act={act} close={() => setAsking(undefined)} />}
    </Opening>
  );
}

function Dialog(parts: Parts) {
  const { asking, act, close } = parts;
  const { row } = asking;
  const who = useWho();
  const element = useRef<HTMLDialogElement>(null);
  const [given, setGiven] = useState<Row>(asking.preset ?? {});
  const [reason, setReason] = useState('');
  const { stage, run, look } = useSending(parts);
  useEffect(() => element.current?.showModal(), []);
  const asked = askedArguments(act, row);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const values = asked.map(([name, field]) => [name, valueOf(field, given[name] ?? field.usual)] as const);
    void run(
      Object.fromEntries(values.filter(([, value]) => value !== undefined)),
      reason.trim() || ofMember,
    );
  };
  const isOver = stage.is === 'done' || stage.is === 'happened';
  const [first = '', ...rest] = (catalogue.mutations[act.name]?.words ?? '')
    .replace(/, as (POST|PATCH|PUT) [^,.]{1,100} (does|do)\./, '.')
    .split(/(?<=\.) /);
  return (
    <dialog ref={element} className="act" aria-labelledby="act-title" onClose={close}>
      <form onSubmit={submit}>
        <header>
          <span className="where">{environment}</span>
          <h2 id="act-title">{spaced(act.name)}</h2>
        </header>
        <p>{first}</p>
        {rest.length > 0 && <p className="note">{rest.join(' ')}</p>}
        <Subject row={row} name={act.name} given={given} />
        {!isOver && (
          <fieldset className="places" disabled={stage.is === 'sent' || stage.is === 'unknown'}>
            <Places act={act} row={row} given={given} setGiven={setGiven} reason={[reason, setReason]} />
          </fieldset>
        )}
        <Outcome
          stage={stage}
          look={who.kind === 'operator' ? () => void look() : undefined}
          isKeyed={isKeyed(act.name)}
        />
        <footer>
          <button type="button" onClick={() => element.current?.close()}>
            {isOver ? 'Close' : 'Not now'}
          </button>
          {!isOver && (
            <button
              type="submit"
              className="main"
              disabled={stage.is === 'sent' || (stage.is === 'unknown' && !isKeyed(act.name))}
            >
              {stage.is === 'sent' ? 'Sending…' : labelOf(act.name, given)}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

/** The label of the form's button. */
function labelOf(name: string, given: Row): string {
  const approves = given['approve'];
  if (name === 'decideApproval' && typeof approves === 'boolean') return approves ? 'Approve' : 'Decline';
  return `${spaced(name)} in ${environment}`;
}

/** The wording of arguments of members' acts. */
const ofMembers: Readonly<Record<string, Wording>> = {
  approve: { yes: ['approve', ''], no: ['decline', ''] },
};

/** Members act for their own account and give no reason. */
const ofMember = 'asked for by a member';

interface PlacesProps {
  readonly act: Act;
  readonly row: Row;
  readonly given: Row;
  readonly setGiven: (next: (before: Row) => Row) => void;
  readonly reason: readonly [string, (text: string) => void];
}

/** Inputs for the arguments and the reason. */
function Places({ act, row, given, setGiven, reason: [reason, setReason] }: PlacesProps) {
  const isOperator = useWho().kind === 'operator';
  return (
    <>
      {askedArguments(act, row).map(([name, field]) => (
        <Argument
          key={name}
          name={name}
          field={field}
          wording={catalogue.acts[act.name]?.takes[name] ?? ofMembers[name]}
          value={given[name]}
          set={(value) => setGiven((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {isOperator && (
        <label className="argument">
          Reason
          <input
            name="reason"
            required
            value={reason}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
          <small>One line; it stands in the audit log under your name.</small>
        </label>
      )}
    </>
  );
}

/** The subject, the state that was seen, and the money. */
function Subject({ row, name, given }: { readonly row: Row; readonly name: string; readonly given: Row }) {
  const seen = seenBy(name, row);
  const money = moneyOf(row);
  const change = changeOf(name, given);
  const not = whyNot(name, row);
  return (
    <section className="subject">
      {typeof row['id'] === 'string' && (
        <p>
          <Id id={row['id']} /> {typeof row['status'] === 'string' && <Badge word={row['status']} />}
        </p>
      )}
      {money.length > 0 && (
        <dl className="facts">
          {money.map(([label, { amount, currency }]) => (
            <div key={label}>
              <dt>{spaced(label)}</dt>
              <dd>
                <Amount amount={amount} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {change && <p className="change">{change}</p>}
      {not && <p className="failed">{not}</p>}
      {seen && (
        <details>
          <summary>The state that you saw goes with it</summary>
          <pre className="json">{JSON.stringify(seen, null, 2)}</pre>
        </details>
      )}
    </section>
  );
}

interface OutcomeProps {
  readonly stage: Stage;
  /** Looks up the act in the audit log; absent for members, who have none. */
  readonly look: (() => void) | undefined;
  /** Whether it has an idempotency key, so that repeating it has no further effect. */
  readonly isKeyed: boolean;
}

const isKeyed = (name: string): boolean => catalogue.mutations[name]?.args?.['idempotencyKey'] !== undefined;

function Outcome({ stage, look, isKeyed: hasKey }: OutcomeProps) {
  switch (stage.is) {
    case 'asked':
    case 'sent':
      return null;
    case 'refused': {
      const { changed_by: by, changed_at: at } = (stage.error.told['present'] ?? {}) as Row;
      return (
        <div className="failed" role="alert">
          <strong>Nothing was done.</strong> {stage.error.message}
          {(typeof by === 'string' || typeof at === 'string') && (
            <p className="who">
              {typeof by === 'string' ? `${by} was first` : 'It changed'}
              {typeof at === 'string' && (
                <>
                  , at <Time at={at} />
                </>
              )}
            </p>
          )}
        </div>
      );
    }
    case 'unknown':
      return (
        <div className="failed" role="alert">
          <strong>No answer came</strong>, so it may have been done or not.{' '}
          {stage.error && `Sent again it was refused: ${stage.error.message} `}
          {hasKey && 'Sent again as it is, it is done once. '}
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
      return <Done answer={stage.answer} />;
  }
}

export function Happened({ entry }: { readonly entry: Entry | undefined }) {
  return entry ? (
    <div className="passed" role="status">
      <strong>It was done</strong> at <Time at={entry.createdAt} /> ({entry.action}, by {entry.operator}). A
      secret that it showed is gone: issue another.
    </div>
  ) : (
    <div className="failed" role="status">
      <strong>It was not done</strong>: the audit log has no entry of it.
    </div>
  );
}

function Done({ answer }: { readonly answer: Row }) {
  const { secret, ...rest } = answer ?? {};
  return (
    <div className="passed" role="status">
      <strong>Done.</strong>
      {typeof secret === 'string' && (
        <p>
          The secret, shown this once: <Copy text={secret} />
        </p>
      )}
      <Facts row={rest} type="" />
    </div>
  );
}
