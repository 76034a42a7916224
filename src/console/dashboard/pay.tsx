import { Link, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from '../ask.js';
import { Amount, Empty, Loaded } from '../part.js';
import { grouped } from '../text.js';
import { withHint } from '../concern.js';
import { stateText } from '../words/label.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Confirm, Failed } from './confirm.js';
import { AmountField, beginForm, Field, Picker, filledIn, newestWith } from './field.js';
import { useMe } from './me.js';
import type { Money } from './payment.js';
import type { Row } from '../act.js';
import { useSteps, type Foreseen, type Steps as TwoSteps } from './step.js';

interface Payee {
  readonly id: string;
  readonly displayName: string;
  readonly method: string;
  readonly currency: string;
  readonly accountHint: string;
}

interface Choices {
  /** The beneficiary that the address names. */
  readonly chosen?: Payee & { readonly status: string };
  readonly beneficiaries: {
    readonly edges: readonly { readonly node: Payee }[];
    readonly pageInfo: { readonly hasNextPage: boolean };
  };
  readonly balances: readonly { readonly currency: string; readonly available: string }[];
}

const payeeFields = 'id displayName method currency accountHint';
const choices = `query ($accountId: ID!, $chosen: ID!, $isChosen: Boolean!) {
  chosen: beneficiary(id: $chosen) @include(if: $isChosen) { ${payeeFields} status }
  beneficiaries(first: 100, filter: { status: [active] }) {
    edges { node { ${payeeFields} } } pageInfo { hasNextPage } }
  balances(accountId: $accountId) { currency available } }`;

interface Preview extends Foreseen {
  readonly payout: {
    readonly destination: Money;
    readonly rate: string;
    readonly source: Readonly<Record<'total' | 'platformFee' | 'tenantMarkup' | 'currency', string>>;
  } | null;
}

const documents = {
  name: 'createPayout',
  preview: `query ($accountId: ID!, $input: PayoutInput!) { answer: previewPayout(accountId: $accountId, input: $input) {
    outcome refusal { code message } short { amount currency } warnings
    payout { rate destination { amount currency } source { total platformFee tenantMarkup currency } } } }`,
  create: `mutation ($accountId: ID!, $input: PayoutInput!, $key: String!, $reason: String!) {
    done: createPayout(accountId: $accountId, input: $input, idempotencyKey: $key, reason: $reason) { id } }`,
} as const;

/** Creates a payout: who and how much, then what it costs, then the confirmation. */
export function Pay(): ReactNode {
  const { account } = useMe();
  const { beneficiary: chosen = '' } = useSearch({ strict: false }) as { readonly beneficiary?: string };
  const query = useAsk<Choices>(choices, { accountId: account.id, chosen, isChosen: chosen !== '' });
  return (
    <>
      <header className="head">
        <Title>{words.frame.newPayout}</Title>
      </header>
      <Loaded query={query}>
        {(data) => {
          const payees = newestWith(
            data.chosen?.status === 'active' ? data.chosen : undefined,
            data.beneficiaries.edges.map(({ node }) => node),
          );
          if (payees.length === 0)
            return (
              <Empty>
                {words.pay.noBeneficiaries}{' '}
                {words.pay.addFirst(<Link to="/new-beneficiary">{words.pay.addBeneficiary}</Link>)}
              </Empty>
            );
          const { hasNextPage: hasMore } = data.beneficiaries.pageInfo;
          return <Steps payees={payees} usual={data.chosen?.id} hasMore={hasMore} balances={data.balances} />;
        }}
      </Loaded>
    </>
  );
}

interface StepsProps {
  readonly payees: readonly Payee[];
  readonly usual: string | undefined;
  /** Whether the account has more beneficiaries than these. */
  readonly hasMore: boolean;
  readonly balances: Choices['balances'];
}

function Steps(props: StepsProps) {
  const { payees } = props;
  const steps = useSteps<Preview>(documents);
  const [payeeId, setPayeeId] = useState('');
  const payee = payees.find(({ id }) => id === payeeId);
  const payout = steps.seen?.preview.payout;
  return (
    <>
      <div hidden={steps.seen !== undefined}>
        <Ask {...props} steps={steps} chosen={setPayeeId} />
      </div>
      <Confirm
        steps={steps}
        title={words.pay.check}
        act={payout && words.pay.payTo(<Amount {...payout.destination} />, payee?.displayName ?? '')}
      >
        {payout && payee && (
          <dl className="facts">
            <Fact name={words.pay.to}>
              {payee.displayName} · {withHint(stateText(payee.method), payee.accountHint)}
            </Fact>
            <Fact name={words.pay.theyGet}>
              <Amount {...payout.destination} />
            </Fact>
            <Fact name={words.pay.youPay}>
              <Amount amount={payout.source.total} currency={payout.source.currency} />
            </Fact>
            <Fact name={words.pay.platformFee}>
              <Amount amount={payout.source.platformFee} currency={payout.source.currency} />
            </Fact>
            {/[1-9]/.test(payout.source.tenantMarkup) && (
              <Fact name={words.pay.markup}>
                <Amount amount={payout.source.tenantMarkup} currency={payout.source.currency} />
              </Fact>
            )}
            {payout.source.currency !== payout.destination.currency && (
              <Fact name={words.pay.rate}>{words.pay.presentRate(grouped(payout.rate))}</Fact>
            )}
          </dl>
        )}
      </Confirm>
    </>
  );
}

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface AskProps extends StepsProps {
  readonly steps: TwoSteps<Row, Preview>;
  readonly chosen: (payeeId: string) => void;
}

function Ask({ payees, usual, hasMore, balances, steps, chosen }: AskProps) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = filledIn(event.currentTarget);
    chosen(input['beneficiaryId'] ?? '');
    void steps.look(input);
  };
  return (
    <form className="card inputs" onSubmit={submit} ref={beginForm}>
      <Picker
        name="beneficiaryId"
        label={words.pay.to}
        usual={usual ?? (payees.length === 1 ? payees[0]?.id : undefined) ?? ''}
        hint={hasMore ? words.pay.newestPayees : undefined}
        options={payees.map(({ id, displayName, method, currency, accountHint }) => [
          id,
          `${displayName} · ${withHint(words.pay.by(currency, stateText(method)), accountHint)}`,
        ])}
      />
      <p className="note">
        <Link to="/new-beneficiary">{words.pay.addBeneficiary}</Link>
      </p>
      <AmountField name="amount" label={words.pay.amount} hint={words.pay.amountHint} />
      <Picker
        name="amountSide"
        label={words.pay.amountIs}
        usual="destination"
        options={[
          ['destination', words.pay.whatTheyGet],
          ['source', words.pay.whatYouPay],
        ]}
      />
      <Picker
        name="sourceCurrency"
        label={words.pay.payFrom}
        usual={balances[0]?.currency ?? ''}
        options={balances.map(({ currency, available }) => [
          currency,
          words.pay.availableIn(currency, grouped(available)),
        ])}
      />
      <Field name="reference" label={words.pay.reference} hint={words.pay.referenceHint} max={64} />
      <Field name="description" label={words.pay.description} max={500} />
      <Failed steps={steps} />
      <button type="submit" className="main" disabled={steps.isBusy}>
        {steps.isBusy ? words.pay.asking : words.pay.seePrice}
      </button>
    </form>
  );
}
