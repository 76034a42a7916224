import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../fuzz/random.js';
import { queryRows } from '../../setup/rows.js';
import { Book } from './book.js';
import { Client, Follower, type Account, type Tag } from './client.js';
import { wordOf, type Fault } from './fault.js';
import { openFleet, type Fleet } from './fleet.js';
import { decideHeld } from './operator.js';
import type { Server } from './server.js';
import { judge, undecided, violations, type Verdict } from './verdict.js';
import { openAccounts } from './world.js';

export interface Plan {
  readonly server: Server;
  /** The built program. */
  readonly program: string;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** Number of processes hit by faults; the other survives. */
  readonly struck: 1 | 2;
  readonly clients: number;
  /** Simulator tags of the payouts. */
  readonly tags: readonly Tag[];
  /** Share of requests that are sent twice at once. */
  readonly twins: number;
  /** Time after the last fault within which everything must end. */
  readonly endsWithinMs: number;
  /** Called after each fault. */
  readonly onStrike?: (struck: number) => void;
}

export interface Outcome {
  readonly verdicts: readonly Verdict[];
  /** Summary of the faults. */
  readonly figures: string;
}

/**
 * Applies faults to two processes on one database while clients work; then everything must end and be
 * correct.
 */
export async function run(plan: Plan): Promise<Outcome> {
  const fleet = await openFleet(plan.server, plan.program);
  try {
    return await new Trial(plan, fleet).hold();
  } finally {
    await fleet.stop();
  }
}

class Trial {
  private readonly book: Book;
  private readonly struck = new Map<string, number>();
  private calm = false;
  private over = false;

  constructor(
    private readonly plan: Plan,
    private readonly fleet: Fleet,
  ) {
    this.book = new Book(fleet.members, plan.twins);
  }

  async hold(): Promise<Outcome> {
    const { plan, fleet, book } = this;
    const accounts = await openAccounts(fleet, book, this.random(0));
    const followers = accounts.map((account, index) => new Follower(book, account, this.random(100 + index)));
    const following = followers.map((each) => each.work(() => this.over));
    const operating = this.operate(accounts);
    const clients = Array.from({ length: plan.clients }, (_, index) => {
      const account = accounts[index % accounts.length] as Account;
      return new Client(book, account, this.random(200 + index), plan.tags).work(() => this.calm);
    });
    await this.strikeAll();
    this.calm = true;
    const began = Date.now();
    book.deadline = began + this.plan.endsWithinMs;
    await Promise.all(clients);
    const late = await this.ends(began);
    const quietMs = Date.now() - began;
    book.deadline = Date.now() + plan.endsWithinMs;
    this.over = true;
    await Promise.all([...following, operating]);
    for (const follower of followers) while (await follower.step());
    await this.askAgain();
    await Promise.all(fleet.members.map((member) => member.stop()));
    const endings = fleet.members.flatMap((member) => member.endings);
    const verdicts = await judge(fleet.databaseUrl, { book, followers, late, endings });
    return { verdicts, figures: await this.figures(quietMs) };
  }

  private random(number: number): Random {
    return new Random(this.plan.seed, number);
  }

  /** Each process gets the next fault once it is up, and is up at the end. */
  private async strikeAll(): Promise<void> {
    const faults = [...this.plan.faults];
    let count = 0;
    const suffer = async (member: Fleet['members'][number]): Promise<void> => {
      for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) {
        const at = await member.strike(fault);
        const name = `${wordOf(fault)} at ${at}`;
        this.struck.set(name, (this.struck.get(name) ?? 0) + 1);
        count += 1;
        this.plan.onStrike?.(count);
        if (count % 40 === 0) await this.checkAmid();
      }
      await member.start();
    };
    await Promise.all(this.fleet.members.slice(0, this.plan.struck).map(suffer));
  }

  /** Every invariant holds in any snapshot, even during faults. */
  private async checkAmid(): Promise<void> {
    const { databaseUrl } = this.fleet;
    for (const each of await this.plan.server.steady(() => violations(databaseUrl))) {
      this.book.note('the invariants hold', `amid faults: ${each}`);
    }
  }

  /** Work left after the time limit. */
  private async ends(began: number): Promise<string[]> {
    for (;;) {
      const rows = await queryRows(this.fleet.databaseUrl, undecided);
      if (rows.length === 0 || Date.now() > began + this.plan.endsWithinMs)
        return rows.map((row) => JSON.stringify(row));
      await sleep(100);
    }
  }

  /** Decides what the bank left open and what risk rules hold. */
  private async operate(accounts: readonly Account[]): Promise<void> {
    const random = this.random(1);
    const { server } = this.plan;
    while (!this.over) {
      await server.steady(() => decideHeld(this.fleet, () => random.chance(0.7)));
      const open = await server.steady(() => queryRows(this.fleet.databaseUrl, openAtBank));
      const sent = open.flatMap(({ id, account_id: accountId }) => {
        const account = accounts.find((each) => each.id === accountId);
        // Two pieces of evidence at once may contradict each other; one is accepted.
        return [0, 1].map(() => this.prove(account?.apiKey ?? '', id ?? '', random));
      });
      await Promise.all(sent);
      await sleep(300);
    }
  }

  private prove(apiKey: string, id: string, random: Random): Promise<unknown> {
    const path = `/v1/sandbox/operations/${id}/evidence`;
    const body = { outcome: random.pick(['paid', 'not_executed']) };
    return this.book.ask(
      { noun: 'evidence', apiKey, path, body, mayBe: ['operation_not_in_flight'] },
      random,
    );
  }

  /** Repeats part of the requests with their keys; each finds its resource. */
  private async askAgain(): Promise<void> {
    const random = this.random(2);
    const asks = this.book.asks.filter(({ id }) => id !== undefined);
    for (let count = 0; count < Math.min(asks.length, 300); count += 1) {
      const ask = random.pick(asks);
      const { id } = ask;
      await this.book.persist(ask, random);
      if (ask.id !== id) this.book.note('acknowledged is kept', `${ask.key} gave ${id} and later ${ask.id}`);
    }
  }

  private async figures(quietMs: number): Promise<string> {
    const { requests, acknowledged, unanswered, unavailable } = this.book.counts;
    const ends = await queryRows(this.fleet.databaseUrl, remittances);
    const [slowest] = await queryRows(this.fleet.databaseUrl, slowestEnd);
    return [
      ...[...this.struck].map(([name, count]) => `${count} × ${name}`).toSorted(),
      `PostgreSQL killed ${this.plan.server.crashes} times`,
      `remittances: ${ends.map(({ status, count }) => `${count} ${status}`).join(', ')}`,
      `${requests} requests, ${acknowledged} acknowledged, ${unanswered} without an answer, ${unavailable} times 503`,
      `quiet ${(quietMs / 1000).toFixed(1)} s after the last fault; slowest operation ${slowest?.['seconds'] ?? '-'} s`,
    ].join('\n  ');
  }
}

const openAtBank = `
  select p.id, p.account_id from payout p join simulator.operation o using (reference)
    where p.status in ('processing', 'verification_pending') and p.sending <> 'unsent'
      and o.finding in ('in_flight', 'unknown') and o.turns_to is null
    limit 20`;

const remittances = 'select status, count(*) from remittance group by 1 order by 1';

const slowestEnd = `
  select max(extract(epoch from e.last - p.created_at))::numeric(10, 1) as seconds
    from payout p join (select resource_id, max(occurred_at) as last from event group by 1) e on e.resource_id = p.id`;
