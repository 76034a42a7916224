import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { refusalOf, useAsk } from '../ask.js';
import { rest, type Refused } from '../client.js';
import { nounOfId } from '../noun.js';
import { failureText } from '../failure.js';
import { ObjectPage } from '../object.js';
import { Amount, Badge, Named, Loaded, Time } from '../part.js';
import { nounLabel } from '../words/label.js';
import { words } from '../words/speech.js';
import { mayWrite, useMe } from './me.js';
import { Ended, endedFields, type EndedPayout } from './ended.js';
import { FileWay } from './file-way.js';
import { saveAs } from '../csv.js';
import { Fault, RestAct } from './rest-act.js';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

interface PaymentFacts extends Omit<EndedPayout, 'return'>, Partial<Pick<EndedPayout, 'return'>> {
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly money: Money;
  readonly reference?: string | null;
  readonly beneficiary?: { readonly id: string; readonly displayName: string };
  readonly riskStatus?: string;
  readonly approvalId?: string | null;
}

const common = 'status createdAt completedAt failureCode';
const money = '{ amount currency }';

interface Kind {
  readonly query: string;
  readonly says: 'moneyTo' | 'received' | 'refunded';
}

const kinds: Readonly<Record<string, Kind>> = {
  Payout: {
    query: `payout(id: $id) { ${common} ${endedFields} reference riskStatus approvalId money: destination ${money} beneficiary { id displayName } }`,
    says: 'moneyTo',
  },
  Payin: { query: `payin(id: $id) { ${common} money: amount ${money} }`, says: 'received' },
  Refund: { query: `refund(id: $id) { ${common} reference money: amount ${money} }`, says: 'refunded' },
};

/** The page of anything with an id; a payment's page begins with amount, recipient and progress. */
export function Thing(): ReactNode {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const { type = '' } = nounOfId(id) ?? {};
  return (
    <ObjectPage
      lead={
        <>
          {type === 'Approval' ? <Decided key={id} id={id} /> : <Lead key={id} id={id} kind={kinds[type]} />}
          <Ways id={id} type={type} />
        </>
      }
    />
  );
}

/** Where a member goes from here to move money. */
function Ways({ id, type }: { readonly id: string; readonly type: string }) {
  const writes = mayWrite(useMe());
  if (writes && type === 'Payin')
    return (
      <p className="ways">
        <Link to="/refund/$id" params={{ id }}>
          {words.pay.refundThis}
        </Link>
      </p>
    );
  if (type === 'PayoutBatch') return <BatchWays key={id} id={id} />;
  if (writes && type === 'Beneficiary')
    return (
      <p className="ways">
        <Link to="/pay" search={{ beneficiary: id }}>
          {words.pay.payThis}
        </Link>
      </p>
    );
  if (writes && type === 'Customer')
    return (
      <p className="ways">
        <Link to="/new-beneficiary" search={{ customer: id }}>
          {words.pay.addForCustomer}
        </Link>
      </p>
    );
  if (writes && type === 'Delivery') return <Replay key={id} id={id} />;
  if (writes && type === 'WebhookEndpoint')
    return (
      <RestAct request={['POST', `/v1/webhook-endpoints/${id}/ping`]} says={() => words.pay.testSent}>
        {words.pay.sendTest}
      </RestAct>
    );
  return null;
}

/** What became of each payment of a batch, for the program that made its file. */
function BatchWays({ id }: { readonly id: string }) {
  const writes = mayWrite(useMe());
  const [error, setError] = useState<Refused>();
  const download = (): void => {
    setError(undefined);
    rest('GET', `/v1/payout-batches/${id}/status-report`).then(
      async (response) => saveAs(await response.blob(), `${id}-status.xml`),
      (fault: unknown) => setError(refusalOf(fault)),
    );
  };
  return (
    <>
      <p className="ways">
        <button type="button" onClick={download}>
          {words.pay.statusReport}
        </button>
        {writes && <FileWay />}
      </p>
      <Fault error={error} />
    </>
  );
}

