import type { MikroORM } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { ClientBase } from 'pg';
import { JointReads } from '../../flow-control/joint-read.js';
import type { Log } from '../../ports/log.js';
import type { Replica, ReplicaOutcome } from '../../ports/replica.js';
import { rowsAfter, rowsOf, type Statement } from './connection.js';
import { isForAll, isOfStatement } from './failure.js';
import { openOrm, poolOf } from './orm.js';
import {
  clusterStatement,
  covers,
  flushedStatement,
  positionOf,
  replayedStatement,
  type Position,
  type PositionRow,
} from './position.js';
import { Replay } from './replay.js';
import { Snapshot } from './report/snapshot.js';

export interface ReplicaSettings {
  readonly url: string;
  /** How long a read waits for the replica before it goes to the primary. */
  readonly waitMs: number;
  readonly primary: MikroORM;
  readonly log: Log;
}

interface How {
  readonly isOnce: boolean;
  readonly position: Position | undefined;
}

type Missed = Exclude<ReplicaOutcome, 'replica'>;

const connectionsMax = 10;
/** A replica that failed a read gets no reads for this long; then one read tries it again. */
const restMs = 1_000;
/**
 * Time limit of a read on the replica, enough for any list. After it, the read goes to the primary with the time that
 * is left.
 */
const readMs = 2_000;

/**
 * Runs statements on the replica if it has what they need. `undefined` means: read from the primary. No fault of the
 * replica fails a read.
 */
export class ReplicaReads implements Pick<Replica, 'counts' | 'trouble'> {
  readonly counts: Record<ReplicaOutcome, number> = { replica: 0, behind: 0, away: 0 };
  readonly #settings: ReplicaSettings;
  readonly #orm: MikroORM;
  readonly #replay: Replay;
  /** Batches position queries of one event-loop turn. */
  readonly #ends = new JointReads({ atOnce: 2, itemsMax: 10_000, isForAll });
  #end: Position | undefined;
  #cluster: Promise<string> | undefined;
  #rest: { readonly until: number; readonly missed: Missed } | undefined;

  private constructor(settings: ReplicaSettings, orm: MikroORM) {
    this.#settings = settings;
    this.#orm = orm;
    const replayed = async () => positionOf(await rowsOf<PositionRow>(await poolOf(orm), replayedStatement));
    this.#replay = new Replay(replayed, settings.waitMs);
  }

  /** Connects at the first read, so the service starts without the replica. */
  static async open(settings: ReplicaSettings): Promise<ReplicaReads> {
    const opened = await openOrm({
      url: settings.url,
      entities: [],
      poolMax: connectionsMax,
      applicationName: 'psp replica',
      onConnect: (client) => reads.#assertCopy(client),
    });
    const reads: ReplicaReads = new ReplicaReads(settings, opened);
    return reads;
  }

  get trouble(): Missed | undefined {
    return this.#rest?.missed;
  }

  /** The current end of the primary's log, queried after this call. */
  async position(): Promise<Position> {
    const pool = await poolOf(this.#settings.primary);
    const [row] = await this.#ends.ask('end', [null], {
      read: () => rowsOf<PositionRow>(pool, flushedStatement),
      nameOf: () => '',
      ownerOf: () => '',
    });
    const end = positionOf(row ? [row] : []);
    if (this.#end === undefined || !covers(this.#end, end)) this.#end = end;
    return end;
  }

