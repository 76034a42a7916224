import { useEffect, useState } from 'react';
import { spaced } from './catalogue.js';
import { Happened } from './dialog.js';
import { Id, Time } from './part.js';
import { answered, happened, pending, type Entry, type Pending } from './pending.js';
import { useWho } from './who.js';

/** Acts of before a reload that had no answer: an operator's are looked up in the audit log, which members do not have. */
export function Unanswered() {
  const { kind } = useWho();
  const [found, setFound] = useState<readonly { of: Pending; entry: Entry | undefined }[]>([]);
  useEffect(() => {
    if (kind !== 'operator') return;
    const look = async (): Promise<void> => {
      for (const of of pending()) {
        const entry = await happened(of);
        answered(of.key);
        setFound((before) => [...before, { of, entry }]);
      }
    };
    // One that is not found stays kept, and is looked for at the next load.
    look().catch(() => setFound((before) => before));
  }, [kind]);
  if (found.length === 0) return null;
  return (
    <section className="unanswered" aria-label="Acts without an answer">
      {found.map(({ of, entry }) => (
        <div key={of.key}>
          <p>
            <strong>{spaced(of.name)}</strong> {of.subjectId && <Id id={of.subjectId} />}, sent after{' '}
            <Time at={of.since} />, had no answer.
          </p>
          <Happened entry={entry} />
        </div>
      ))}
      <button type="button" onClick={() => setFound([])}>
        Understood
      </button>
    </section>
  );
}
