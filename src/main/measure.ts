import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';
import { poolState } from '../adapters/postgres/orm.js';
import type { Admission } from '../api/admission.js';
import type { Api } from '../api/rest/server.js';
import type { Backlog } from '../ports/reader.js';
import { linesLost } from './log.js';
import type { Wired } from './wire.js';

/** Counts transaction retries; the result is called for each. */
export function countTransactions(registry: Registry): { onRetry: () => void } {
  const retries = new Counter({
    name: 'psp_transaction_retries_total',
    help: 'Serialization failures and deadlocks, all retried; expected to stay 0.',
    registers: [registry],
  });
  return { onRetry: () => retries.inc() };
}

/** Metrics of waiting work and of event publishing. */
export function measureBacklog(registry: Registry, wired: Wired): void {
  const registers = [registry];
  const { messaging, reader } = wired.ports;
  const backlog = onceAtATime(() => reader.backlog());
  const ofBacklog = (name: string, help: string, valueOf: (row: Backlog) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      async collect() {
        this.reset();
        for (const row of await backlog()) this.set({ kind: row.name }, valueOf(row));
      },
    });
  ofBacklog('psp_backlog', 'Work that is waiting, by kind.', ({ count }) => count);
  ofBacklog(
    'psp_backlog_oldest_seconds',
    'Age of the oldest waiting work by kind, in business time; 0 if none waits.',
    ({ oldestSeconds }) => oldestSeconds ?? 0,
  );
  new Gauge({
    name: 'psp_relay_lag_events',
    help: 'Committed events that are not published yet: events_unpublished of psp_backlog.',
    registers,
    async collect() {
      const row = (await backlog()).find(({ name }) => name === 'events_unpublished');
      if (row) this.set(row.count);
      else this.remove();
    },
  });
  new Gauge({
    name: 'psp_messaging_connected',
    help: '1 while NATS is connected, 0 while it is unreachable.',
    registers,
    collect() {
      this.set(messaging.health().connected ? 1 : 0);
    },
  });
  countWork(registry, wired);
  countUnopened(registry, wired);
  countReplica(registry, wired);
}

/** Absent without a replica. */
function countReplica(registry: Registry, { ports: { replica } }: Wired): void {
  if (replica === undefined) return;
  new Counter({
    name: 'psp_replica_reads_total',
    help: 'Reads that the replica may answer, by outcome: replica, or behind or away if the primary answered.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(replica.counts)) this.inc({ outcome }, count);
    },
  });
}

function countUnopened(registry: Registry, { unopened }: Wired): void {
  new Counter({
    name: 'psp_sealed_values_unopened_total',
    help: 'Reads of an encrypted value that could not be decrypted, by table and column.',
    labelNames: ['table', 'column'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { count, ...column } of unopened) this.inc(column, count);
    },
  });
}

/** Metrics of this process. */
function countWork(registry: Registry, { relayed, delivered }: Wired): void {
  const counts: Record<string, readonly [help: string, count: () => number]> = {
    psp_log_lines_lost_total: ['Log lines that could not be written.', linesLost],
    psp_relay_published_total: ['Events published by this process.', () => relayed.published],
    psp_relay_failures_total: [
      'Batches of events that NATS did not accept; they were published again.',
      () => relayed.failures,
    ],
    psp_webhook_attempts_total: ['Webhook attempts of this process.', () => delivered.attempts],
    psp_webhook_failures_total: [
      'Webhook attempts of this process without a 2xx in time.',
      () => delivered.failures,
    ],
  };
  for (const [name, [help, count]] of Object.entries(counts)) {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(count());
      },
    });
  }
}

/**
 * One query for all metrics of a scrape. Empty if the database is unreachable, which must not hide other metrics.
 */
function onceAtATime(look: () => Promise<Backlog[]>): () => Promise<Backlog[]> {
  let looking: Promise<Backlog[]> | undefined;
  return () => {
    looking ??= look()
      .catch((): Backlog[] => [])
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
}

/** Metrics of this process and of due work. */
export function measure(registry: Registry, wired: Wired): void {
  collectDefaultMetrics({ register: registry });
  const gauge = (
    shape: { name: string; help: string; labelNames: string[] },
    collect: (self: Gauge) => Promise<void>,
  ) =>
    new Gauge({
      ...shape,
      registers: [registry],
      async collect() {
        await collect(this);
      },
    });
  gauge(
    {
      name: 'psp_clock_skew_seconds',
      help: "How far this machine's clock is ahead of the database's; negative if behind.",
      labelNames: [],
    },
    async (self) => self.set(wired.ports.clock.skewMs() / 1000),
  );
  gauge(
    {
      name: 'psp_clock_step_seconds',
      help: "How far the database's clock was set, as seen by this process; negative if back; 0 while it is right.",
      labelNames: [],
    },
    async (self) => self.set(wired.ports.clock.stepMs() / 1000),
  );
  gauge(
    {
      name: 'psp_database_connections',
      help: 'Connections of the database pool, by state.',
      labelNames: ['state'],
    },
    async (self) => {
      const state = await poolState(wired.orm);
      for (const [name, value] of Object.entries(state)) self.set({ state: name }, value as number);
    },
  );
  gauge(
    {
      name: 'psp_due_operations',
      help: 'Operations that are due, endpoints with something to send, and accounts whose events need deliveries.',
      labelNames: [],
    },
    async (self) => {
      try {
        self.set((await wired.ports.reader.agenda()).due);
      } catch {
        // Unknown while the database is unreachable, which must not hide the process's own metrics.
        self.remove();
      }
    },
  );
}

/** Connections and refusals of the public listener. */
export function measureApi(registry: Registry, api: Api): void {
  const { connections, streams, guesses } = api;
  const registers = [registry];
  new Counter({
    name: 'psp_sign_in_guesses_total',
    help: 'Sign-in codes received, by outcome.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(guesses.counts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'psp_report_streams',
    help: 'Reports being streamed; each holds a snapshot of the database open.',
    registers,
    collect() {
      this.set(streams.underWay);
    },
  });
  new Gauge({
    name: 'psp_connections',
    help: 'Open connections of the public listener.',
    registers,
    collect() {
      this.set(connections.open);
    },
  });
  new Counter({
    name: 'psp_connections_refused_total',
    help: 'Connections closed because their client held too many.',
    registers,
    collect() {
      this.reset();
      this.inc(connections.refused);
    },
  });
  measureAdmissions(registry, api);
}

/** A lot is the kind of caller whose requests share slots. */
function measureAdmissions(registry: Registry, { admissions }: Pick<Api, 'admissions'>): void {
  const registers = [registry];
  const pools = Object.entries(admissions);
  const gauges: Record<string, readonly [help: string, value: (admission: Admission) => number]> = {
    psp_requests_under_way: ['Requests that hold a slot.', ({ slots }) => slots.underWay],
    psp_requests_arriving: [
      'Requests that have not arrived complete, and hold no slot yet.',
      ({ arriving }) => arriving,
    ],
  };
  for (const [name, [help, value]] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: ['lot'],
      registers,
      collect() {
        for (const [name, admission] of pools) this.set({ lot: name }, value(admission));
      },
    });
  }
  new Counter({
    name: 'psp_requests_refused_total',
    help: 'Requests refused because of too many at once, in all or of one account or client.',
    labelNames: ['lot', 'code'],
    registers,
    collect() {
      this.reset();
      for (const [name, { slots }] of pools)
        for (const [code, count] of Object.entries(slots.refused)) this.inc({ lot: name, code }, count);
    },
  });
}
