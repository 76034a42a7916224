import type { GrowthLine } from './growth/line.ts';
import {
  costHead,
  costRows,
  count,
  notesOf,
  sizeText,
  valueText,
  times,
  type GrowthResult,
  type Line,
  type Result,
} from './result.ts';
import { binRatio, type Distribution } from './statistics.ts';

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
  .key::before { content: "■ "; } .key.own::before { color: var(--own); } .key.other::before { color: var(--other); }
  .axis { stroke: var(--line); } .middle { text-anchor: middle; }`;

/** The result as a self-contained HTML page. */
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
${costPart(result)}${result.lines.map((line) => section(line, besideCeiling)).join('\n')}
${result.growth.map(growthPart).join('\n')}
</html>
`;
}

function costPart({ lines, cores }: Result): string {
  const rows = costRows(lines).map(([path = '', ...cells]) => row(path, cells));
  return rows.length === 0 ? '' : `<div class="scroll">${tableOf(costHead(cores), rows)}</div>\n`;
}

/** The legend of the two colours. */
interface Sides {
  readonly own: string;
  readonly other: string;
}

const besideCeiling: Sides = { own: 'the service', other: 'its ceiling' };

function growthPart({ lines, ...sizes }: GrowthResult): string {
  const { small } = sizes;
  const sides = { own: `after ${sizeText(sizes)}`, other: `after ${count(small)}` };
  const rows = lines.map(({ path, ceiling, measured, ratio, p99, met }) => {
    const p50 = { ceiling: ceiling ?? Number.NaN, measured, ratio: ratio ?? Number.NaN };
    return row(path, [...comparison(p50), ...comparison(p99)], met);
  });
  const title = `Growth from ${count(small)} to ${sizeText(sizes)}`;
  return `<h2 class="part">${title}</h2>
<div class="scroll">${tableOf(['path', 'p50', 'ratio', 'p99', 'ratio', 'met'], rows)}</div>
${lines.map((line) => section(line, sides)).join('\n')}`;
}

const comparison = ({ ceiling, measured, ratio }: GrowthLine['p99']): string[] => [
  `${ceiling.toFixed(2)} → ${valueText(measured, 'ms')}`,
  times(ratio),
];

function table(lines: readonly Line[]): string {
  const rows = lines.map(({ path, ceiling, measured, ratio, unit, hold, aim, met }) => {
    const ratioText = ratio === null ? '–' : times(ratio);
    return row(path, [valueText(measured, unit), valueText(ceiling, unit), ratioText, hold, aim], met);
  });
  return tableOf(['path', 'measured', 'floor or ceiling', 'ratio', 'hold', 'aim', 'met'], rows);
}

function tableOf(head: readonly string[], rows: readonly string[]): string {
  const names = head.map((name) => `<th>${escaped(name)}</th>`).join('');
  return `<table><thead><tr>${names}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function row(path: string, cells: readonly string[], met?: boolean): string {
  const values = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
  const verdict = met === undefined ? '' : met ? '<td>yes</td>' : '<td class="no">no</td>';
  return `<tr><td>${escaped(path)}</td>${values}${verdict}</tr>`;
}

function section(line: Line, sides: Sides): string {
  if (line.rounds.length === 0) return '';
  const { latency_ms: own, ceiling_latency_ms: other } = line;
  const percentileRows = [own ? percentiles('own', own) : '', other ? percentiles('other', other) : ''];
  const latencies = own
    ? `<p>Latencies:<br>${percentileRows.join('<br>')}</p>${histogramChart(own, other)}`
    : '';
  const rounds = line.unit === 'ms' ? 'The p50 of each round:' : 'Each round:';
  return `<section><h3>${escaped(line.path)}</h3>
<p>Ceiling: ${escaped(line.ceiling_is)}. ${rounds} <span class="key own">${sides.own}</span>, <span class="key other">${sides.other}</span>.</p>
${roundBars(line)}
${latencies}
</section>`;
}

function percentiles(kind: keyof Sides, { count: requests, p50, p90, p99, max }: Distribution): string {
  const [middle, most, nearlyAll, all] = [p50, p90, p99, max].map((ms) => ms.toFixed(2));
  const values = `p50 ${middle} ms, p90 ${most}, p99 ${nearlyAll}, max ${all}; ${count(requests)} requests`;
  return `<span class="key ${kind}">${values}</span>`;
}

/** Every round as a pair of bars, which shows the spread that medians hide. */
function roundBars({ rounds, unit, path }: Line): string {
  // A missing measurement draws no bar.
  const longest = Math.max(
    ...rounds.flatMap(({ ceiling, measured }) => [ceiling ?? 0, measured]),
    Number.MIN_VALUE,
  );
  const bar = (value: number | null, y: number, kind: string): string =>
    value === null
      ? ''
      : `<rect class="${kind}" x="60" y="${y}" width="${((value / longest) * 560).toFixed(1)}" height="11"/>` +
        `<text x="${((value / longest) * 560 + 66).toFixed(1)}" y="${y + 10}">${escaped(valueText(value, unit))}</text>`;
  const pairs = rounds.map(({ ceiling, measured }, nth) => {
    const y = nth * 36;
    return `<text x="0" y="${y + 17}">round ${nth + 1}</text>${bar(measured, y, 'own')}${bar(ceiling, y + 14, 'other')}`;
  });
  return `<svg viewBox="0 0 720 ${rounds.length * 36}" role="img" aria-label="Rounds of ${escaped(path)}">${pairs.join('')}</svg>`;
}

const chart = { left: 40, width: 660, top: 4, height: 140 };
const scale = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000];

/** Share of the requests by latency, on a logarithmic scale. */
function histogramChart(own: Distribution, other: Distribution | undefined): string {
  const all = [own, ...(other ? [other] : [])];
  const edges = all.flatMap(({ histogram }) => histogram.flatMap(({ upTo }) => [upTo / binRatio, upTo]));
  const [from, to] = [Math.log10(Math.min(...edges)), Math.log10(Math.max(...edges))];
  const x = (ms: number): string =>
    (chart.left + ((Math.log10(ms) - from) / (to - from)) * chart.width).toFixed(1);
  const highest = Math.max(...all.flatMap((part) => part.histogram.map((bin) => bin.count / part.count)));
  const bottom = chart.top + chart.height;
  const outline = (part: Distribution, kind: keyof Sides): string => {
    const [first] = part.histogram;
    if (!first) return '';
    const steps = part.histogram.map(({ upTo, count: within }) => {
      const y = bottom - (within / part.count / highest) * chart.height;
      return `V${y.toFixed(1)}H${x(upTo)}`;
    });
    return `<path class="${kind}" fill-opacity="0.6" d="M${x(first.upTo / binRatio)},${bottom}${steps.join('')}V${bottom}Z"/>`;
  };
  const ticks = scale.filter((ms) => Math.log10(ms) >= from && Math.log10(ms) <= to);
  const marks = ticks.map(
    (ms) =>
      `<line class="axis" x1="${x(ms)}" x2="${x(ms)}" y1="${chart.top}" y2="${bottom}"/>` +
      `<text class="middle" x="${x(ms)}" y="${bottom + 14}">${ms} ms</text>`,
  );
  return `<svg viewBox="0 0 740 ${bottom + 20}" role="img" aria-label="Latencies">
<line class="axis" x1="${chart.left}" x2="${chart.left + chart.width}" y1="${bottom}" y2="${bottom}"/>${marks.join('')}
<text x="0" y="${chart.top + 10}">${(highest * 100).toFixed(0)} %</text>
${other ? outline(other, 'other') : ''}${outline(own, 'own')}</svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
