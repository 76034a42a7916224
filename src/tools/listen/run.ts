import { systemDns } from '../../adapters/dns/resolver.js';
import { httpSender } from '../../adapters/http/sender.js';
import { readConfig } from '../../main/config.js';
import { askedOf } from '../../main/credentials.js';
import { eventFeed, type FedEvent, type Feed } from './feed.js';
import { forward, skipToEnd, type Attempt } from './forward.js';
import { openPlace, type Place } from './place.js';

/** The options of `psp listen`; `since` is a cursor, an event id, `now` or `start`. */
export interface ListenOptions {
  /** Given unless events are printed only. */
  readonly forwardTo?: string;
  readonly print?: true;
  readonly rough?: true;
  readonly since?: string;
  readonly events?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** Tells the listener's user what happens. */
export interface Teller {
  readonly started: (facts: { from: string; forwardTo?: string; secret?: string; since: string }) => void;
  readonly happened: (event: FedEvent) => void;
  readonly attempted: (attempt: Attempt) => void;
  readonly waiting: (why: string, ms: number) => void;
}

const patienceMs = 2_000;

/** Forwards events until the signal is given; what is out by then has two seconds to be answered. */
export async function listen(options: ListenOptions, teller: Teller, signal: AbortSignal): Promise<void> {
  const { forwardTo, events, print, rough } = options;
  const { dataDir, environment } = readConfig();
  const { baseUrl, apiKey } = askedOf(dataDir, options);
  const place = openPlace(dataDir, apiKey, forwardTo ?? 'print');
  const feed = eventFeed({ baseUrl, apiKey, signal, onWait: teller.waiting });
  const sender = httpSender({ dns: systemDns(), allowInsecure: true });
  const cut = (): void => void setTimeout(() => void sender.stop(), patienceMs).unref();
  signal.addEventListener('abort', cut, { once: true });
  try {
    const since = await settle(options.since, place, feed);
    if (since === undefined) return;
    const target = forwardTo === undefined ? {} : { forwardTo, secret: place.secret };
    teller.started({ from: baseUrl, ...target, since });
    await forward({
      feed,
      place,
      sender,
      forwardTo,
      isRough: rough === true,
      environment,
      wants: (type) => isWanted(type, events),
      onEvent: (event) => {
        if (print) teller.happened(event);
      },
      onAttempt: teller.attempted,
      signal,
    });
  } finally {
    signal.removeEventListener('abort', cut);
    await sender.stop();
  }
}

/** Brings the place to where it was asked to be and says so; undefined where the signal came first. */
async function settle(asked: string | undefined, place: Place, feed: Feed): Promise<string | undefined> {
  const since = asked ?? (place.cursor === undefined ? 'now' : 'where it stopped');
  if (since === 'now') return (await skipToEnd({ feed, place })) ? since : undefined;
  if (since === 'start') place.keep(null);
  else if (asked !== undefined) {
    // A place that the log does not know must not take the place of one that it knows.
    if (!(await feed.page(asked))) return undefined;
    place.keep(asked);
  }
  return since;
}

/** An exact type, or a family that ends with a dot. */
function isWanted(type: string, events: readonly string[] | undefined): boolean {
  return events?.some((each) => (each.endsWith('.') ? type.startsWith(each) : type === each)) ?? true;
}