/** Sends the event of a delivery again, to the same endpoint. */
function Replay({ id }: { readonly id: string }) {
  const query = useAsk<{ delivery: { readonly eventId: string; readonly endpointId: string } | null }>(
    'query ($id: ID!) { delivery(id: $id) { eventId endpointId } }',
    { id },
  );
  const delivery = query.loaded?.data.delivery;
  if (!delivery) return null;
  return (
    <RestAct
      request={['POST', `/v1/events/${delivery.eventId}/redeliver`, { endpoint_id: delivery.endpointId }]}
      says={({ data }) => {
        const [made] = data as readonly { readonly id: string }[];
        return made ? <Named id={made.id} name={words.pay.sentAgain} /> : words.pay.nothingSent;
      }}
    >
      {words.pay.sendAgain}
    </RestAct>
  );
}

/** The payment that an approval is about. */
function Decided({ id }: { readonly id: string }) {
  const query = useAsk<{ approval: { readonly resourceId: string } | null }>(
    'query ($id: ID!) { approval(id: $id) { resourceId } }',
    { id },
  );
  const resourceId = query.loaded?.data.approval?.resourceId;
  const kind = kinds[nounOfId(resourceId ?? '')?.type ?? ''];
  return resourceId === undefined ? null : <Lead id={resourceId} kind={kind} />;
}

function Lead({ id, kind }: { readonly id: string; readonly kind: Kind | undefined }) {
  return kind ? <Payment id={id} kind={kind} /> : null;
}

function Payment({ id, kind }: { readonly id: string; readonly kind: Kind }) {
  const query = useAsk<{ one: PaymentFacts | null }>(
    `query ($id: ID!) { one: ${kind.query} }`,
    { id },
    { concerns: ({ resourceId }) => resourceId === id },
  );
  return <Loaded query={query}>{({ one }) => one && <Summary payment={one} says={kind.says} />}</Loaded>;
}

function Summary({ payment, says }: { readonly payment: PaymentFacts; readonly says: Kind['says'] }) {
  const { status, createdAt, completedAt, money: of, reference, beneficiary } = payment;
  return (
    <section className="card summary" aria-label={words.pay.payment}>
      <p className="much">
        {words.pay[says](
          <Amount amount={of.amount} currency={of.currency} />,
          beneficiary && <Named id={beneficiary.id} name={beneficiary.displayName} />,
        )}{' '}
        <Badge word={status} />
      </p>
      <p className="note">
        {reference && words.pay.referenceIs(reference)}
        {words.pay.created(<Time at={createdAt} />)}
        {completedAt && words.pay.completed(<Time at={completedAt} />)}
      </p>
      <End payment={payment} />
      <Waits payment={payment} />
    </section>
  );
}

/** How a payment ended that was not made. */
function End({ payment }: { readonly payment: PaymentFacts }) {
  const { status, failureCode, return: back } = payment;
  if (!failureCode && status !== 'returned') return null;
  // Only payouts have this field.
  if (back === undefined) return failureCode && <p>{failureText(failureCode)}</p>;
  return (
    <p>
      <Ended payout={{ status, failureCode, return: back }} />
    </p>
  );
}

/** What an unfinished payment waits for. */
function Waits({ payment: { status, riskStatus, approvalId } }: { readonly payment: PaymentFacts }) {
  if (status === 'verification_pending') return <p>{words.pay.uncertain}</p>;
  if (status !== 'processing') return null;
  if (riskStatus === 'in_review') return <p>{words.pay.held}</p>;
  return approvalId ? <WaitsForApproval id={approvalId} /> : null;
}

function WaitsForApproval({ id }: { readonly id: string }) {
  const query = useAsk<{ approval: { readonly status: string } | null }>(
    'query ($id: ID!) { approval(id: $id) { status } }',
    { id },
  );
  if (query.loaded?.data.approval?.status !== 'pending') return null;
  return (
    <p>
      {words.pay.warnings.approval_required} <Named id={id} name={nounLabel('Approval')} />
    </p>
  );
}
