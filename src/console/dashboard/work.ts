import { useState } from 'react';
import { refusalOf } from '../ask.js';
import type { Refused } from '../client.js';

/** Runs one task at a time, and keeps the error of the last one. */
export function useWork() {
  const [error, setError] = useState<Refused>();
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setError(undefined);
    work()
      .catch((fault: unknown) => setError(refusalOf(fault)))
      .finally(() => setBusy(false));
  };
  return { error, isBusy, run };
}
