import { useAsk } from './ask.js';
import { catalogue } from './catalogue.js';
import { isDashboard } from './environment.js';
import { Actor, Badge, Empty, Id, Loaded, Time } from './part.js';
import { Sides, type Side } from './side.js';
import { textOf } from './text.js';
import { happeningText, stateText } from './words/label.js';
import { words } from './words/speech.js';

interface TimelineEntry {
  readonly at: string;
  readonly kind: string;
  readonly says: string;
  readonly sourceId: string | null;
  readonly detail: unknown;
}

const document = 'query ($id: ID!) { timeline(id: $id) { at kind says sourceId detail } }';

/** The whole history of an object, oldest first. */
export function Timeline({ id, accountId }: { readonly id: string; readonly accountId: string }) {
  const query = useAsk<{ timeline: readonly TimelineEntry[] }>(
    document,
    { id },
    { concerns: (event) => event.accountId === accountId },
  );
  return (
    <section className="card">
      <h2>{words.list.timeline}</h2>
      <Loaded query={query}>
        {({ timeline }) =>
          timeline.length === 0 ? <Empty>{words.list.noHistory}</Empty> : <Entries entries={timeline} />
        }
      </Loaded>
    </section>
  );
}

/** Kinds of entries about integrations. The dashboard folds them below the entries about the payment. */
const technical: ReadonlySet<string> = new Set(['delivery', 'event', 'intent', 'request']);

function Entries({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const folded = isDashboard ? entries.filter(({ kind }) => technical.has(kind)) : [];
  const shown = entries.filter((each) => !folded.includes(each));
  return (
    <>
      <List entries={shown} />
      {folded.length > 0 && (
        <details className="folded" open={shown.length === 0}>
          <summary>{words.list.technicalSteps(String(folded.length))}</summary>
          <List entries={folded} />
        </details>
      )}
    </>
  );
}

const List = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => (
  <ol className="timeline">
    {entries.map((each) => (
      <Entry key={`${each.kind} ${each.sourceId} ${each.at} ${each.says}`} entry={each} />
    ))}
  </ol>
);

/** Codes of the books, of events and of acts in the reader's language. */
function saysText(kind: string, says: string): string {
  if (kind === 'event' || kind === 'audit') return happeningText(says);
  return kind === 'entries' || kind === 'exception' ? stateText(says) : says;
}

function Entry({ entry }: { readonly entry: TimelineEntry }) {
  const { at, kind, says, sourceId, detail } = entry;
  return (
    <li className={kind}>
      <div className="entry">
        <Time at={at} />
        <span className="kind" title={catalogue.enums['TimelineKind']?.[kind] || undefined}>
          {stateText(kind, 'TimelineKind')}
        </span>
        {kind === 'state' || kind === 'review' || kind === 'intent' || kind === 'delivery' ? (
          <Badge word={says} />
        ) : (
          <span title={says}>{saysText(kind, says)}</span>
        )}
        {sourceId !== null && <Id id={sourceId} />}
      </div>
      {kind === 'entries' ? <Sides sides={detail as readonly Side[]} /> : <Detail detail={detail} />}
    </li>
  );
}

function Detail({ detail }: { readonly detail: unknown }) {
  if (typeof detail !== 'object' || detail === null) return null;
  const { operator, reason } = detail as Readonly<Record<string, unknown>>;
  return (
    <>
      {typeof operator === 'string' && (
        <p>
          <Actor name={operator} />: “{textOf(reason)}”
        </p>
      )}
      <details>
        <summary>{words.list.more}</summary>
        <pre className="json">{JSON.stringify(detail, null, 2)}</pre>
      </details>
    </>
  );
}
