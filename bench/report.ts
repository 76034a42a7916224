import type { GrowthLine } from './growth/line.ts';
import { count, notesOf, shown, times, type GrowthResult, type Line, type Result } from './result.ts';
import type { Distribution } from './statistics.ts';

const style = `
  :root { color-scheme: light dark; --own: #2563eb; --other: #9ca3af; --line: #8884; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
  th:first-child, td:first-child { text-align: left; white-space: normal; }
  .scroll { overflow-x: auto; }
  .no { color: #dc2626; font-weight: 600; }
  section { margin-top: 2.5rem; }
  h3 { font-size: 1.05rem; margin-bottom: .2rem; }
  .part { margin-top: 3.5rem; }
  svg { width: 100%; height: auto; }
  svg text { font-size: 11px; fill: currentColor; }
  .own { fill: var(--own); } .other { fill: var(--other); }
  .key::before { content: "■ "; } .key.own { color: var(--own); } .key.other { color: var(--other); }`;

/** The result as one page that loads nothing from elsewhere. */
export function pageOf(result: Result): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Benchmark ${escaped(result.started_at)}</title>
<style>${style}
</style>
<h1>The service beside its ceiling</h1>
<p>${escaped(result.started_at)}. ${notesOf(result).map(escaped).join('<br>')}</p>
<div class="scroll">${table(result.lines)}</div>
${result.lines.map((line) => section(line, besideCeiling)).join('\n')}
${result.growth ? growthPart(result.growth) : ''}
</html>
`;
}

/** What the two colours stand for. */
interface Sides {
  readonly own: string;
  readonly other: string;
}

const besideCeiling: Sides = { own: 'the service', other: 'its ceiling' };

function growthPart({ small, large, lines }: GrowthResult): string {
  const sides = { own: `after ${count(large)} payouts`, other: `after ${count(small)}` };
  const rows = lines.map(({ path, ceiling, measured, ratio, p99, met }) => {
    const cells = [
      ...comparison({ ceiling: ceiling ?? Number.NaN, measured, ratio: ratio ?? Number.NaN }),
      ...comparison(p99),
    ];
    return row(path, cells, met);
  });
  const columns = ['p50', 'p99'].flatMap((share) => [
    `${share} ${sides.other}`,
    `${share} ${sides.own}`,
    'ratio',
  ]);
  return `<h2 class="part">Growth from ${count(small)} to ${count(large)} payouts</h2>
<div class="scroll">${tableOf(['path', ...columns, 'met'], rows)}</div>
${lines.map((line) => section(line, sides)).join('\n')}`;
}

const comparison = ({ ceiling, measured, ratio }: GrowthLine['p99']): string[] => [
  shown(ceiling, 'ms'),
  shown(measured, 'ms'),
  times(ratio),
];

function table(lines: readonly Line[]): string {
  const rows = lines.map(({ path, ceiling, measured, ratio, unit, goal, met }) => {
    const ratioShown = ratio === null ? '–' : times(ratio);
    return row(path, [shown(ceiling, unit), shown(measured, unit), ratioShown, goal], met);
  });
  return tableOf(['path', 'ceiling', 'measured', 'ratio', 'goal', 'met'], rows);
}

function tableOf(head: readonly string[], rows: readonly string[]): string {
  const names = head.map((name) => `<th>${escaped(name)}</th>`).join('');
  return `<table><thead><tr>${names}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function row(path: string, cells: readonly string[], met: boolean): string {
  const values = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
  return `<tr><td>${escaped(path)}</td>${values}${met ? '<td>yes</td>' : '<td class="no">no</td>'}</tr>`;
}

function section(line: Line, sides: Sides): string {
  if (line.rounds.length === 0) return '';
  const { latency_ms: own, ceiling_latency_ms: other } = line;
  const latencies = own
    ? `${percentiles(sides.own, own)}${other ? percentiles(sides.other, other) : ''}${histogramChart(own, other)}`
    : '';
  const rounds = line.unit === 'ms' ? 'The p50 of each round:' : 'Each round:';
  return `<section><h3>${escaped(line.path)}</h3>
<p>Ceiling: ${escaped(line.ceiling_is)}. ${rounds} <span class="key own">${sides.own}</span>, <span class="key other">${sides.other}</span>.</p>
${roundBars(line)}
${latencies}
</section>`;
}

function percentiles(what: string, { count, p50, p90, p99, max }: Distribution): string {
  const [middle, most, nearlyAll, all] = [p50, p90, p99, max].map((ms) => ms.toFixed(2));
  return `<p>Latency of ${what}, ms: p50 ${middle}, p90 ${most}, p99 ${nearlyAll}, max ${all} (${count} requests).</p>`;
}

/** Every round as a pair of bars: how much the medians hide. */
function roundBars({ rounds, unit, path }: Line): string {
  const longest = Math.max(...rounds.flatMap(({ ceiling, measured }) => [ceiling, measured]));
  const bar = (value: number, y: number, kind: string): string =>
    `<rect class="${kind}" x="60" y="${y}" width="${((value / longest) * 560).toFixed(1)}" height="9"/>` +
    `<text x="${((value / longest) * 560 + 66).toFixed(1)}" y="${y + 9}">${escaped(shown(value, unit))}</text>`;
  const pairs = rounds.map(({ ceiling, measured }, nth) => {
    const y = nth * 28;
    return `<text x="0" y="${y + 14}">round ${nth + 1}</text>${bar(measured, y, 'own')}${bar(ceiling, y + 11, 'other')}`;
  });
  return `<svg viewBox="0 0 720 ${rounds.length * 28}" role="img" aria-label="Rounds of ${escaped(path)}">${pairs.join('')}</svg>`;
}

const chart = { left: 10, width: 700, height: 140 };

/** Shares of the requests by latency, on a logarithmic scale. */
function histogramChart(own: Distribution, other: Distribution | undefined): string {
  const all = [own, ...(other ? [other] : [])];
  const edges = all.flatMap(({ histogram }) => histogram.map(({ upTo }) => Math.log10(upTo)));
  const [from, to] = [Math.min(...edges) - 0.1, Math.max(...edges)];
  const x = (ms: number): number => chart.left + ((Math.log10(ms) - from) / (to - from)) * chart.width;
  const share = (part: Distribution, count: number): number => count / part.count;
  const highest = Math.max(...all.flatMap((part) => part.histogram.map(({ count }) => share(part, count))));
  const outline = (part: Distribution, attributes: string): string => {
    const points = part.histogram.map(
      ({ upTo, count }) =>
        `${x(upTo).toFixed(1)},${(chart.height * (1 - share(part, count) / highest)).toFixed(1)}`,
    );
    const [first, last] = [part.histogram[0], part.histogram.at(-1)];
    if (!first || !last) return '';
    const base = (ms: number): string => `${x(ms).toFixed(1)},${chart.height}`;
    return `<polygon ${attributes} points="${base(first.upTo)} ${points.join(' ')} ${base(last.upTo)}"/>`;
  };
  const ticks = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000].filter((ms) => x(ms) >= 0 && x(ms) <= 710);
  const marks = ticks.map((ms) => `<text x="${x(ms).toFixed(1)}" y="${chart.height + 14}">${ms} ms</text>`);
  return `<svg viewBox="0 0 760 ${chart.height + 18}" role="img" aria-label="Latencies">
${other ? outline(other, 'class="other" fill-opacity="0.6"') : ''}${outline(own, 'class="own" fill-opacity="0.6"')}${marks.join('')}</svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
