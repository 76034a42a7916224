import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { goalText, isMet, type Goal } from '../../bench/goal.ts';
import type { Growth, GrowthSample } from '../../bench/growth/growth.ts';
import { growthResult, growthSummary } from '../../bench/growth/line.ts';
import { growthPaths, type GrowthPath } from '../../bench/growth/path.ts';
import { paths } from '../../bench/paths.ts';
import { pageOf } from '../../bench/report.ts';
import { linesOf, tableOf, type Result } from '../../bench/result.ts';
import type { Round } from '../../bench/round.ts';

const least: Goal = { ratio: { least: 2 } };
const most: Goal = { ratio: { most: 2 } };
const limit: Goal = { value: { most: 50 } };
const both: Goal = { ...most, ...limit };

describe('a goal', () => {
  it.each<[Goal, number | null, boolean]>([
    [least, 2, true],
    [least, 1.999, false],
    [least, Number.POSITIVE_INFINITY, false],
    [least, Number.NaN, false],
    [least, null, false],
    [most, 2, true],
    [most, 2.001, false],
    [most, Number.NaN, false],
    [most, null, false],
  ])('%j with the ratio %d: %s', (goal, ratio, met) => {
    expect(isMet(goal, { measured: 1, ratio })).toBe(met);
  });

  it.each<[number, boolean]>([
    [50, true],
    [-3, true],
    [50.1, false],
    [Number.NaN, false],
  ])('of at most 50 with the value %d: %s', (measured, met) => {
    expect(isMet(limit, { measured, ratio: null })).toBe(met);
  });

  it.each<[number, number | null, boolean]>([
    [50, 2, true],
    [50.1, 2, false],
    [50, 2.001, false],
    [50, null, false],
    [Number.NaN, 1, false],
  ])('of both, with the value %d and the ratio %d: %s', (measured, ratio, met) => {
    expect(isMet(both, { measured, ratio })).toBe(met);
  });

  it('is printed as text', () => {
    expect([
      goalText(least, '/s'),
      goalText(most, 'ms'),
      goalText(limit, 'MB'),
      goalText(both, 'ms'),
    ]).toEqual(['≥ 2 ×', '≤ 2 ×', '≤ 50 MB', '≤ 2 ×, ≤ 50 ms']);
  });
});

const hotRound = (ceiling: number, measured: number): Round => ({ hot: { ceiling, measured } });

describe('the lines of rounds', () => {
  it('compare the measured median with the median ceiling', () => {
    const [line] = linesOf([hotRound(100, 900), hotRound(400, 250), hotRound(101, 260)], [1, 1]);
    expect(line).toMatchObject({ name: 'hot', ceiling: 101, measured: 260, hold: '≥ 1.5 ×', aim: '≥ 2.5 ×' });
    expect(line).toMatchObject({ met: true, reached: true });
    expect(line?.ratio).toBeCloseTo(260 / 101);
    expect(line?.rounds).toHaveLength(3);
  });

  it('miss the goal below that, and without a ceiling', () => {
    const verdictOf = (round: Round) => {
      const [line] = linesOf([round], [1, 1]);
      return [line?.met, line?.reached];
    };
    expect(
      [hotRound(100, 149), hotRound(100, 150), hotRound(100, 250), hotRound(0, 250)].map(verdictOf),
    ).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, false],
    ]);
  });

  it('leave out what was not measured, and merge latencies of all rounds', () => {
    const sample = (latency: number) => ({ ceiling: 1, measured: 1, latenciesMs: Float64Array.of(latency) });
    const lines = linesOf([{ payin: sample(1) }, { payin: sample(3) }], [1, 1]);
    expect(lines.map(({ name }) => name)).toEqual(['payin', 'memory']);
    expect(lines[0]?.latency_ms).toMatchObject({ count: 2, max: 3 });
    expect(lines[0]?.ceiling_latency_ms).toBeUndefined();
  });

  it('show the processor time, and the requests that it allows', () => {
    const sample = (service: number) => ({
      ceiling: 1,
      measured: 1,
      cpuMs: { service, postgres: 0.5, load: 0.25 },
      wholePerSecond: 1000 * service,
    });
    const [line] = linesOf([{ hot: sample(0.25) }, { hot: sample(9) }, { hot: sample(0.2) }], [1, 1]);
    expect(line?.cpu_ms).toEqual({ service: 0.25, postgres: 0.5, load: 0.25 });
    expect(line?.at_most).toBe(availableParallelism() * 1000);
    expect(line?.whole).toBe(250);
    expect(linesOf([hotRound(1, 1)])[0]).not.toHaveProperty('cpu_ms');
  });

  it('show the growth of memory from first to last', () => {
    const memory = (...weights: number[]) => linesOf([], weights).at(-1);
    expect(memory(200, 400, 240)).toMatchObject({ measured: 40, met: true, hold: '≤ 50 MB', aim: '–' });
    expect(memory(200, 251)).toMatchObject({ measured: 51, met: false });
    expect(memory()).toMatchObject({ met: false });
  });

  it('have a path with a goal each', () => {
    const sample = { ceiling: 1, measured: 1 };
    const round = Object.fromEntries(Object.keys(paths).map((name) => [name, sample])) as Round;
    expect(linesOf([round], [1, 1]).map(({ name }) => name)).toEqual(Object.keys(paths));
  });
});

