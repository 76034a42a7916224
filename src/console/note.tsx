import { useAsk } from './ask.js';
import { catalogue, suffices } from './catalogue.js';
import { Actor, Loaded, Time } from './part.js';
import { useWho } from './who.js';

interface Notes {
  readonly auditLog: {
    readonly edges: readonly {
      readonly node: {
        readonly id: string;
        readonly createdAt: string;
        readonly operator: string;
        readonly reason: string;
      };
    }[];
  };
}

const document = `query ($id: ID!) { auditLog(first: 100, filter: { subjectId: $id, action: "note.add" }) {
  edges { node { id createdAt operator reason } } } }`;

/** What operators have noted on an object, the newest first. Nothing if there is no note. */
export function NotesOn({ id }: { readonly id: string }) {
  const { kind, role } = useWho();
  const least = catalogue.roles.queries['auditLog'];
  const isOff = kind !== 'operator' || least === undefined || !suffices(role, least);
  const query = useAsk<Notes>(document, { id }, { isOff, concerns: () => false });
  const isEmpty = query.loaded?.data.auditLog.edges.length === 0;
  if (isOff || isEmpty || (!query.loaded && !query.error)) return null;
  return (
    <section className="card" aria-labelledby="notes">
      <h2 id="notes">Notes</h2>
      <Loaded query={query}>
        {({ auditLog }) => (
          <ul className="notes">
            {auditLog.edges.map(({ node }) => (
              <li key={node.id}>
                {node.reason}
                <small>
                  <Actor name={node.operator} />, <Time at={node.createdAt} />
                </small>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
