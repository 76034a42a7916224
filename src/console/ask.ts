import { useCallback, useEffect, useRef, useState } from 'react';
import { Refused, send, type Loaded } from './client.js';
import { useHappening, type Happening } from './live.js';
import { words } from './words/speech.js';

/** The state of a query: loading, failed or loaded. While it is repeated, the old answer stays. */
export interface QueryState<D> {
  readonly loaded?: Loaded<D> | undefined;
  readonly error?: Refused | undefined;
  readonly isLoading: boolean;
  readonly again: () => void;
}

interface Options {
  /** Which events repeat the query; none by default. */
  readonly concerns?: (event: Happening) => boolean;
  readonly isPaused?: boolean;
  /** The query is not sent. */
  readonly isOff?: boolean;
}

const never = (): boolean => false;

export const refusalOf = (error: unknown): Refused =>
  error instanceof Refused
    ? error
    : new Refused(
        'internal_error',
        error instanceof Error && words.language === 'en' ? error.message : words.part.broken,
      );

/** Runs a query, and repeats it after events that concern it. */
export function useAsk<D>(document: string, variables: object, options: Options = {}): QueryState<D> {
  const key = JSON.stringify([document, variables]);
  const [state, setState] = useState<{ key: string; loaded?: Loaded<D>; error?: Refused }>({ key: '' });
  const [isLoading, setLoading] = useState(true);
  const running = useRef<AbortController>(undefined);
  const isOutdated = useRef(false);
  const again = useCallback(() => {
    running.current?.abort();
    const aborter = new AbortController();
    running.current = aborter;
    isOutdated.current = false;
    setLoading(true);
    const settle = (): void => {
      running.current = undefined;
      setLoading(false);
      if (isOutdated.current) again();
    };
    const [query, variables] = JSON.parse(key) as [string, object];
    send<D>(query, variables, aborter.signal).then(
      (loaded) => {
        if (aborter.signal.aborted) return;
        setState({ key, loaded });
        settle();
      },
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        setState((before) => ({ ...(before.key === key && before), key, error: refusalOf(error) }));
        settle();
      },
    );
  }, [key]);
  const { concerns = never, isPaused = false, isOff = false } = options;
  useEffect(() => {
    if (!isOff) again();
    return () => running.current?.abort();
  }, [again, isOff]);
  // A running query is finished before it is repeated: under many events none would ever finish otherwise.
  const renew = useCallback(() => {
    if (running.current) isOutdated.current = true;
    else again();
  }, [again]);
  useHappening(concerns, renew, options.concerns !== undefined && !isPaused && !isOff);
  const wasPaused = useRef(isPaused);
  useEffect(() => {
    if (wasPaused.current && !isPaused) renew();
    wasPaused.current = isPaused;
  }, [isPaused, renew]);
  const isPresent = state.key === key;
  return {
    loaded: isPresent ? state.loaded : undefined,
    error: isPresent ? state.error : undefined,
    isLoading,
    again,
  };
}
