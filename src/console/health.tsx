import { useEffect, useState } from 'react';
import { useAsk } from './ask.js';
import { Empty, Loaded } from './part.js';
import { Plot, type Sample } from './plot.js';
import { textOf } from './text.js';
import { Value } from './value.js';
import { Title } from './title.js';
import { stateText } from './words/label.js';

interface Waiting {
  readonly kind: string;
  readonly count: number;
  readonly oldestSeconds: number | null;
}

const answers = ['accepted', 'uncertain', 'refused', 'notSent', 'open'] as const;

type Minute = Readonly<Record<(typeof answers)[number], number>> & {
  readonly provider: string;
  readonly at: string;
  readonly slowestMs: number | null;
};

interface Data {
  readonly backlog: {
    readonly due: number;
    readonly nextAt: string | null;
    readonly waiting: readonly Waiting[];
  };
  readonly providerMinutes: readonly Minute[];
  readonly keptNotices: readonly Readonly<Record<string, unknown>>[];
}

const document = `query { backlog { due nextAt waiting { kind count oldestSeconds } }
  providerMinutes { provider at ${answers.join(' ')} slowestMs }
  keptNotices(first: 25) { id provider type reference outcome receivedAt } }`;

const everyMs = 5_000;
/** Samples of two hours. */
const samplesMost = 1_440;

/** The workers' backlog, plotted while the page is open. */
export function Health() {
  const query = useAsk<Data>(document, {}, {});
  const { again, loaded } = query;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!globalThis.document.hidden) again();
    }, everyMs);
    return () => clearInterval(timer);
  }, [again]);
  useEffect(() => {
    if (!loaded) return;
    const { due, waiting } = loaded.data.backlog;
    const counts = { due, ...Object.fromEntries(waiting.map(({ kind, count }) => [kind, count])) };
    setSamples((before) => [...before.slice(1 - samplesMost), { at: Date.now() / 1000, counts }]);
  }, [loaded]);
  return (
    <>
      <Title>Health</Title>
      <Loaded query={query}>
        {({ backlog, keptNotices, providerMinutes }) => (
          <>
            <section className="card">
              <h2>Backlog</h2>
              <p>
                {backlog.due} due now. Next due: <Value value={backlog.nextAt} type="DateTime" />
              </p>
              <div className="plots">
                <Plot name="due" samples={samples} note={`${backlog.due} now`} />
                {backlog.waiting.map(({ kind, count, oldestSeconds }) => (
                  <Plot
                    key={kind}
                    name={kind}
                    samples={samples}
                    note={`${count} now${oldestSeconds === null ? '' : `, oldest ${lengthText(oldestSeconds)}`}`}
                  />
                ))}
              </div>
            </section>
            <Providers minutes={providerMinutes} />
            <section className="card">
              <h2>Unmatched provider notices</h2>
              {keptNotices.length === 0 ? <Empty>None</Empty> : <Notices rows={keptNotices} />}
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}

/** The last hour of each provider by minute, as far as the answer covers it. */
function Providers({ minutes }: { readonly minutes: readonly Minute[] }) {
  const ats = hourOf(minutes);
  const note =
    ats.length < minuteS
      ? `per minute, last ${ats.length} min (newest ${attemptsMost.toLocaleString('en')} sends)`
      : 'per minute, last hour';
  const byProvider = [...Map.groupBy(minutes, ({ provider }) => provider)];
  return byProvider.map(([provider, all]) => {
    const slowest = Math.max(0, ...all.map(({ slowestMs }) => slowestMs ?? 0));
    const sum = (name: (typeof answers)[number]): number =>
      all.reduce((total, each) => total + each[name], 0);
    const samples = samplesOf(ats, all);
    return (
      <section className="card" key={provider}>
        <h2>Provider {provider}</h2>
        <p>
          Recent sends: {sum('accepted')} accepted, {sum('uncertain')} uncertain, {sum('refused')} refused,{' '}
          {sum('notSent')} not sent. Slowest response: {slowest} ms.
        </p>
        <div className="plots">
          {answers
            .filter((name) => name !== 'open')
            .map((name) => (
              <Plot key={name} name={name} samples={samples} note={note} />
            ))}
        </div>
      </section>
    );
  });
}

/** A length of time in its two largest units. */
function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / minuteS);
  if (minutes === 0) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const minuteS = 60;

/** The most attempts that an answer contains. */
const attemptsMost = 2_000;

/** The minutes of the last hour. If the answer is full, minutes before its oldest one are unknown. */
function hourOf(minutes: readonly Minute[]): readonly number[] {
  const times = minutes.map(({ at }) => Date.parse(at));
  // Business time may be ahead of the browser's clock.
  const now = Math.max(Date.now(), ...times);
  const last = Math.floor(now / 1000 / minuteS) * minuteS;
  const hour = Array.from({ length: minuteS }, (_, ago) => last - (minuteS - 1 - ago) * minuteS);
  const attempts = minutes.flatMap((each) => answers.map((name) => each[name]));
  const isCut = attempts.reduce((sum, count) => sum + count, 0) >= attemptsMost;
  return isCut ? hour.filter((at) => at >= Math.min(...times) / 1000) : hour;
}

function samplesOf(ats: readonly number[], minutes: readonly Minute[]): readonly Sample[] {
  const known = new Map(minutes.map((each) => [Date.parse(each.at) / 1000, each] as const));
  return ats.map((at) => ({
    at,
    counts: Object.fromEntries(answers.map((name) => [name, known.get(at)?.[name] ?? 0])),
  }));
}

function Notices({ rows }: { readonly rows: Data['keptNotices'] }) {
  return (
    <ul>
      {rows.map((each) => (
        <li key={textOf(each['id'])}>
          {textOf(each['provider'])} · {textOf(each['type'])} · {textOf(each['reference'])}:{' '}
          {stateText(textOf(each['outcome']))}, <Value value={each['receivedAt']} type="DateTime" />
        </li>
      ))}
    </ul>
  );
}
