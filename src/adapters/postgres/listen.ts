import type pg from 'pg';
import type { Noun } from '../../domain/decision.js';
import { cut } from './cut.js';
import { WritingClient } from './hosts.js';
import { presence } from './release.js';
import { setStatement } from './server-setting.js';

const retryMs = 500;
/** A silent connection does not report that it is dead, so it is queried regularly. */
const askEveryMs = 3_000;
const answerMs = 3_000;

interface ChangeListener {
  /** Also called whenever changes may have been missed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  /** Checks each new connection. If it throws, the connection ends. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

/** Nouns that processes cache. Triggers on their tables notify the other processes. */
export const cachedNouns: ReadonlySet<Noun> = new Set<Noun>([
  'account',
  'apiKey',
  'operator',
  'operatorSession',
  'member',
  'session',
]);

/** The server ends a session without queries after 15 s, because its client is gone. */
const listenText = `${setStatement({ idle_session_timeout: '15000' })}; listen psp_changed`;

/** Listens for `psp_changed` on its own connection. */
export function listenForChanges(
  url: string,
  { onChange, onError, onConnect }: ChangeListener,
): { stop(): void } {
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let hangUp = (): void => undefined;
  const onFault = (error: unknown): void => {
    if (!stopped) onError(error);
  };

  const connect = async (): Promise<void> => {
    const client = new WritingClient({
      connectionString: url,
      application_name: presence,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    hangUp = () => cut(client);
    let asking: NodeJS.Timeout | undefined;
    const askLater = (): void => {
      asking = setTimeout(() => void client.query('select 1').then(askLater, hangUp), askEveryMs);
    };
    client.on('notification', onChange);
    client.on('error', onFault);
    client.on('end', () => {
      clearTimeout(asking);
      if (stopped) return;
      onChange();
      retry = setTimeout(() => void connect(), retryMs);
      retry.unref();
    });
    try {
      await client.connect();
      await onConnect?.(client);
      await client.query(listenText);
      onChange();
      askLater();
    } catch (error) {
      onFault(error);
      hangUp();
    }
  };
  void connect();
  return {
    stop() {
      stopped = true;
      clearTimeout(retry);
      hangUp();
    },
  };
}
