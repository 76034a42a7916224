import { useAsk } from './ask.js';
import { Badge, Empty, Id, Shown, Time } from './part.js';

interface Told {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly resourceId: string;
  readonly body: string;
}

const document = `query ($accountId: ID!, $id: ID!) { events(accountId: $accountId, first: 50, filter: { resourceId: $id }) {
  edges { node { id type occurredAt resourceId body } } } }`;

/** All that happened to something, oldest first. */
export function Timeline({ id, accountId }: { readonly id: string; readonly accountId: string }) {
  const asked = useAsk<{ events: { edges: readonly { node: Told }[] } }>(
    document,
    { accountId, id },
    {
      concerns: (event) => event.resourceId === id,
    },
  );
  return (
    <section className="card">
      <h2>Timeline</h2>
      <Shown asked={asked}>
        {({ events }) =>
          events.edges.length === 0 ? (
            <Empty>No event tells of it.</Empty>
          ) : (
            <ol className="timeline">
              {events.edges.toReversed().map(({ node }) => (
                <li key={node.id}>
                  <Time at={node.occurredAt} /> <Badge word={node.type.split('.').at(-1) ?? ''} /> {node.type}{' '}
                  <Id id={node.id} />
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </section>
  );
}
