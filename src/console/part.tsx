import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { QueryState } from './ask.js';
import { bare, catalogue } from './catalogue.js';
import { dayText, localText, useAgo, useZone, zoneText } from './clock.js';
import { nounOfId } from './noun.js';
import { NameOf } from './person.js';
import { grouped } from './text.js';
import { stateText } from './words/label.js';
import { words } from './words/speech.js';

const drawings = {
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  pause: 'M5 3v10M11 3v10',
  resume: 'M4.5 3l8 5-8 5z',
  person: 'M8 2a3 3 0 1 0 0 6a3 3 0 0 0 0-6M2.5 14a5.5 5.5 0 0 1 11 0',
  menu: 'M2 4h12M2 8h12M2 12h12',
  system: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  light:
    'M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  dark: 'M13 10A6 6 0 0 1 6 3a5.5 5.5 0 1 0 7 7z',
} as const;

export const Icon = ({ name }: { readonly name: keyof typeof drawings }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[name]} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
  </svg>
);

/** Copies the whole text, even if only its end is shown. */
export function Copy({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  const [isDone, setDone] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setDone(true);
      setTimeout(() => setDone(false), 1_200);
    });
  };
  return (
    <button type="button" className="copy" onClick={copy} title={words.part.copy(text)}>
      {children ?? text}
      <span className="copied" role="status">
        {isDone ? words.part.copied : ''}
      </span>
    </button>
  );
}

interface IdProps {
  readonly id: string;
  /** Even the id of something with a name is shown as it is. */
  readonly isBare?: boolean;
}

/** An id that links to its page, with a button to copy it. */
export function Id({ id, isBare = false }: IdProps) {
  const known = nounOfId(id)?.one !== undefined;
  // The last seven digits of some ids only count what one moment made; two of them tell these apart.
  const end = /0000\d{1,9}$/.test(id) ? `${id.slice(-11, -7)}${id.slice(-2)}` : id.slice(-6);
  const short = id.length > 16 ? `${id.slice(0, id.indexOf('_') + 1)}…${end}` : id;
  const hasName = !isBare && /^(mem|acct)_/.test(id);
  const name = hasName ? <NameOf id={id} otherwise={short} /> : short;
  return (
    <span className={hasName ? 'id called' : 'id'}>
      {known ? (
        <Link to="/o/$id" params={{ id }} title={id}>
          {name}
        </Link>
      ) : (
        <span title={id}>{name}</span>
      )}
      <Copy text={id}>
        <Icon name="copy" />
        <span className="unseen">{words.part.copy(id)}</span>
      </Copy>
    </span>
  );
}

/** Who acted, as the audit log names them: a member is shown by e-mail address. */
export function Actor({ name }: { readonly name: string }) {
  const [, member] = /^member (mem_[0-9a-z]{26})$/.exec(name) ?? [];
  return member === undefined ? name : <Id id={member} />;
}

/** A link to an object, by its name. */
export const Named = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <Link to="/o/$id" params={{ id }} className="named" title={id}>
    {name}
  </Link>
);

/** A time in UTC or in the reader's zone, as chosen. The tooltip has the other. */
export function Time({ at }: { readonly at: string }) {
  const isLocal = useZone() === 'local';
  const here = localText(new Date(at));
  const zone = zoneText(new Date(at));
  const [text, shownZone, title] = isLocal
    ? [here, zone, `${at.slice(0, 19).replace('T', ' ')} UTC`]
    : [at, 'UTC', words.part.here(`${here.replace('T', ' ')} ${zone}`)];
  return (
    <time dateTime={at} title={title}>
      <span>{dayText(text)}</span>{' '}
      <span>
        {text.slice(11, 19)} <small>{shownZone}</small>
      </span>
    </time>
  );
}

/** How long ago a time was, and the time itself. `isNext`: it is the time of a next step. */
export function Since({ at, isNext = false }: { readonly at: string; readonly isNext?: boolean }) {
  const ago = useAgo(at, isNext);
  return (
    <span className="since">
      <b>{ago}</b> <Time at={at} />
    </span>
  );
}

/** An amount, shown as the service's text. */
export function Amount({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency?: string | undefined;
}) {
  return (
    <span className="amount" title={`${amount} ${currency ?? ''}`.trim()}>
      {grouped(amount)}
      {currency === undefined ? null : <span className="currency"> {currency}</span>}
    </span>
  );
}

const good = new Set([
  'active',
  'completed',
  'credited',
  'delivered',
  'allowed',
  'approved',
  'verified',
  'settled',
  'done',
  'resolved',
  'finished',
  'accepted',
  'paid',
  'used',
  'succeeded',
]);
const bad = new Set([
  'failed',
  'rejected',
  'blocked',
  'failing',
  'returned',
  'unverifiable',
  'refused',
  'exhausted',
  'disabled',
  'suspended',
  'stopped',
  'reversed',
  'dead',
  'unexecutable',
]);
const waiting = new Set([
  'in_review',
  'pending_approval',
  'pending_review',
  'verification_pending',
  'on_hold',
  'open',
  'uncertain',
  'awaiting_payment',
  'unheard',
  'cancelling',
  'completed_with_failures',
  'unconfigured',
  'unverified',
  'ApprovalStatus.pending',
]);
const still = new Set([
  'closed',
  'cancelled',
  'archived',
  'expired',
  'inactive',
  'not_executed',
  'not_required',
  'partially_cancelled',
  'unsent',
]);

const toneOf = (word: string, type: string): string => {
  if (waiting.has(`${type}.${word}`)) return 'waiting';
  if (good.has(word)) return 'good';
  if (bad.has(word)) return 'bad';
  if (waiting.has(word)) return 'waiting';
  return still.has(word) ? 'still' : 'going';
};

export function Badge({ word, type }: { readonly word: string; readonly type?: string }) {
  const of = bare(type ?? '');
  return (
    <span className={`badge ${toneOf(word, of)}`} title={catalogue.enums[of]?.[word] || undefined}>
      {stateText(word, of)}
    </span>
  );
}

export const None = () => (
  <span className="none" title={words.part.nothing}>
    –
  </span>
);

/** Shows a query's state: empty, loading, failed or loaded. */
export function Loaded<D>({
  query,
  children,
}: {
  readonly query: QueryState<D>;
  readonly children: (data: D) => ReactNode;
}) {
  const { loaded, error, isLoading, again } = query;
  return (
    <>
      {error && (
        <div className="failed" role="alert">
          <strong>{loaded ? words.part.outOfDate : words.part.notLoaded}</strong> {error.message}{' '}
          <button type="button" onClick={again}>
            {words.part.tryAgain}
          </button>
        </div>
      )}
      {!loaded && !error && isLoading && <Loading />}
      {loaded && loaded.gaps.length > 0 && (
        <details className="gaps">
          <summary>{words.part.gaps}</summary>
          <ul>
            {[...new Set(loaded.gaps)].slice(0, 10).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
      {loaded && children(loaded.data)}
    </>
  );
}

export const Loading = () => (
  <div className="loading" role="status">
    <span className="unseen">{words.part.loading}</span>
    <i />
    <i />
    <i />
  </div>
);

export const Empty = ({ children }: { readonly children: ReactNode }) => <p className="empty">{children}</p>;