/** A hundred latencies: 98 usual ones and two slow ones. */
const latencies = (usual: number, slow: number): Float64Array =>
  Float64Array.from({ length: 100 }, (_, nth) => (nth < 98 ? usual : slow));
const steady: GrowthSample = { small: latencies(1, 4), large: latencies(1, 4) };

function growthOf(samples: Partial<Record<GrowthPath, GrowthSample[]>>, planFaults: string[] = []): Growth {
  const names = Object.keys(growthPaths) as GrowthPath[];
  const rounds = [0, 1, 2].map(
    (nth) =>
      Object.fromEntries(names.map((name) => [name, samples[name]?.[nth] ?? steady])) as Record<
        GrowthPath,
        GrowthSample
      >,
  );
  const sizes = { small: 10_000, large: 1_000_000, archived: 0, seconds: 1, check_seconds: 1 };
  return { ...sizes, postgres: '18', rounds, reads: 9, plan_faults: planFaults };
}

describe('the lines of growth', () => {
  it('name the path with the largest growth of p50 and p99, by medians', () => {
    const grown = { small: latencies(1, 4), large: latencies(1.3, 4) };
    const stalled = { small: latencies(1, 4), large: latencies(9, 90) };
    const tailed = { small: latencies(1, 4), large: latencies(1, 9) };
    const growth = growthOf({
      page: [grown, grown, steady],
      balances: [stalled, steady, steady],
      create: [tailed, tailed, tailed],
    });
    expect(growthSummary(growthResult(growth))).toMatchObject([
      { path: expect.stringContaining(growthPaths.page), ceiling: 1, measured: 1.3, ratio: 1.3, met: false },
      { path: expect.stringContaining(growthPaths.create), ceiling: 4, measured: 9, ratio: 2.25, met: false },
      { name: 'growth_search', measured: 1, met: true },
      { measured: 0, met: true },
    ]);
  });

  it('pass up to 1.25 times at p50 and 1.6 times at p99', () => {
    const grown = { small: latencies(4, 10), large: latencies(5, 16) };
    const { lines } = growthResult(growthOf({ events: [grown, grown, grown] }));
    expect(lines.map(({ met }) => met)).toEqual(lines.map(() => true));
    const line = lines.find(({ name }) => name === 'events');
    expect(line).toMatchObject({
      ratio: 1.25,
      p99: { ceiling: 10, measured: 16, ratio: 1.6 },
      reached: false,
    });
  });

  it('count a missing measurement as worst', () => {
    const nothing = { small: new Float64Array(), large: new Float64Array() };
    const summary = growthSummary(growthResult(growthOf({ deep: [nothing, nothing, nothing] })));
    expect(summary.map(({ met }) => met)).toEqual([false, false, true, true]);
    expect(summary[0]?.path).toContain(growthPaths.deep);
  });

  it('judge the slower search by its p95', () => {
    const slow = {
      small: latencies(1, 4),
      large: Float64Array.from({ length: 100 }, (_, nth) => (nth < 90 ? 1 : 51)),
    };
    const summary = growthSummary(growthResult(growthOf({ metadata: [slow, slow, slow] })));
    expect(summary[2]).toMatchObject({ name: 'growth_search', measured: 51, met: false });
  });

  it('list every faulty plan', () => {
    const summary = growthSummary(growthResult(growthOf({}, ['listPayouts? sorts 9 rows: select'])));
    expect(summary.at(-1)).toMatchObject({ measured: 1, met: false });
  });
});

