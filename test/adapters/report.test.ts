import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import pg from 'pg';
import { CopiedLines } from '../../src/adapters/postgres/report/copied.js';
import { CopyOut } from '../../src/adapters/postgres/report/copy.js';
import { Room } from '../../src/adapters/postgres/report/room.js';
import { inlined } from '../../src/adapters/postgres/report/snapshot.js';
import { postgresReports } from '../../src/adapters/postgres/report/reports.js';
import { exact, type Amount } from '../../src/domain/money.js';
import { reportNames, reports as kinds, type ReportName } from '../../src/domain/report.js';
import type { ReportAsk, Reports } from '../../src/ports/report.js';
import { openFixture, type Fixture } from '../setup/fixture.js';
import { rowsOf, type ReportRow } from '../setup/report.js';
import { queryRows } from '../setup/rows.js';
import { makeWorld, type World } from '../setup/world.js';

let fixture: Fixture;
let world: World;
let reports: Reports;
beforeAll(async () => {
  fixture = await openFixture();
  world = await makeWorld(fixture.store);
  reports = postgresReports(fixture.orm, () => Promise.resolve());
});
afterAll(() => fixture.close());

const ever = { from: new Date('2020-01-01'), to: new Date('2100-01-01') };
const ask = (name: ReportName, more: Partial<ReportAsk> = {}): ReportAsk => ({
  name,
  accountId: world.accountId,
  ...ever,
  ...more,
});

/** Reads the report page by page. */
async function paged(query: ReportAsk, limit: number): Promise<ReportRow[]> {
  const { columns } = kinds[query.name];
  const rows: ReportRow[] = [];
  let after: string | undefined;
  do {
    const page = await reports.page({ ...query, after }, limit);
    rows.push(
      ...page.rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null]))),
    );
    after = page.next;
  } while (after !== undefined);
  return rows;
}

async function streamed(query: ReportAsk): Promise<string> {
  const stream = await reports.stream(query);
  const pieces: Uint8Array[] = [];
  for await (const piece of stream.pieces) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const number = /^(-?\d+(\.\d+)?)?$/;
const numbers = /amount$|fee$|^(principal|tenant_markup|total|rate|refunded|opening|credits|debits|closing)$/;

/**
 * Only numbers begin with a sign, and ids begin with a letter, so a spreadsheet changes no digit of an id.
 */
function cellOf(column: string): RegExp {
  if (numbers.test(column)) return number;
  if (/_at$|^period_/.test(column)) return /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)?$/;
  if (/^id$|_id$/.test(column)) return /^([a-z]+_[0-9a-z]{26})?$/;
  return column.endsWith('currency') ? /^([A-Z]{3,4})?$/ : /^([a-z][0-9a-z_]*)?$/;
}

describe.each(reportNames)('%s', (name) => {
  it('has the same rows in CSV, read by a third-party parser, as in pages of any size', async () => {
    const csv = await streamed(ask(name));
    const rows = rowsOf(csv);
    expect(csv.split('\r\n')[0]).toBe(kinds[name].columns.join(','));
    expect(rows.length).toBeGreaterThan(0);
    expect(await paged(ask(name), 1)).toEqual(rows);
    expect(await paged(ask(name), 100)).toEqual(rows);
    const { currency } = { currency: 'PEN' };
    expect(await paged(ask(name, { currency }), 2)).toEqual(rowsOf(await streamed(ask(name, { currency }))));
  });

  it('has no CSV cell that a spreadsheet takes for a formula, and no byte order mark', async () => {
    const csv = await streamed(ask(name));
    expect(csv.startsWith(`${kinds[name].columns[0]},`)).toBe(true);
    for (const [column, cell] of rowsOf(csv).flatMap((row) => Object.entries(row))) {
      expect(cell ?? '', column).toMatch(cellOf(column));
    }
  });

  it('has nothing of another account', async () => {
    const other = await paged(ask(name, { accountId: world.otherAccountId }), 100);
    expect(other).toEqual([]);
  });
});

