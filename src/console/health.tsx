import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useAsk } from './ask.js';
import { spaced } from './catalogue.js';
import { Empty, Shown } from './part.js';
import { textOf } from './text.js';
import { Value } from './value.js';

interface Waiting {
  readonly kind: string;
  readonly count: number;
  readonly oldestSeconds: number | null;
}

interface Data {
  readonly backlog: {
    readonly due: number;
    readonly nextAt: string | null;
    readonly waiting: readonly Waiting[];
  };
  readonly keptNotices: readonly Readonly<Record<string, unknown>>[];
}

const document = `query { backlog { due nextAt waiting { kind count oldestSeconds } }
  keptNotices(first: 25) { id provider type reference outcome receivedAt } }`;

const everyMs = 5_000;
/** Two hours of samples. */
const samplesMost = 1_440;

interface Sample {
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** The backlog of the workers, drawn for as long as the page is open. */
export function Health() {
  const asked = useAsk<Data>(document, {}, {});
  const { again, told } = asked;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!globalThis.document.hidden) again();
    }, everyMs);
    return () => clearInterval(timer);
  }, [again]);
  useEffect(() => {
    if (!told) return;
    const { due, waiting } = told.data.backlog;
    const counts = { due, ...Object.fromEntries(waiting.map(({ kind, count }) => [kind, count])) };
    setSamples((before) => [...before.slice(1 - samplesMost), { at: Date.now() / 1000, counts }]);
  }, [told]);
  return (
    <>
      <h1>Health</h1>
      <Shown asked={asked}>
        {({ backlog, keptNotices }) => (
          <>
            <section className="card">
              <h2>Backlog</h2>
              <p>
                {backlog.due} due now; the next falls due <Value value={backlog.nextAt} type="DateTime" />
              </p>
              <div className="plots">
                <Plot name="due" samples={samples} note={`${backlog.due} now`} />
                {backlog.waiting.map(({ kind, count, oldestSeconds }) => (
                  <Plot
                    key={kind}
                    name={kind}
                    samples={samples}
                    note={`${count} now${oldestSeconds === null ? '' : `, the oldest for ${Math.round(oldestSeconds)} s`}`}
                  />
                ))}
              </div>
            </section>
            <section className="card">
              <h2>Notices that wait for what they tell of</h2>
              {keptNotices.length === 0 ? <Empty>None waits.</Empty> : <Notices rows={keptNotices} />}
            </section>
          </>
        )}
      </Shown>
    </>
  );
}

function Notices({ rows }: { readonly rows: Data['keptNotices'] }) {
  return (
    <ul>
      {rows.map((each) => (
        <li key={textOf(each['id'])}>
          {textOf(each['provider'])} · {textOf(each['type'])} · {textOf(each['reference'])}:{' '}
          {textOf(each['outcome'])}, <Value value={each['receivedAt']} type="DateTime" />
        </li>
      ))}
    </ul>
  );
}

function Plot({
  name,
  samples,
  note,
}: {
  readonly name: string;
  readonly samples: readonly Sample[];
  readonly note: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const stroke = getComputedStyle(element).color;
    plot.current = new uPlot(
      {
        width: element.clientWidth || 240,
        height: 72,
        legend: { show: false },
        cursor: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most)] } },
        series: [{}, { stroke, width: 1.5, points: { show: (self) => self.data[0].length < 3, size: 5 } }],
      },
      [[], []],
      element,
    );
    return () => plot.current?.destroy();
  }, []);
  useEffect(() => {
    plot.current?.setData([samples.map(({ at }) => at), samples.map(({ counts }) => counts[name] ?? 0)]);
  }, [samples, name]);
  return (
    <figure className="plot">
      <figcaption>
        {spaced(name)} <small>{note}</small>
      </figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  );
}
