import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { send } from './client.js';
import { liveAccounts, watch, type Happening } from './live.js';
import { Badge, Empty, Id, Loading, Time } from './part.js';
import { Pause } from './browse.js';
import { textOf } from './text.js';

/** The most rows; the oldest are dropped, so that a screen open all day uses bounded memory. */
const rowsMost = 500;

const newest = `query ($accountId: ID!, $after: String) { events(accountId: $accountId, first: 100, after: $after) {
  edges { node { id accountId position type resourceId occurredAt } } pageInfo { hasNextPage endCursor } } }`;

interface Page {
  readonly events: {
    readonly edges: readonly { readonly node: Happening }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

const pageOf = async (accountId: string, after?: string): Promise<Page['events']> =>
  (await send<Page>(newest, { accountId, ...(after && { after }) })).data.events;

/** All events above a position, newest first. */
async function eventsAbove(accountId: string, position: bigint): Promise<Happening[]> {
  const found: Happening[] = [];
  let page = await pageOf(accountId);
  for (;;) {
    const above = page.edges.map(({ node }) => node).filter((each) => BigInt(each.position) > position);
    found.push(...above);
    const { hasNextPage, endCursor } = page.pageInfo;
    if (above.length < page.edges.length || !hasNextPage || endCursor === null) return found;
    page = await pageOf(accountId, endCursor);
  }
}

/** The events of accounts, each once: a first page, then new events as they happen. */
class Log {
  rows: readonly Happening[] = [];
  /** Events received in total, including dropped ones. */
  count = 0;
  readonly #ends: (() => void)[] = [];
  readonly #seen = new Map<string, bigint>();
  #hasEnded = false;

  constructor(private readonly changed: () => void) {}

  async follow(accountId: string): Promise<void> {
    const { edges } = await pageOf(accountId);
    if (this.#hasEnded) return;
    for (const { node } of edges.toReversed()) this.#add(node);
    const after = edges[0]?.node.id;
    const tell = (event: Happening): void => this.#add(event, true);
    const gap = (): void => void this.#fill(accountId).catch(() => this.changed());
    this.#ends.push(watch({ accountId, after, tell, gap }));
  }

  end(): void {
    this.#hasEnded = true;
    for (const each of this.#ends) each();
  }

  /** In an empty log there is no event to continue after, so events that came meanwhile are read. */
  async #fill(accountId: string): Promise<void> {
    const found = await eventsAbove(accountId, this.#seen.get(accountId) ?? 0n);
    if (this.#hasEnded) return;
    for (const each of found.toReversed()) this.#add(each);
  }

  /** Reads the missing events between two positions. */
  async #mend(accountId: string, before: bigint, until: bigint): Promise<void> {
    const found = await eventsAbove(accountId, before);
    const missing = found.filter(({ position }) => BigInt(position) < until);
    if (this.#hasEnded || missing.length === 0) return;
    this.count += missing.length;
    this.#hold([...missing, ...this.rows]);
  }

  #add(event: Happening, isLive = false): void {
    const position = BigInt(event.position);
    const before = this.#seen.get(event.accountId) ?? 0n;
    if (before >= position) return;
    this.#seen.set(event.accountId, position);
    this.count += 1;
    // Positions have no gaps: a skipped position means a missed event.
    if (isLive && position > before + 1n)
      this.#mend(event.accountId, before, position).catch(() => this.changed());
    this.#hold([event, ...this.rows]);
  }

  /** Each log in its own order; several logs, which share no order, by time. */
  #hold(rows: readonly Happening[]): void {
    const isNewer = (a: Happening, b: Happening): number =>
      a.accountId === b.accountId
        ? Number(BigInt(b.position) - BigInt(a.position))
        : b.occurredAt.localeCompare(a.occurredAt);
    this.rows = rows.toSorted(isNewer).slice(0, rowsMost);
    this.changed();
  }
}

/** Live events of one account, or of the most recently active accounts. */
export function Live(): ReactNode {
  const search = useSearch({ strict: false });
  const { accountId, type = '' } = search;
  const navigate = useNavigate();
  const [isPaused, setPaused] = useState(false);
  const { rows, count, error, isLoading } = useLog(accountId, isPaused);
  const shown = rows.filter((each) => each.type.startsWith(type));
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const given = ['accountId', 'type'].map((name) => [name, textOf(form.get(name) ?? '').trim()] as const);
    void navigate({ to: '.', search: Object.fromEntries(given.filter(([, value]) => value !== '')) });
  };
  return (
    <>
      <header className="head">
        <h1>Live events</h1>
        <Pause isPaused={isPaused} set={setPaused} />
      </header>
      <form className="line" onSubmit={apply} key={JSON.stringify(search)}>
        <label>
          Account{' '}
          <input name="accountId" defaultValue={accountId ?? ''} placeholder="all" autoComplete="off" />
        </label>
        <label>
          Type begins with <input name="type" defaultValue={type} placeholder="payout." autoComplete="off" />
        </label>
        <button type="submit">Show</button>
        <span className="note" data-count={count}>
          {count} seen{count > rowsMost ? `, the newest ${rowsMost} kept` : ''}
        </span>
      </form>
      {error && (
        <p className="failed" role="alert">
          {error}
        </p>
      )}
      {isLoading && shown.length === 0 && !error && <Loading />}
      {shown.length === 0 && !error && !isLoading ? (
        <Empty>
          {count === 0 ? 'Nothing has happened yet.' : 'Of the newest events none is of such a type.'}
        </Empty>
      ) : (
        <Lines rows={shown} isOfAll={accountId === undefined} />
      )}
    </>
  );
}

const Lines = ({ rows, isOfAll }: { readonly rows: readonly Happening[]; readonly isOfAll: boolean }) => (
  <ol className="events">
    {rows.map((each) => (
      <li key={each.id} data-id={each.id}>
        <Time at={each.occurredAt} />
        <span className="position">#{each.position}</span>
        <span>
          {each.type.slice(0, each.type.lastIndexOf('.') + 1)}
          <Badge word={each.type.slice(each.type.lastIndexOf('.') + 1)} />
        </span>
        <Id id={each.resourceId} />
        {isOfAll && <Id id={each.accountId} />}
      </li>
    ))}
  </ol>
);

/** While paused, the log continues to fill, and the shown rows stay. */
function useLog(accountId: string | undefined, isPaused: boolean) {
  const [shown, setShown] = useState<{ rows: readonly Happening[]; count: number }>({ rows: [], count: 0 });
  const [error, setError] = useState<string>();
  const [isLoading, setLoading] = useState(true);
  const paused = useRef(isPaused);
  const log = useRef<Log>(undefined);
  const draw = useRef(() => undefined as void);
  paused.current = isPaused;
  useEffect(() => {
    let frame = 0;
    draw.current = () => {
      if (frame !== 0 || paused.current) return;
      // Several events share one rendering.
      frame = requestAnimationFrame(() => {
        frame = 0;
        const { rows, count } = log.current ?? { rows: [], count: 0 };
        setShown({ rows, count });
      });
    };
    const mine = new Log(() => draw.current());
    log.current = mine;
    setShown({ rows: [], count: 0 });
    setError(undefined);
    setLoading(true);
    const begin = async (): Promise<void> => {
      const accounts = accountId === undefined ? await liveAccounts() : [accountId];
      await Promise.all(accounts.map((each) => mine.follow(each)));
    };
    begin()
      .catch((fault: unknown) => setError(fault instanceof Error ? fault.message : textOf(fault)))
      .finally(() => requestAnimationFrame(() => log.current === mine && setLoading(false)));
    return () => {
      cancelAnimationFrame(frame);
      mine.end();
    };
  }, [accountId]);
  useEffect(() => {
    if (!isPaused) draw.current();
  }, [isPaused]);
  return { ...shown, error, isLoading };
}