/** Sums all entries of the account: a second way to compute the reports. */
async function addedUp(): Promise<{
  readonly moments: readonly number[];
  readonly before: (bound: number) => ReadonlyMap<string, Amount>;
}> {
  const entries = await queryRows(
    fixture.url,
    `select occurred_at::text as at, currency, ledger, direction, amount::text from entry
       where account_id = $1 and seq is not null order by occurred_at`,
    [world.accountId],
  );
  const moments = entries.map(({ at }) => new Date(at ?? '').getTime());
  const before = (bound: number): ReadonlyMap<string, Amount> => {
    const sums = new Map<string, Amount>();
    for (const [nth, { currency, ledger, direction, amount }] of entries.entries()) {
      if ((moments[nth] ?? 0) >= bound) break;
      const name = `${currency} ${ledger}`;
      const sum = sums.get(name) ?? exact('0');
      sums.set(name, sum[direction === 'credit' ? 'plus' : 'minus'](amount ?? ''));
    }
    return sums;
  };
  return { moments, before };
}

describe('balances', () => {
  const periodsCount = 1_000;
  const atOnce = 8;

  it(`close exactly, and each of ${periodsCount} random periods opens with the previous closing`, async () => {
    const { moments, before } = await addedUp();
    const [first = 0, last = 0] = [moments[0], moments.at(-1)];
    // Half of the bounds are at an entry or just after it, where a period can be wrong.
    const [bounds] = fc.sample(
      fc.uniqueArray(
        fc.oneof(
          fc.tuple(fc.constantFrom(...moments), fc.nat(1)).map(([at, shift]) => at + shift),
          fc.integer({ min: first - 86_400_000, max: last + 86_400_000 }),
        ),
        { minLength: periodsCount + 1, maxLength: periodsCount + 1 },
      ),
      1,
    );
    const sorted = (bounds ?? []).toSorted((one, other) => one - other);
    const pages: ReportRow[][] = [];
    const periods = sorted.slice(1).entries();
    const ask1000 = async (): Promise<void> => {
      for (const [nth, to] of periods)
        pages[nth] = await paged(
          ask('balances', { from: new Date(sorted[nth] ?? 0), to: new Date(to) }),
          100,
        );
    };
    await Promise.all(Array.from({ length: atOnce }, ask1000));
    expect(pages.length).toBe(periodsCount);
    const nothing = exact('0');
    for (const [nth, rows] of pages.entries()) {
      const [opened, closed] = [before(sorted[nth] ?? 0), before(sorted[nth + 1] ?? 0)];
      expect(rows.map(({ opening }) => opening)).toEqual(
        (pages[nth - 1] ?? rows).map(({ closing, opening }) => (nth === 0 ? opening : closing)),
      );
      for (const { currency, account, opening, credits, debits, closing } of rows) {
        const name = `${currency} ${account}`;
        expect(exact(opening ?? '').isEqualTo(opened.get(name) ?? nothing), name).toBe(true);
        expect(exact(closing ?? '').isEqualTo(closed.get(name) ?? nothing), name).toBe(true);
        const sum = exact(opening ?? '')
          .plus(credits ?? '')
          .minus(debits ?? '');
        expect(sum.isEqualTo(closing ?? ''), name).toBe(true);
      }
    }
  });

  it('are the same with and without marks', async () => {
    const before = await paged(ask('balances'), 100);
    await queryRows(
      fixture.url,
      `select add_mark(b.account_id, b.currency, n) from balance b, generate_series(1, b.seq) n where n % 3 = 0`,
    );
    expect(await paged(ask('balances'), 100)).toEqual(before);
    for (const name of ['transactions', 'fees'] as const)
      expect(rowsOf(await streamed(ask(name)))).toEqual(await paged(ask(name), 7));
  });
});

it('adjacent periods of entries join without a gap or a repeat', async () => {
  const all = await paged(ask('transactions'), 100);
  const times = [...new Set(all.map(({ occurred_at: at }) => at ?? ''))];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...times), async (at) => {
      const split = new Date(at);
      const parts = await Promise.all([
        streamed(ask('transactions', { to: split })),
        streamed(ask('transactions', { from: split })),
      ]);
      expect(parts.flatMap(rowsOf)).toEqual(all);
    }),
    { numRuns: 20 },
  );
});

