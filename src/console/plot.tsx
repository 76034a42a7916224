import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { spaced } from './spaced.js';

export interface Sample {
  /** Seconds since 1970. */
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
}

const plotHeight = 72;

const widthOf = (element: HTMLElement): number => element.clientWidth || 240;

/** Tells the width of an element as it changes, until the answer is called. */
function followWidth(element: HTMLElement, tell: (width: number) => void): () => void {
  const observer = new ResizeObserver(() => tell(widthOf(element)));
  observer.observe(element);
  return () => observer.disconnect();
}

function optionsOf(element: HTMLElement): uPlot.Options {
  // Asked for at each drawing: the colours may be changed meanwhile.
  const stroke = (): string => getComputedStyle(element).color;
  return {
    width: widthOf(element),
    height: plotHeight,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [{ show: false }, { show: false }],
    scales: {
      y: { range: (_plot, _least, most) => [-Math.max(1, most) / 12, Math.max(1, most) * 1.08] },
    },
    series: [{}, { stroke, width: 1.5, points: { show: false } }],
  };
}

/** One of the counts as a line in the colour of its text. The scale starts at zero. One sample alone draws nothing. */
export function Plot({
  name,
  samples,
  note,
  says = (count) => count.toLocaleString('en'),
}: {
  readonly name: string;
  readonly samples: readonly Sample[];
  readonly note: string;
  readonly says?: (count: number) => string;
}) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    plot.current = new uPlot(optionsOf(element), [[], []], element);
    const unfollow = followWidth(element, (width) => plot.current?.setSize({ width, height: plotHeight }));
    return () => {
      unfollow();
      plot.current?.destroy();
    };
  }, []);
  useEffect(() => {
    plot.current?.setData([samples.map(({ at }) => at), samples.map(({ counts }) => counts[name] ?? 0)]);
  }, [samples, name]);
  const [first, last] = [samples[0], samples.at(-1)];
  const isOfDays =
    first !== undefined &&
    last !== undefined &&
    (last.at - first.at > dayS || samples.every(({ at }) => at % dayS === 0));
  const most = Math.max(0, ...samples.map(({ counts }) => counts[name] ?? 0));
  return (
    <figure className="plot">
      <figcaption>
        {spaced(name)} <small>{note}</small>
      </figcaption>
      <div ref={container} aria-hidden="true" />
      <small className="ends">
        <span>{first && clockText(first.at, isOfDays)}</span> <span>max {says(most)}</span>{' '}
        <span>{last && last !== first && clockText(last.at, isOfDays)}</span>
      </small>
    </figure>
  );
}

const dayS = 86_400;

/** The day, or hours and minutes, in UTC. */
function clockText(seconds: number, isOfDays: boolean): string {
  const at = new Date(seconds * 1000).toISOString();
  return isOfDays ? at.slice(0, 10) : `${at.slice(11, 16)} UTC`;
}
