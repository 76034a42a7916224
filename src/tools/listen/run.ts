import { systemDns } from '../../adapters/dns/resolver.js';
import { httpSender } from '../../adapters/http/sender.js';
import { readConfig } from '../../main/config.js';
import { targetOf } from '../../main/credentials.js';
import { eventFeed, type FedEvent, type Feed } from './feed.js';
import { forward, skipToEnd, type Attempt } from './forward.js';
import { openListenCursor, type ListenCursor } from './place.js';

/** The options of `psp listen`; `since` is a cursor, an event id, `now` or `start`. */
export interface ListenOptions {
  /** Absent if events are only printed. */
  readonly forwardTo?: string;
  readonly print?: true;
  readonly rough?: true;
  readonly since?: string;
  readonly events?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** Reports progress to the user. */
export interface ListenProgress {
  readonly started: (facts: { from: string; forwardTo?: string; secret?: string; since: string }) => void;
  readonly happened: (event: FedEvent) => void;
  readonly attempted: (attempt: Attempt) => void;
  readonly waiting: (why: string, ms: number) => void;
}

const patienceMs = 2_000;

/** Forwards events until aborted. Deliveries under way then get two seconds. */
export async function listen(
  options: ListenOptions,
  progress: ListenProgress,
  signal: AbortSignal,
): Promise<void> {
  const { forwardTo, events, print, rough } = options;
  const { dataDir, environment } = readConfig();
  const { baseUrl, apiKey } = targetOf(dataDir, options);
  const cursor = openListenCursor(dataDir, apiKey, forwardTo ?? 'print');
  const feed = eventFeed({ baseUrl, apiKey, signal, onWait: progress.waiting });
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  const cut = (): void => void setTimeout(() => void sender.stop(), patienceMs).unref();
  signal.addEventListener('abort', cut, { once: true });
  try {
    const since = await settle(options.since, cursor, feed);
    if (since === undefined) return;
    const target = forwardTo === undefined ? {} : { forwardTo, secret: cursor.secret };
    progress.started({ from: baseUrl, ...target, since });
    await forward({
      feed,
      cursor,
      sender,
      forwardTo,
      isRough: rough === true,
      environment,
      wants: (type) => isWanted(type, events),
      onEvent: (event) => {
        if (print) progress.happened(event);
      },
      onAttempt: progress.attempted,
      signal,
    });
  } finally {
    signal.removeEventListener('abort', cut);
    await sender.stop();
  }
}

/** Moves the cursor to the requested position and returns a description of it; undefined if aborted first. */
async function settle(
  wanted: string | undefined,
  cursor: ListenCursor,
  feed: Feed,
): Promise<string | undefined> {
  const since = wanted ?? (cursor.cursor === undefined ? 'now' : 'where it stopped');
  if (since === 'now') return (await skipToEnd({ feed, cursor })) ? since : undefined;
  if (since === 'start') cursor.keep(null);
  else if (wanted !== undefined) {
    // Checked first, so that an unknown cursor does not replace a valid one.
    if (!(await feed.page(wanted))) return undefined;
    cursor.keep(wanted);
  }
  return since;
}

/** Matches an exact type, or a family that ends with a dot. */
function isWanted(type: string, events: readonly string[] | undefined): boolean {
  return events?.some((each) => (each.endsWith('.') ? type.startsWith(each) : type === each)) ?? true;
}