it('quotes every value as a literal', () => {
  for (const hostile of ["'", "\\'; drop table entry; --", '$1', '$$', "E'\\x'", '"', '\n', "''"]) {
    const text = inlined({ text: 'select $1, $2', values: [hostile, 7] });
    expect(text).toMatch(/^select ( E)?'/);
    expect(text.endsWith(", '7'")).toBe(true);
  }
  expect(() => inlined({ text: '$1', values: [null] })).toThrow(/can contain only texts/);
});

test('hostile texts as a currency find nothing and do nothing', async () => {
  for (const currency of ["'", "PEN' or '1'='1", "\\'; drop table entry; --", '$1']) {
    const csv = await streamed(ask('payouts', { currency }));
    expect(rowsOf(csv)).toEqual([]);
  }
});

describe('the lines of a copy', () => {
  const message = (code: string, body: string): Buffer => {
    const head = Buffer.alloc(5);
    head.write(code, 'latin1');
    head.writeUInt32BE(Buffer.byteLength(body) + 4, 1);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const rows = ['a,b\n', '"x\ny","q""\n"\n', '1,""\n', '\n'];
  const wanted = 'a,b\r\n"x\ny","q""\n"\r\n1,""\r\n\r\n';
  const copy = Buffer.concat([
    message('H', '\0\0\x01'),
    ...rows.map((row) => message('d', row)),
    message('N', 'a notice\n'),
    message('d', 'é\n'),
  ]);

  /**
   * Passes the bytes in pieces cut at these positions; each buffer still contains old bytes behind its end.
   */
  function taken(bytes: Buffer, cuts: readonly number[]) {
    const lines = new CopiedLines();
    const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
    const parts = ends.map((end, nth) =>
      lines.next(Buffer.concat([Buffer.alloc(1), bytes.subarray(ends[nth - 1] ?? 0, end)])),
    );
    const text = Buffer.concat(parts.map((part) => part.lines)).toString();
    return { text, count: lines.count, rest: parts.find(({ rest }) => rest !== undefined)?.rest };
  }

  it('end with CRLF wherever the bytes are cut; a line feed within quotes stays', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(copy.length)), (cuts) => {
        expect(taken(copy, cuts)).toEqual({ text: `${wanted}é\r\n`, count: 5, rest: undefined });
      }),
      { numRuns: 500 },
    );
  });

  it.each([true, false])('are the same in reused memory and in any other (%s)', async (isOwn) => {
    const room = new Room();
    const seen = new Set<ArrayBufferLike>();
    const client = new pg.Client({
      connectionString: fixture.url,
      ...(isOwn && { stream: room.connect }),
    });
    await client.connect();
    try {
      const copied = new CopiedLines();
      const rows = 200_000;
      const text = `copy (select n, 'a line' from generate_series(1, ${rows}) n) to stdout (format csv)`;
      let [next, at] = [1, 0];
      let begun = '';
      const look = (piece: Buffer): void => {
        const lines = `${begun}${piece.toString()}`.split('\r\n');
        begun = lines.pop() ?? '';
        for (const line of lines) if (line === `${next},a line`) next += 1;
        room.giveBack(piece);
        room.giveBack(piece);
      };
      // Each buffer is checked after later ones arrived: until it is given back, nothing else may be read
      // into it.
      const held: Buffer[] = [];
      const source = client.query(new CopyOut(text, { copied, room }));
      for await (const piece of source as AsyncIterable<Buffer>) {
        at += 1;
        seen.add(piece.buffer);
        if (held.push(piece) > 3) look(held.shift() as Buffer);
      }
      for (const piece of held) look(piece);
      expect([next - 1, begun, copied.count]).toEqual([rows, '', rows]);
      if (isOwn) expect(seen.size).toBeLessThan(Math.min(8, at));
      // The driver can use its connection again.
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await client.end();
    }
  });

  it('leave what follows their end, and everything after an error, to the driver', () => {
    const behind = message('C', 'COPY 5\0');
    const ended = taken(Buffer.concat([copy, message('c', ''), behind]), [copy.length + 3]);
    expect([ended.count, ended.rest]).toEqual([5, behind]);
    const error = message('E', 'SERROR\0\0');
    expect(taken(Buffer.concat([copy, error]), []).rest).toEqual(error);
  });
});