describe('the result', () => {
  const growth = growthResult(growthOf({}, ['listPayouts? sorts 9 rows: select <1>']));
  const sample = { ceiling: 100, measured: 249, latenciesMs: latencies(1, 4) };
  const result: Result = {
    started_at: '2026-01-01T00:00:00.000Z',
    mode: 'full',
    node: '24',
    postgres: '18',
    cores: 2,
    ceiling_driven_by: 'a <driver>',
    rounds: 1,
    lines: [...linesOf([{ hot: sample }], [1, 2]), ...growthSummary(growth)],
    other_ceilings: { 'hot, sets of 100': 12_345 },
    floors: {
      hot: { creating: 0.1, ending: 0.2, bank: 0.1 },
      spread: { creating: 0.2, ending: 0.3, bank: 0 },
      payin: { creating: 0.1, ending: 0.2, bank: 0 },
      lone: 3,
      item: 0.5,
      exchange: 1,
    },
    invariants: 'hold',
    growth: [growth, { ...growth, archived: 740_000 }],
  };

  it("is a table with each path's verdict and notes", () => {
    const table = tableOf(result);
    expect(table).toMatch(
      /hot account, 64 connections +249\/s +100\/s +2\.49 × +≥ 1\.5 × +≥ 2\.5 × +yes +1\.00 \/ 4\.00/,
    );
    expect(table).toMatch(/memory.* 1\.0 MB +– +– +≤ 50 MB +– +yes/);
    expect(table).toContain('hot, sets of 100 12,345/s');
    expect(table).toContain('listPayouts? sorts 9 rows');
    expect(table).toContain('after 10,000 / 1,000,000 payouts, 740,000 of them archived');
    expect(table).toContain('740,000 payouts were archived and removed in 1 s');
    expect(tableOf({ ...result, mode: 'quick', growth: [] })).toContain('Growth is left out of this run.');
  });

  it('notes the rate of writing batch rows alone', () => {
    const noteOf = (ceiling: number): string =>
      tableOf({ ...result, lines: linesOf([{ batch: { ceiling, measured: 1 } }]) });
    expect(noteOf(4_000)).toContain(
      '0.500 ms each; were that all there is to do, one set after another comes to 2,000/s.',
    );
    expect(noteOf(5_000)).toContain("comes to 2,000/s, less than the aim's 2,500/s: not reached here");
    expect(noteOf(7_000)).toContain("comes to 2,000/s, less than the hold's 2,100/s: not reached here");
  });

  it('notes which goals cannot be sustained, by the cost of rows and a bare POST', () => {
    const lines = linesOf([
      { hot: { ...sample, httpMs: 0.1 }, payin: { ceiling: 9_000, measured: 1, httpMs: 0.1 } },
      { spread: { ...sample }, payin: { ceiling: 8_000, measured: 1, httpMs: 0.1 } },
    ]);
    const table = tableOf({ ...result, lines });
    expect(table).toContain(
      'hot account, 64 connections: writing the same rows, guarded as they are, and nothing else takes PostgreSQL 0.100 ms until the answer and 0.300 ms until its end, a bare POST and its load 0.100 ms; were that all there is to do, 2 cores would carry 4,000/s.',
    );
    expect(table).toMatch(
      /pay-in.*2 cores would carry 5,000\/s, less than the aim's 5,100\/s: what is accepted has to be ended/,
    );
    expect(table).not.toContain('1000 accounts, 64 connections: writing');
  });

  it('notes for slower commits that rows take as long', () => {
    const lines = linesOf([{ slow: { ceiling: 300, measured: 1, httpMs: 0.1 } }]);
    expect(tableOf({ ...result, lines })).toContain("carry 4,000/s, less than the aim's 4,500/s");
  });

  it('notes which goals a bare route misses too', () => {
    const lines = linesOf([
      { hot: { ...sample, behindHttp: 250 }, spread: { ...sample, behindHttp: 44 } },
      { hot: { ...sample, behindHttp: 251 }, spread: { ...sample, behindHttp: 45 } },
      { hot: { ...sample, behindHttp: 249 }, spread: { ...sample, behindHttp: 43 } },
    ]);
    const table = tableOf({ ...result, lines });
    expect(table).toContain('64 connections: the minimal schema behind a bare route comes to 250/s.');
    expect(table).toContain(
      "comes to 44/s, less than the aim's 60/s: not reached here without a service either.",
    );
  });

  it('is a page that loads nothing and escapes all text', () => {
    const page = pageOf(result);
    expect(page).not.toMatch(/(src|href)\s*=|@import|url\(/i);
    expect(page).not.toMatch(/<driver>|<1>/);
    for (const title of Object.values(growthPaths)) expect(page).toContain(title.replace('&', '&#38;'));
    expect(page).not.toContain('NaN');
  });
});
