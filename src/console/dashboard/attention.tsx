import type { ReactNode } from 'react';
import type { Row } from '../act.js';
import { useAsk } from '../ask.js';
import { titleOf } from '../act-words.js';
import { serviceNow } from '../clock.js';
import { namedBy } from '../concern.js';
import { useAct } from '../dialog.js';
import { row } from '../document.js';
import { Amount, Badge, Empty, Loaded, Named, Time } from '../part.js';
import { Ended, endedFields, type EndedPayout } from './ended.js';
import { mayManage, useMe } from './me.js';
import { stateText } from '../words/label.js';
import { words } from '../words/speech.js';
import type { Money } from './payment.js';

interface Payout extends EndedPayout {
  readonly id: string;
  readonly createdAt: string;
  readonly destination: Money;
  readonly beneficiary: { readonly displayName: string };
}

interface Approval extends Row {
  readonly id: string;
  readonly resourceType: string;
  readonly expiresAt: string;
}

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly failingSince: string | null;
  readonly deletedAt: string | null;
}

type List<T> = { readonly edges: readonly { readonly node: T }[] };

interface AttentionData {
  readonly failed: List<Payout>;
  readonly uncertain: List<Payout>;
  readonly held: List<Payout>;
  readonly approvals: List<Approval>;
  readonly endpoints: List<Endpoint>;
}

const payout = `id createdAt ${endedFields} destination { amount currency } beneficiary { displayName }`;
const document = `query ($since: DateTime!) {
  failed: payouts(first: 10, filter: { status: [failed, returned], createdFrom: $since }) { edges { node { ${payout} } } }
  uncertain: payouts(first: 20, filter: { status: [verification_pending] }) { edges { node { ${payout} } } }
  held: payouts(first: 20, filter: { riskStatus: [in_review], status: [processing] }) { edges { node { ${payout} } } }
  approvals(first: 20, filter: { status: [pending] }) { edges { node { ${row('Approval')} } } }
  endpoints: webhookEndpoints(first: 50) { edges { node { id url status failingSince deletedAt } } } }`;

const sevenDaysAgo = (): string =>
  `${new Date(serviceNow().getTime() - 7 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

const rowsOf = <T,>({ edges }: List<T>): readonly T[] => edges.map(({ node }) => node);

/** What waits for a person of the account. */
export function Attention(): ReactNode {
  const query = useAsk<AttentionData>(document, { since: sevenDaysAgo() }, { concerns: () => true });
  return (
    <section className="card" aria-labelledby="attention">
      <h2 id="attention">{words.pay.attention}</h2>
      <Loaded query={query}>
        {(data) => {
          const all = itemsOf(data, query.again);
          return all.length === 0 ? (
            <Empty>{words.pay.nothingWaits}</Empty>
          ) : (
            <ul className="attention">{all}</ul>
          );
        }}
      </Loaded>
    </section>
  );
}

function itemsOf(
  { failed, uncertain, held, approvals, endpoints }: AttentionData,
  again: () => void,
): readonly ReactNode[] {
  const failing = rowsOf(endpoints).filter(({ status, deletedAt }) => status === 'failing' && !deletedAt);
  return [
    ...rowsOf(approvals).map((each) => (
      <li key={each.id}>
        <Badge word="pending_approval" /> <Named id={each.id} name={subjectOf(each)} />
        <small>{words.pay.expires(<Time at={each.expiresAt} />)}</small>
        <Decide approval={each} done={again} />
      </li>
    )),
    ...rowsOf(uncertain).map((each) => (
      <li key={each.id}>
        <Badge word="verification_pending" /> <About payout={each} />
        <small>{words.pay.uncertain}</small>
      </li>
    )),
    ...rowsOf(held).map((each) => (
      <li key={each.id}>
        <Badge word="in_review" /> <About payout={each} />
        <small>{words.pay.held}</small>
      </li>
    )),
    ...failing.map(({ id, url, failingSince }) => (
      <li key={id}>
        <Badge word="failing" /> <Named id={id} name={url} />
        <small>
          {failingSince && words.pay.failingSince(<Time at={failingSince} />)}
          {words.pay.fixEndpoint}
        </small>
      </li>
    )),
    ...rowsOf(failed).map((each) => (
      <li key={each.id}>
        <Badge word={each.status} /> <About payout={each} />
        <small>
          <Ended payout={each} />
        </small>
      </li>
    )),
  ];
}

/** The payment or batch that waits for approval, or at least its kind. */
const subjectOf = (approval: Approval): string =>
  namedBy(approval, 'resourceId')?.name ??
  words.pay.approveA(stateText(approval.resourceType, 'ApprovalResource'));

/** Opens the form of the decision, which says what is approved; for those who may decide. */
function Decide({ approval, done }: { readonly approval: Approval; readonly done: () => void }) {
  const open = useAct();
  const name = 'decideApproval';
  const subject = { ...approval, __typename: 'Approval' };
  if (!mayManage(useMe())) return null;
  return (
    <button type="button" onClick={() => open({ name, row: subject, done })}>
      {titleOf(name, subject)}
    </button>
  );
}

const About = ({ payout: { id, destination, beneficiary } }: { readonly payout: Payout }) => (
  <span>
    {words.pay.moneyTo(
      <Amount amount={destination.amount} currency={destination.currency} />,
      <Named id={id} name={beneficiary.displayName} />,
    )}
  </span>
);
