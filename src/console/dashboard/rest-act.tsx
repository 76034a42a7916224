import { useRef, useState, type ReactNode } from 'react';
import { refusalOf } from '../ask.js';
import { rest, type Refused } from '../client.js';
import { isUnknown } from './step.js';

type Request = readonly [method: 'POST' | 'PATCH', path: string, body?: object];

/**
 * Sends an operation of /v1 under one key until it is accepted or refused. While the outcome is unknown, the same key is used
 * again, so the operation is done once.
 */
export function useRest<T>(done: (answer: T) => void) {
  const key = useRef(`dashboard-${crypto.randomUUID()}`);
  const [error, setError] = useState<Refused>();
  const [isBusy, setBusy] = useState(false);
  const run = async ([method, path, body]: Request): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const sent = { ...(body && { body }), ...(method === 'POST' && { key: key.current }) };
      const response = await rest(method, path, sent);
      const text = await response.text();
      key.current = `dashboard-${crypto.randomUUID()}`;
      done((text === '' ? {} : JSON.parse(text)) as T);
    } catch (fault) {
      const refusal = refusalOf(fault);
      if (!isUnknown(refusal)) key.current = `dashboard-${crypto.randomUUID()}`;
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, run };
}

export const Fault = ({ error }: { readonly error: Refused | undefined }) =>
  error ? (
    <p className="failed" role="alert">
      {error.message}
    </p>
  ) : null;

interface RestActProps {
  readonly request: Request;
  readonly children: ReactNode;
  /** What stands there once it is done. */
  readonly says: (answer: Readonly<Record<string, unknown>>) => ReactNode;
}

/** A button that sends one operation, and what became of it. */
export function RestAct({ request, children, says }: RestActProps) {
  const [answer, setAnswer] = useState<Readonly<Record<string, unknown>>>();
  const { error, isBusy, run } = useRest(setAnswer);
  return (
    <div className="rest-act">
      <button type="button" disabled={isBusy} onClick={() => void run(request)}>
        {isBusy ? 'Sending…' : children}
      </button>
      <Fault error={error} />
      {answer && (
        <p className="passed" role="status">
          {says(answer)}
        </p>
      )}
    </div>
  );
}
