import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../fuzz/random.js';
import { freshKey, type Answer } from '../../setup/running.js';
import type { Member } from './member.js';

/** A client's request with its key. */
export interface Ask {
  readonly noun: Noun;
  /** API key of the account. */
  readonly apiKey: string;
  readonly path: string;
  readonly body: object | undefined;
  /** Refusals that may be correct. */
  readonly mayBe: readonly string[];
  readonly key: string;
  /** Set when the request was acknowledged. */
  id?: string;
}

export type Noun =
  | 'payout'
  | 'quote'
  | 'funding_account'
  | 'payin'
  | 'remittance'
  | 'customer'
  | 'beneficiary'
  | 'cancel'
  | 'evidence';

/** Paths at which resources are created and read. */
export const paths = {
  payout: '/v1/payouts',
  quote: '/v1/quotes',
  funding_account: '/v1/funding-accounts',
  payin: '/v1/payins',
  remittance: '/v1/remittances',
  customer: '/v1/customers',
  beneficiary: '/v1/beneficiaries',
} as const;

const patienceMs = [1_000, 6_000] as const;

/** All requests of clients with their responses; impossible responses are recorded by name. */
export class Book {
  readonly asks: Ask[] = [];
  /** Payouts with an acknowledged cancellation. */
  readonly cancelled = new Set<string>();
  /** Final states as last read. */
  readonly seen = new Map<string, string>();
  readonly wrong = new Map<string, string[]>();
  /** Time after which no request is sent. */
  deadline = Number.POSITIVE_INFINITY;
  readonly counts = { requests: 0, acknowledged: 0, unanswered: 0, unavailable: 0 };

  /** `twins`: share of requests that are sent twice at once. */
  constructor(
    private readonly members: readonly Member[],
    private readonly twins: number,
  ) {}

  note(verdict: string, what: string): void {
    this.wrong.set(verdict, [...(this.wrong.get(verdict) ?? []), what]);
  }

  /** Sends a request until it has a final response; undefined for an acceptable refusal. */
  async ask(request: Omit<Ask, 'key'>, random: Random): Promise<Answer | undefined> {
    const ask: Ask = { ...request, key: freshKey() };
    this.asks.push(ask);
    // Impatient clients call two processes at once; only one may act.
    const answers = random.chance(this.twins)
      ? await Promise.all([this.persist(ask, random), this.persist(ask, random)])
      : [await this.persist(ask, random)];
    return answers.find((answer) => answer !== undefined);
  }

  /** Repeats the request with its key, at any process, until there is a response. */
  async persist(ask: Ask, random: Random): Promise<Answer | undefined> {
    const { apiKey: key, key: idempotencyKey, body, path } = ask;
    const options = { key, idempotencyKey, ...(body !== undefined && { body }) };
    const answer = await this.reach('POST', path, { options, random });
    if (answer === undefined) return undefined;
    if (answer.status < 300) {
      this.acknowledge(ask, answer);
      return answer;
    }
    if (!ask.mayBe.includes(answer.get('error.code'))) {
      this.note('every answer is one that may be', `${path} ${JSON.stringify(body)}: ${answer.text}`);
    }
    return undefined;
  }

  private acknowledge(ask: Ask, answer: Answer): void {
    this.counts.acknowledged += 1;
    const id = answer.get(answer.at('id') === undefined ? 'reconciliation_exception_id' : 'id');
    if (ask.id !== undefined && ask.id !== id) {
      this.note('one resource a key', `${ask.key} of ${ask.path} gave ${ask.id} and ${id}`);
    }
    ask.id = id;
    if (ask.noun === 'cancel') this.cancelled.add(ask.id);
    this.see(answer.body);
  }

  /** Repeats a read until there is a response. */
  async read(path: string, apiKey: string, random: Random): Promise<Answer | undefined> {
    const answer = await this.reach('GET', path, { options: { key: apiKey }, random });
    if (answer === undefined) return undefined;
    if (answer.status !== 200) this.note('every answer is one that may be', `${path}: ${answer.text}`);
    for (const each of [answer.body, ...((answer.at('data') as object[] | undefined) ?? [])]) this.see(each);
    return answer;
  }

  /** A final state that was shown must stay; only a completed payout may be returned. */
  private see(resource: { readonly id?: unknown; readonly status?: unknown }): void {
    const { id, status } = resource;
    if (typeof id !== 'string' || typeof status !== 'string' || !/^(pout|pin|rem)_/.test(id)) return;
    // A read may be older than another one at the same time.
    if (!finals.has(status)) return;
    const before = this.seen.get(id) ?? status;
    if (before !== status && ![before, status].every((each) => ['completed', 'returned'].includes(each))) {
      this.note('acknowledged is kept', `${id} was ${before} and then ${status}`);
    }
    if (before !== 'returned') this.seen.set(id, status);
  }

  private async reach(
    method: string,
    path: string,
    { options, random }: { options: { key: string; idempotencyKey?: string }; random: Random },
  ): Promise<Answer | undefined> {
    while (Date.now() < this.deadline) {
      const live = this.members.flatMap(({ client }) => (client === undefined ? [] : [client]));
      if (live.length === 0) {
        await sleep(20);
        continue;
      }
      this.counts.requests += 1;
      const signal = AbortSignal.timeout(random.whole(...patienceMs));
      const answer = await random
        .pick(live)
        .call(method, path, { ...options, signal })
        .then(
          (each) => each,
          (error: unknown) => unanswered(error),
        );
      if (answer !== undefined && answer.status < 500) return answer;
      if (answer === undefined) this.counts.unanswered += 1;
      else if (answer.at('error.code') === 'temporarily_unavailable') this.counts.unavailable += 1;
      else this.note('no request fails with 500', `${method} ${path}: ${answer.status} ${answer.text}`);
      await sleep(random.whole(10, 100));
    }
    this.note('every request is answered in the end', `${method} ${path}`);
    return undefined;
  }
}

/** No response looks like a crash; any other error is a fault of the test. */
function unanswered(error: unknown): undefined {
  const isLost =
    error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
  if (!isLost) throw error;
}

const finals = new Set(['completed', 'failed', 'cancelled', 'returned']);
