import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAsk } from '../ask.js';
import { nounOfId } from '../noun.js';
import { ObjectPage } from '../object.js';
import { Amount, Badge, Named, Shown, Time } from '../part.js';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

interface Payment {
  readonly status: string;
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly failureCode: string | null;
  readonly money: Money;
  readonly reference?: string | null;
  readonly beneficiary?: { readonly id: string; readonly displayName: string };
}

const common = 'status createdAt completedAt failureCode';
const money = '{ amount currency }';

interface Kind {
  readonly query: string;
  readonly says: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  Payout: {
    query: `payout(id: $id) { ${common} reference money: destination ${money} beneficiary { id displayName } }`,
    says: 'to',
  },
  Payin: { query: `payin(id: $id) { ${common} money: amount ${money} }`, says: 'received' },
  Refund: { query: `refund(id: $id) { ${common} reference money: amount ${money} }`, says: 'refunded' },
};

/** The page of anything with an id; a payment's begins with how much, to whom and how far. */
export function Thing(): ReactNode {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const kind = kinds[nounOfId(id)?.type ?? ''];
  return <ObjectPage lead={kind && <Lead key={id} id={id} kind={kind} />} />;
}

function Lead({ id, kind }: { readonly id: string; readonly kind: Kind }) {
  const asked = useAsk<{ one: Payment | null }>(
    `query ($id: ID!) { one: ${kind.query} }`,
    { id },
    { concerns: ({ resourceId }) => resourceId === id },
  );
  return <Shown asked={asked}>{({ one }) => one && <Summary payment={one} says={kind.says} />}</Shown>;
}

function Summary({ payment, says }: { readonly payment: Payment; readonly says: string }) {
  const { status, createdAt, completedAt, failureCode, money: of, reference, beneficiary } = payment;
  return (
    <section className="card summary" aria-label="Payment">
      <p className="much">
        <Amount amount={of.amount} currency={of.currency} /> {says}{' '}
        {beneficiary && <Named id={beneficiary.id} name={beneficiary.displayName} />} <Badge word={status} />
      </p>
      <p className="note">
        {reference && `Reference ${reference} · `}created <Time at={createdAt} />
        {completedAt && (
          <>
            {' '}
            · completed <Time at={completedAt} />
          </>
        )}
        {failureCode && ` · ${failureCode.replaceAll('_', ' ')}`}
      </p>
    </section>
  );
}
