import { useEffect, useRef, useState, type ReactNode } from 'react';
import { refusalOf, type QueryState } from '../ask.js';
import { rest, type Refused } from '../client.js';
import { words } from '../words/speech.js';
import { freshKey } from './step.js';

export type Request = readonly [method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object];

/**
 * Sends an operation of /v1 and keeps its idempotency key until it is accepted, so it is done once. A refusal does not use up
 * the key. After `idempotency_key_reused` the next request gets a new key.
 */
export function useRest<T>(done: (answer: T) => void) {
  const key = useRef(freshKey());
  const [error, setError] = useState<Refused>();
  const [isBusy, setBusy] = useState(false);
  const run = async ([method, path, body]: Request): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const sent = { ...(body && { body }), ...(method === 'POST' && { key: key.current }) };
      const response = await rest(method, path, sent);
      const text = await response.text();
      key.current = freshKey();
      done((text === '' ? {} : JSON.parse(text)) as T);
    } catch (fault) {
      const refusal = refusalOf(fault);
      if (refusal.code === 'idempotency_key_reused') key.current = freshKey();
      setError(refusal);
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, run };
}

/** The answer of an operation that reads. */
export function useRestGet<T>(path: string): QueryState<T> {
  const [state, setState] = useState<Pick<QueryState<T>, 'loaded' | 'error'>>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isOver = false;
    setState({});
    const read = async (): Promise<void> => {
      const next = await rest('GET', path)
        .then(async (response) => ({ loaded: { data: (await response.json()) as T, gaps: [] } }))
        .catch((fault: unknown) => ({ error: refusalOf(fault) }));
      if (!isOver) setState(next);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [path, turn]);
  const isLoading = state.loaded === undefined && state.error === undefined;
  return { ...state, isLoading, again: () => setTurn((before) => before + 1) };
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
  /** Text shown once it is done. */
  readonly says: (answer: Readonly<Record<string, unknown>>) => ReactNode;
}

/** A button that sends one operation, and what became of it. */
export function RestAct({ request, children, says }: RestActProps) {
  const [answer, setAnswer] = useState<Readonly<Record<string, unknown>>>();
  const { error, isBusy, run } = useRest(setAnswer);
  return (
    <div className="rest-act">
      <button type="button" disabled={isBusy} onClick={() => void run(request)}>
        {isBusy ? words.pay.sending : children}
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
