import { createClient, type Client } from 'graphql-ws';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { authorization, leave, onSession, send } from './client.js';
import { isDashboard } from './environment.js';

/** The state of the connection to the service. */
export type Standing = 'idle' | 'connecting' | 'live' | 'behind' | 'cut';

/** The dashboard has no socket for events: it polls. */
export const hasSocket = !isDashboard;

let standing: Standing = 'idle';
const watching = new Set<() => void>();
function stand(now: Standing): void {
  if (now === standing) return;
  standing = now;
  for (const each of watching) each();
}

export function useStanding(): Standing {
  return useSyncExternalStore(
    (listener) => {
      watching.add(listener);
      return () => void watching.delete(listener);
    },
    () => standing,
  );
}

const path = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`;
let socket: Client | undefined;

/** A silent connection counts as cut: the browser may take minutes to notice. */
const askAliveMs = 8_000;
const aliveWithinMs = 4_000;
let silence: ReturnType<typeof setTimeout> | undefined;

function open(): Client {
  socket ??= createClient({
    url: path,
    connectionParams: () => ({ authorization: authorization() }),
    // Each subscription continues after its own last event, so the library must not retry it.
    retryAttempts: 0,
    keepAlive: askAliveMs,
    connectionAckWaitTimeout: askAliveMs,
    on: {
      connecting: () => stand('connecting'),
      connected: () => stand('live'),
      ping: (isReceived) => {
        if (!isReceived) silence = setTimeout(() => socket?.terminate(), aliveWithinMs);
      },
      pong: () => clearTimeout(silence),
      closed: () => clearTimeout(silence),
    },
  });
  return socket;
}

onSession(() => {
  void socket?.dispose();
  socket = undefined;
  stand('idle');
});

const waits = [200, 500, 1_000, 2_000, 5_000] as const;
const slow = new Set([4290, 4503]);

export interface Happening {
  readonly id: string;
  readonly accountId: string;
  readonly position: string;
  readonly type: string;
  readonly resourceId: string;
  readonly occurredAt: string;
}

const fields = 'id accountId position type resourceId occurredAt';
const eventsDocument = `subscription ($accountId: ID!, $after: String) {
  events(accountId: $accountId, after: $after) { ${fields} } }`;

/** In place of an event to continue after: the whole log. */
export const logStart = '';

interface Watch {
  readonly accountId: string;
  /** The event to continue after; absent: start with new events. */
  readonly after?: string | undefined;
  readonly onEvent: (event: Happening) => void;
  /** Called if events may have been missed: after a cut, or when starting from now. */
  readonly gap?: (() => void) | undefined;
}

/**
 * Reports each event of an account once and in order, however often the socket is cut. Returns a function that ends
 * it.
 */
export function watch({ accountId, after, onEvent, gap }: Watch): () => void {
  let last = after;
  let failures = 0;
  let hasEnded = false;
  let end = (): void => undefined;
  const again = (event: unknown): void => {
    if (hasEnded) return;
    const { code = 0 } = (event ?? {}) as { code?: number };
    if (code === 4401) return leave('Your token is invalid or has been revoked.');
    stand(slow.has(code) ? 'behind' : 'cut');
    const wait = waits[Math.min(failures, waits.length - 1)] ?? 5_000;
    failures += 1;
    const timer = setTimeout(begin, wait * (0.75 + Math.random() / 2));
    end = () => clearTimeout(timer);
  };
  function begin(): void {
    if (last === undefined) gap?.();
    end = open().subscribe<{ events: Happening }>(
      { query: eventsDocument, variables: { accountId, after: last } },
      {
        next({ data }) {
          if (hasEnded || !data) return;
          failures = 0;
          stand('live');
          last = data.events.id;
          onEvent(data.events);
        },
        error: again,
        complete: () => again(undefined),
      },
    );
  }
  begin();
  return () => {
    hasEnded = true;
    end();
  };
}

/** A socket carries fifty subscriptions; the rest is left for detail pages. */
const accountsMost = 30;
const recent = `query { events(first: 100) { edges { node { accountId } } } accounts(first: ${accountsMost}) { edges { node { id } } } }`;

interface Recent {
  readonly events: { readonly edges: readonly { readonly node: { readonly accountId: string } }[] };
  readonly accounts: { readonly edges: readonly { readonly node: { readonly id: string } }[] };
}

/** The most recently active accounts, then the newest ones. */
export async function liveAccounts(): Promise<readonly string[]> {
  const { data } = await send<Recent>(recent);
  const busy = data.events.edges.map(({ node }) => node.accountId);
  const young = data.accounts.edges.map(({ node }) => node.id);
  return [...new Set([...busy, ...young])].slice(0, accountsMost);
}

type Listener = (event: Happening | undefined) => void;
const hearers = new Set<Listener>();
const followed = new Map<string, () => void>();
let looking: ReturnType<typeof setInterval> | undefined;

function notifyAll(event: Happening | undefined): void {
  for (const each of hearers) each(event);
}

/** All screens reload their data. */
export const renewAll = (): void => notifyAll(undefined);

async function follow(): Promise<void> {
  const accounts = await liveAccounts();
  if (looking === undefined) return;
  const wanted = new Set(accounts);
  for (const [id, stop] of followed) {
    if (wanted.has(id)) continue;
    stop();
    followed.delete(id);
  }
  for (const accountId of wanted) {
    if (followed.has(accountId)) continue;
    followed.set(accountId, watch({ accountId, onEvent: notifyAll, gap: () => notifyAll(undefined) }));
  }
}

const lookEveryMs = 15_000;

function listen(listener: Listener): () => void {
  hearers.add(listener);
  if (looking === undefined) {
    const look = (): void => void (hasSocket && follow().catch(() => stand('cut')));
    looking = setInterval(() => {
      if (isHidden()) return;
      look();
      notifyAll(undefined);
    }, lookEveryMs);
    look();
  }
  return () => {
    hearers.delete(listener);
    if (hearers.size > 0) return;
    clearInterval(looking);
    looking = undefined;
    for (const stop of followed.values()) stop();
    followed.clear();
  };
}

const isHidden = (): boolean => globalThis.document.hidden;

const calmMs = 700;

/** Calls `look` shortly after an event that concerns it. */
export function useHappening(concerns: (event: Happening) => boolean, look: () => void, isOn = true): void {
  const present = useRef({ concerns, look });
  present.current = { concerns, look };
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = listen((event) => {
      if (event !== undefined && !present.current.concerns(event)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        present.current.look();
      }, calmMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [isOn]);
}