  /** The rows of a statement, or undefined: read from the primary. */
  async rows<T>(statement: Statement, { isOnce, position }: How): Promise<T[] | undefined> {
    const isThere = this.#isThere(position);
    if (!isThere && !this.#mayTry()) return undefined;
    const needed = await this.#neededFor(position);
    try {
      if (!(await this.#replay.reaches(needed))) return this.#missed('behind');
      const read = rowsAfter<PositionRow, T>(await poolOf(this.#orm), replayedStatement, {
        ...statement,
        isOnce,
      });
      const found = await inTime(read, readMs);
      if (found === undefined || !covers(positionOf(found.before), needed)) return this.#missed('behind');
      if (isThere) this.counts.replica += 1;
      else this.#answered();
      return found.rows;
    } catch (error) {
      return this.#failed(error);
    }
  }

  /**
   * A snapshot on the replica. `settle` runs on the primary first; the snapshot has everything committed until it ends.
   */
  async snapshot<T>(settle: () => Promise<T>) {
    if (!this.#mayTry()) return undefined;
    const settled = await settle();
    const needed = await this.position();
    try {
      if (!(await this.#replay.reaches(needed))) return this.#missed('behind');
      const { snapshot, settled: there } = await Snapshot.open(
        this.#settings.url,
        (client) => this.#assertCopy(client),
        async (rows) => positionOf(await rows(replayedQuery)),
      );
      if (!covers(there, needed)) {
        snapshot.close();
        return this.#missed('behind');
      }
      this.#answered();
      return { snapshot, settled };
    } catch (error) {
      return this.#failed(error);
    }
  }

  async stop(): Promise<void> {
    await this.#orm.close(true);
  }

  /**
   * The position that the replica must cover. A caller's position counts only if the primary's log has reached it. A
   * made-up position, or one of a lost log, does not count.
   */
  async #neededFor(position: Position | undefined): Promise<Position> {
    return position && this.#end && covers(this.#end, position) ? position : this.position();
  }

  /** Whether the replica has passed the caller's position, however far behind the primary it is. */
  #isThere(position: Position | undefined): boolean {
    if (position === undefined || this.#rest?.missed === 'away') return false;
    return this.#end !== undefined && covers(this.#end, position) && this.#replay.has(position);
  }

  /** Refuses a server of another cluster, whose positions cannot be compared. */
  async #assertCopy(client: Pick<ClientBase, 'query'>): Promise<void> {
    this.#cluster ??= this.#clusterOfPrimary();
    const [cluster, { rows }] = await Promise.all([
      this.#cluster.catch((error: unknown) => {
        this.#cluster = undefined;
        throw error;
      }),
      client.query<{ cluster: string }>(clusterStatement.text),
    ]);
    if (rows[0]?.cluster !== cluster)
      throw new Error('DATABASE_READ_URL is not a replica of DATABASE_URL: another database cluster');
  }

  async #clusterOfPrimary(): Promise<string> {
    const pool = await poolOf(this.#settings.primary);
    return (await rowsOf<{ cluster: string }>(pool, clusterStatement))[0]?.cluster ?? '';
  }

  #mayTry(): boolean {
    const now = performance.now();
    if (this.#rest === undefined) return true;
    const { until, missed } = this.#rest;
    if (now < until) {
      this.counts[missed] += 1;
      return false;
    }
    this.#rest = { until: now + restMs, missed };
    return true;
  }

  #answered(): void {
    this.counts.replica += 1;
    if (this.#rest !== undefined) this.#settings.log.info({}, 'replica answers again');
    this.#rest = undefined;
  }

  #failed(error: unknown): undefined {
    // A statement error, such as one cancelled because it conflicted with replay: the replica itself works.
    if (!isOfStatement(error)) return this.#missed('away', error);
    this.counts.away += 1;
    return undefined;
  }

  #missed(missed: Missed, error?: unknown): undefined {
    this.counts[missed] += 1;
    const { log } = this.#settings;
    if (this.#rest?.missed !== missed) {
      if (missed === 'behind') log.warn({}, 'replica is behind; reading from the primary');
      else log.warn({ err: error }, 'replica is unreachable; reading from the primary');
    }
    this.#rest = { until: performance.now() + restMs, missed };
    return undefined;
  }
}

const replayedQuery: RawBuilder<PositionRow> = sql.raw(replayedStatement.text);

/** The result of `work`, or undefined if it takes longer than `ms`. `work` is not cancelled. */
function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(undefined), ms);
    const end = <A>(settle: (answer: A) => void) => {
      return (answer: A): void => {
        clearTimeout(late);
        settle(answer);
      };
    };
    work.then(end<T>(resolve), end<unknown>(reject));
  });
}
