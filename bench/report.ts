import { notesOf, shown, type Line, type Result } from './result.ts';
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
  h2 { font-size: 1.05rem; margin-bottom: .2rem; }
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
<p><span class="key own">the service</span> &nbsp; <span class="key other">its ceiling</span></p>
${result.lines.map(section).join('\n')}
</html>
`;
}

function table(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const met = line.met ? '<td>yes</td>' : '<td class="no">no</td>';
    const ratio = line.ratio === null ? '–' : `${line.ratio.toFixed(2)} ×`;
    const cells = [shown(line.ceiling, line.unit), shown(line.measured, line.unit), ratio, line.goal];
    return `<tr><td>${escaped(line.path)}</td>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}${met}</tr>`;
  });
  const head = ['path', 'ceiling', 'measured', 'ratio', 'goal', 'met']
    .map((name) => `<th>${name}</th>`)
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function section(line: Line): string {
  if (line.rounds.length === 0) return '';
  const { latency_ms: own, ceiling_latency_ms: other } = line;
  const latencies = own
    ? `${percentiles('the service', own)}${other ? percentiles('its ceiling', other) : ''}`
    : '';
  return `<section><h2>${escaped(line.path)}</h2>
<p>Ceiling: ${escaped(line.ceiling_is)}.</p>
${roundBars(line)}
${latencies}${own ? histogramChart(own, other) : ''}
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
