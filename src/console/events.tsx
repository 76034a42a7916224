import { useNavigate, useSearch } from '@tanstack/react-router';
import { memo, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { AccountPicker } from './account-picker.js';
import { send } from './client.js';
import { liveAccounts, logStart, watch, type Happening } from './live.js';
import { Badge, Empty, Id, Loading, Time } from './part.js';
import { Pause } from './browse.js';
import { useSight } from './sight.js';
import { textOf } from './text.js';
import { Title } from './title.js';
import { happeningOf } from './words/label.js';

/** The most rows; the oldest are dropped, so that a screen open all day uses bounded memory. */
const rowsMost = 500;

const newest = `query ($accountId: ID!) { events(accountId: $accountId, first: 100) {
  edges { node { id accountId position type resourceId occurredAt } } } }`;

interface Newest {
  readonly events: { readonly edges: readonly { readonly node: Happening }[] };
}

/** The events of accounts, each once: a first page, then new events as they happen. */
class Log {
  #rows: readonly Happening[] = [];
  /** Events received since the last render. They are sorted once per render. */
  #fresh: Happening[] = [];
  /** Events received in total, including dropped ones. */
  count = 0;
  readonly #ends: (() => void)[] = [];
  readonly #seen = new Map<string, bigint>();
  #hasEnded = false;

  constructor(private readonly changed: () => void) {}

  async follow(accountId: string): Promise<void> {
    const { edges } = (await send<Newest>(newest, { accountId })).data.events;
    if (this.#hasEnded) return;
    for (const { node } of edges.toReversed()) this.#add(node);
    const add = (event: Happening): void => this.#add(event);
    this.#ends.push(watch({ accountId, after: edges[0]?.node.id ?? logStart, onEvent: add }));
  }

  end(): void {
    this.#hasEnded = true;
    for (const each of this.#ends) each();
  }

  #add(event: Happening): void {
    const position = BigInt(event.position);
    if ((this.#seen.get(event.accountId) ?? 0n) >= position) return;
    this.#seen.set(event.accountId, position);
    this.count += 1;
    this.#fresh.push(event);
    // A hidden page renders nothing and keeps only the events that it will show.
    if (this.#fresh.length > rowsMost) this.rows();
    this.changed();
  }

  /** The newest events. One log keeps its order; several logs are merged by time. */
  rows(): readonly Happening[] {
    if (this.#fresh.length === 0) return this.#rows;
    const fresh = this.#fresh.toSorted(byAge);
    this.#fresh = [];
    const [oldest, newest] = [fresh.at(-1), this.#rows[0]];
    const isAbove = oldest === undefined || newest === undefined || byAge(oldest, newest) < 0;
    const all = [...fresh, ...this.#rows];
    this.#rows = (isAbove ? all : all.toSorted(byAge)).slice(0, rowsMost);
    return this.#rows;
  }
}

const byAge = (a: Happening, b: Happening): number =>
  a.accountId === b.accountId
    ? Number(BigInt(b.position) - BigInt(a.position))
    : b.occurredAt.localeCompare(a.occurredAt);

/** Live events of one account, or of the most recently active accounts. */
export function Live(): ReactNode {
  const search = useSearch({ strict: false });
  const { accountId, type = '' } = search;
  const navigate = useNavigate();
  const [isPaused, setPaused] = useState(false);
  const { rows, count, error, isLoading } = useLog(accountId, isPaused);
  const matching = rows.filter((each) => each.type.startsWith(type));
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entries = ['accountId', 'type'].map((name) => [name, textOf(form.get(name) ?? '').trim()] as const);
    void navigate({ to: '.', search: Object.fromEntries(entries.filter(([, value]) => value !== '')) });
  };
  return (
    <>
      <header className="head">
        <Title>Live events</Title>
        <Pause isPaused={isPaused} set={setPaused} />
      </header>
      <form className="line" onSubmit={apply} key={JSON.stringify(search)}>
        <label>
          Account <AccountPicker value={accountId ?? ''} none="All" />
        </label>
        <label>
          Type begins with <input name="type" defaultValue={type} placeholder="payout." autoComplete="off" />
        </label>
        <button type="submit">Show</button>
        <span className="note" data-count={count}>
          {count} received{count > rowsMost ? `, newest ${rowsMost} shown` : ''}
        </span>
      </form>
      {error && (
        <p className="failed" role="alert">
          {error}
        </p>
      )}
      {isLoading && matching.length === 0 && !error && <Loading />}
      {matching.length === 0 && !error && !isLoading ? (
        <Empty>{count === 0 ? 'No events yet.' : 'None of the newest events has this type.'}</Empty>
      ) : (
        <Lines rows={matching} isOfAll={accountId === undefined} />
      )}
    </>
  );
}

interface LinesProps {
  readonly rows: readonly Happening[];
  readonly isOfAll: boolean;
}

/** Only visible rows are in the page. */
function Lines({ rows, isOfAll }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const { from, to, height } = useSight(list, rows.length);
  return (
    <ol className="events" ref={list} style={{ height: rows.length * height, paddingTop: from * height }}>
      {rows.slice(from, to).map((each, at) => (
        <Line key={each.id} event={each} at={from + at + 1} of={rows.length} isOfAll={isOfAll} />
      ))}
    </ol>
  );
}

interface LineProps {
  readonly event: Happening;
  readonly at: number;
  readonly of: number;
  readonly isOfAll: boolean;
}

const Line = ({ event, at, of, isOfAll }: LineProps) => (
  <li data-id={event.id} aria-posinset={at} aria-setsize={of}>
    <Facts event={event} isOfAll={isOfAll} />
  </li>
);

/** The same while the row moves down. */
const Facts = memo(({ event, isOfAll }: Pick<LineProps, 'event' | 'isOfAll'>) => {
  const { noun, word, type } = happeningOf(event.type);
  return (
    <>
      <Time at={event.occurredAt} />
      <span className="position">#{event.position}</span>
      <span title={event.type}>
        {noun} <Badge word={word} type={type} />
      </span>
      <Id id={event.resourceId} />
      {isOfAll && <Id id={event.accountId} />}
    </>
  );
});

const drawEveryMs = 250;

/** While paused, the log continues to fill, and the shown rows stay. */
function useLog(accountId: string | undefined, isPaused: boolean) {
  const [page, setPage] = useState<{ rows: readonly Happening[]; count: number }>({ rows: [], count: 0 });
  const [error, setError] = useState<string>();
  const [isLoading, setLoading] = useState(true);
  const paused = useRef(isPaused);
  const log = useRef<Log>(undefined);
  const draw = useRef(() => undefined as void);
  paused.current = isPaused;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let drawn = 0;
    draw.current = () => {
      if (timer !== undefined || paused.current) return;
      // Several events share one rendering; the first is shown at once.
      const wait = Math.max(0, drawn + drawEveryMs - performance.now());
      timer = setTimeout(() => {
        timer = undefined;
        drawn = performance.now();
        setPage({ rows: mine.rows(), count: mine.count });
      }, wait);
    };
    const mine = new Log(() => draw.current());
    log.current = mine;
    setPage({ rows: [], count: 0 });
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
      clearTimeout(timer);
      mine.end();
    };
  }, [accountId]);
  useEffect(() => {
    if (!isPaused) draw.current();
  }, [isPaused]);
  return { ...page, error, isLoading };
}
