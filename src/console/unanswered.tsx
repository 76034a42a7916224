import { useEffect, useState } from 'react';
import { Happened } from './outcome.js';
import { Id, Time } from './part.js';
import { answered, happened, onLeft, pending, type Entry, type Pending } from './pending.js';
import { useWho } from './who.js';
import { nounLabel } from './words/label.js';
import { words } from './words/speech.js';

interface LookedUp {
  readonly of: Pending;
  /** Null: the look-up failed. */
  readonly entry: Entry | undefined | null;
}

const againAfterMs = 5_000;

/**
 * Acts without an answer, from before a reload or after their form was closed. For an operator they are looked up in
 * the audit log; members, who have none, are asked to check themselves.
 */
export function Unanswered() {
  const { kind } = useWho();
  const [found, setFound] = useState<readonly LookedUp[]>([]);
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const look = async (of: Pending): Promise<void> => {
      const entry = kind === 'operator' ? await happened(of) : null;
      answered(of.key);
      setFound((before) => [...before, { of, entry }]);
    };
    // If the look-up fails, the act is kept and looked up again a little later or at the next load.
    const begin = (of: Pending): void =>
      void look(of).catch(() => timers.add(setTimeout(() => begin(of), againAfterMs)));
    // After a load no act is in flight; later, only the act whose form was closed is looked up.
    for (const each of pending()) begin(each);
    const end = onLeft((left) => {
      for (const each of pending()) if (each.key === left) begin(each);
    });
    return () => {
      end();
      for (const each of timers) clearTimeout(each);
    };
  }, [kind]);
  if (found.length === 0) return null;
  return (
    <section className="unanswered" aria-label={words.part.unansweredActs}>
      {found.map(({ of, entry }) => (
        <div key={of.key}>
          <p>
            {words.part.hadNoAnswer(
              <>
                <strong>{nounLabel(of.name)}</strong> {of.subjectId && <Id id={of.subjectId} />}
              </>,
              <Time at={of.since} />,
            )}
          </p>
          {entry === null ? (
            <div className="failed" role="status">
              <strong>{words.part.mayBeDone}</strong>. {words.part.checkFirst}
            </div>
          ) : (
            <Happened entry={entry} />
          )}
        </div>
      ))}
      <button type="button" onClick={() => setFound([])}>
        {words.part.understood}
      </button>
    </section>
  );
}
