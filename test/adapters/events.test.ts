import pg from 'pg';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { decide } from '../../src/domain/decision.js';
import { eventOf, type EventDraft } from '../../src/domain/event.js';
import { timeText, type Moment } from '../../src/domain/moment.js';
import type { LoggedEvent } from '../../src/ports/ledger-read.js';
import type { Reader } from '../../src/ports/reader.js';
import { act, newId, openAccount, openFixture, type Fixture } from '../setup/fixture.js';

const writers = 32;
const rounds = 5;

let fixture: Fixture;
let reader: Reader;
let client: pg.Client;

beforeAll(async () => {
  fixture = await openFixture(writers + 4);
  reader = postgresReader(fixture.orm);
  client = new pg.Client({ connectionString: fixture.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await fixture.close();
});

const append = (accountId: string, names: readonly string[]) =>
  act(fixture.store, (moment) =>
    decide({
      events: names.map((name) =>
        eventOf(moment, {
          accountId,
          type: 'customer.updated',
          data: { id: newId('customer', moment.now), name },
        }),
      ),
    }),
  );

/** Writes events in a transaction and commits or rolls back after a while; returns the committed ids. */
async function write(accountId: string, writer: number): Promise<string[]> {
  const committed: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const drafts: EventDraft[] = [];
    const outcome = fixture.store.transaction(async (tx) => {
      const moment = await tx.moment();
      await wait((writer * 7 + round * 3) % 11);
      for (let n = 0; n <= writer % 3; n += 1) {
        const data = { id: newId('customer', moment.now) };
        drafts.push(eventOf(moment, { accountId, type: 'customer.updated', data }));
      }
      await tx.record([decide({ events: drafts })]);
      await wait((writer * 5 + round) % 7);
      if ((writer + round) % 6 === 0) throw new Error('thought better of it');
    });
    const [{ status }] = await Promise.allSettled([outcome]);
    if (status === 'fulfilled') committed.push(...drafts.map((draft) => draft.id));
  }
  return committed;
}

const occurredAt = ({ body }: LoggedEvent) => (JSON.parse(body) as { occurred_at: string }).occurred_at;

/** Follows the log from its start, page by page, until `done` and no events are left. */
async function follow(accountId: string, done: () => boolean): Promise<LoggedEvent[]> {
  const seen: LoggedEvent[] = [];
  for (;;) {
    const last = done();
    const page = await reader.log({ accountId, after: seen.at(-1)?.position ?? '0', limit: 20 });
    seen.push(...page);
    if (last && page.length === 0) return seen;
    if (page.length === 0) await wait(1);
  }
}

describe('the event log', () => {
  it('never makes a reader skip an event, with 32 slow writers', async () => {
    const accountId = await openAccount(fixture.store);
    let ended = false;
    const following = follow(accountId, () => ended);
    const committed = (
      await Promise.all(Array.from({ length: writers }, (_, writer) => write(accountId, writer)))
    ).flat();
    ended = true;
    const seen = await following;
    expect(committed.length).toBeGreaterThan(200);
    expect(seen.map((event) => event.position)).toEqual(committed.map((_, index) => String(index + 1)));
    expect(new Set(seen.map((event) => event.id))).toEqual(new Set(committed));
    const times = seen.map(occurredAt);
    expect(times, 'however late what was decided early is committed').toEqual(times.toSorted());
    expect(fixture.retries).toEqual([]);
  });

  it("assigns positions in the order of a decision's events", async () => {
    const accountId = await openAccount(fixture.store);
    await append(accountId, ['first', 'second', 'third']);
    await append(accountId, ['fourth']);
    const events = await reader.log({ accountId, after: '0', limit: 10 });
    expect(
      events.map(
        ({ position, body }) => `${position} ${(JSON.parse(body) as { data: { name: string } }).data.name}`,
      ),
    ).toEqual(['1 first', '2 second', '3 third', '4 fourth']);
  });

  it('keeps the exact text', async () => {
    const accountId = await openAccount(fixture.store);
    const odd = `it's "quoted" \\ \u2028 é 🐘 $1 ?? ; -- \n\t`;
    const { events } = await append(accountId, [odd]);
    const [stored] = await reader.log({ accountId, after: '0', limit: 1 });
    expect(stored?.body).toBe(events[0]?.body);
    expect(Buffer.from(stored?.body ?? '')).toEqual(Buffer.from(events[0]?.body ?? ''));
  });

  it('dates an event no earlier than the event before it', async () => {
    const accountId = await openAccount(fixture.store);
    const draft = (moment: Moment) => {
      const text = `é ${timeText(moment.now)}`;
      const data = { id: newId('customer', moment.now), occurred_at: timeText(moment.now), text };
      return eventOf(moment, { accountId, type: 'customer.updated', data });
    };
    const [early, later] = await fixture.store.transaction(async (tx) => {
      const first = draft(await tx.moment());
      await wait(5);
      const other = await act(fixture.store, (moment) => decide({ events: [draft(moment)] }));
      await tx.record([decide({ events: [first] })]);
      return [first, other.events[0]];
    });
    const events = await reader.log({ accountId, after: '0', limit: 5 });
    expect(events.map(({ id }) => id)).toEqual([later?.id, early?.id]);
    const [newer, late] = [later, early].map(
      (each) => JSON.parse(each?.body ?? '') as { occurred_at: string },
    );
    expect(late?.occurred_at).not.toBe(newer?.occurred_at);
    expect(events.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      newer,
      { ...late, occurred_at: newer?.occurred_at },
    ]);
  });

  it('counts positions for each account separately', async () => {
    const [one, other] = [await openAccount(fixture.store), await openAccount(fixture.store)];
    await append(one, ['a', 'b']);
    await append(other, ['c']);
    expect(
      (await reader.log({ accountId: other, after: '0', limit: 5 })).map(({ position }) => position),
    ).toEqual(['1']);
  });

  it('has no gaps that the checker can find', async () => {
    const report = await checkInvariants(fixture.url);
    expect(report.violations.filter(({ number }) => number === 19)).toEqual([]);
    expect(report.checks.some(({ number }) => number === 19)).toBe(true);
  });
});

const insertAt = (position: string) =>
  `insert into event (account_id, position, id, type, resource_id, occurred_at, body)
     select id, ${position}, 'evt_' || ${position}, 'customer.updated', 'cus_x', now(), '{}' from account where id = (select min(id) from account)`;

describe('the database itself refuses', () => {
  const refusals: [what: string, code: string, statement: string][] = [
    ['a gap in the positions', '23000', insertAt('(select max(position) + 2 from event)')],
    [
      'a gap between two of one statement',
      '23000',
      `${insertAt('(select max(position) + 1 from event)')} union all
         select id, (select max(position) + 3 from event), 'evt_y', 'customer.updated', 'cus_x', now(), '{}'
           from account where id = (select min(id) from account)`,
    ],
    ['a position below the first', '23000', insertAt('0')],
    ['a position that is taken', '23505', insertAt('(select min(position) from event)')],
    ['a changed event', '23000', 'update event set body = body'],
    ['a deleted event', '23000', 'delete from event'],
    ['an emptied log', '23000', 'truncate event cascade'],
  ];
  it.each(refusals)('%s (%s)', async (_what, code, statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code });
  });
});
