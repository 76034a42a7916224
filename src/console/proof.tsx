import { useEffect, useRef, useState, type ReactNode } from 'react';
import { onProofNeeded, Refused } from './client.js';
import { words } from './words/speech.js';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Refused) => void;
}

export interface ProofEnds {
  /** Called when the service has accepted the proof. Waiting requests are then sent again. */
  readonly done: () => void;
  readonly close: () => void;
}

/** Asks the person to confirm their identity when an act requires it, then repeats the act. */
export function Proof({ children }: { readonly children: (ends: ProofEnds) => ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<Waiting[]>([]);
  useEffect(() => {
    onProofNeeded(
      () =>
        new Promise((resolve, reject) => {
          waiting.current.push({ resolve, reject });
          setOpen(true);
        }),
    );
    return () => onProofNeeded(undefined);
  }, []);
  const end = (finish: (each: Waiting) => void): void => {
    waiting.current.splice(0).forEach(finish);
    setOpen(false);
  };
  if (!isOpen) return null;
  const refusal = new Refused('not_confirmed', words.entry.unconfirmed);
  return children({
    done: () => end(({ resolve }) => resolve()),
    close: () => end(({ reject }) => reject(refusal)),
  });
}
