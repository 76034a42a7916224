import type { ServerResponse } from 'node:http';
import type { Log } from '../../ports/log.js';
import type { Ports } from '../../ports/ports.js';
import { stateOf } from './standing.js';

/** Streams per session. Further pages poll instead. */
const ofOneSession = 2;
const inAll = 2_000;
const lookMs = 1_000;
/** Interval of keep-alive comments, because proxies close silent connections. */
const wordMs = 15_000;
/** Newest rows read per account; those of waiting pages are among them. */
const newest = 100;

export interface Watched {
  readonly sessionId: string;
  readonly accountId: string;
  readonly remittanceId: string;
  readonly fundingAccountId: string;
  /** The state that the page shows. */
  readonly state: string;
}

interface Stream extends Watched {
  readonly response: ServerResponse;
}

/**
 * Pages that wait for a change. Once a second, one query asks for all accounts whether their logs have grown. Only for
 * those that have, it reads what changed, for all pages of the account at once.
 */
export class Streams {
  readonly #byAccount = new Map<string, Set<Stream>>();
  readonly #ends = new Map<string, string>();
  #looking: NodeJS.Timeout | undefined;
  #words: NodeJS.Timeout | undefined;
  #isLooking = false;
  #count = 0;

  constructor(
    private readonly reader: Ports['reader'],
    private readonly log: Log,
  ) {}

  get count(): number {
    return this.#count;
  }

  hasSlot({ accountId, sessionId }: Pick<Watched, 'accountId' | 'sessionId'>): boolean {
    const own = [...(this.#byAccount.get(accountId) ?? [])].filter((each) => each.sessionId === sessionId);
    return own.length < ofOneSession && this.#count < inAll;
  }

  add(watched: Watched, response: ServerResponse): void {
    const stream = { ...watched, response };
    const own = this.#byAccount.get(watched.accountId) ?? new Set();
    this.#byAccount.set(watched.accountId, own.add(stream));
    this.#count += 1;
    // The first look finds anything that happened since the page was read.
    this.#ends.delete(watched.accountId);
    response.once('close', () => this.#remove(stream));
    response.write(`retry: 3000\nevent: state\ndata: ${watched.state}\n\n`);
    this.#looking ??= setInterval(() => void this.#look(), lookMs).unref();
    this.#words ??= setInterval(() => this.#each(({ response: to }) => to.write(':\n\n')), wordMs).unref();
  }

  stop(): void {
    this.#each(({ response }) => response.end());
    this.#rest();
  }

  #each(act: (stream: Stream) => void): void {
    for (const streams of this.#byAccount.values()) for (const stream of streams) act(stream);
  }

  #remove(stream: Stream): void {
    const own = this.#byAccount.get(stream.accountId);
    if (!own?.delete(stream)) return;
    this.#count -= 1;
    if (own.size === 0) {
      this.#byAccount.delete(stream.accountId);
      this.#ends.delete(stream.accountId);
    }
    if (this.#count === 0) this.#rest();
  }

  #rest(): void {
    clearInterval(this.#looking);
    clearInterval(this.#words);
    this.#looking = undefined;
    this.#words = undefined;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const ends = await this.reader.logEnds([...this.#byAccount.keys()]);
      for (const [accountId, streams] of this.#byAccount) {
        const end = ends.get(accountId) ?? '';
        if (this.#ends.get(accountId) === end) continue;
        await this.#push(accountId, [...streams]);
        this.#ends.set(accountId, end);
      }
    } catch (error) {
      this.log.warn({ err: error }, 'updating open hosted pages failed; retrying');
    } finally {
      this.#isLooking = false;
    }
  }

  async #push(accountId: string, streams: readonly Stream[]): Promise<void> {
    const sight = [accountId];
    const page = { sight, where: {}, limit: newest } as const;
    const [remittances, accounts, { rows: payins }, { rows: exceptions }] = await Promise.all([
      this.reader.rows(
        'remittance',
        sight,
        streams.map(({ remittanceId }) => remittanceId),
      ),
      this.reader.rows(
        'fundingAccount',
        sight,
        streams.map(({ fundingAccountId }) => fundingAccountId),
      ),
      this.reader.page('payin', page),
      this.reader.page('exception', page),
    ]);
    for (const { remittanceId, fundingAccountId, state, response } of streams) {
      const payin = payins.find((each) => each.fundingAccountId === fundingAccountId);
      const about = new Set([fundingAccountId, payin?.id]);
      const now = stateOf({
        remittance: remittances.find(({ id }) => id === remittanceId),
        fundingAccount: accounts.find(({ id }) => id === fundingAccountId),
        payin,
        exceptions: exceptions.filter(({ resourceId }) => about.has(resourceId)),
      });
      if (now !== state && response.writable) response.write(`event: state\ndata: ${now}\n\n`);
    }
  }
}
