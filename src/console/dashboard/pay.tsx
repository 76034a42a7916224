import { Link, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from '../ask.js';
import { Amount, Empty, Loaded } from '../part.js';
import { grouped, textOf } from '../text.js';
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

/** A payee in full: the name, how it is paid, and the end of the account. */
const payeeText = ({ displayName, method, currency, accountHint }: Payee): string =>
  `${displayName} · ${withHint(words.pay.by(currency, stateText(method)), accountHint)}`;

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
  const { payees, balances } = props;
  const steps = useSteps<Preview>(documents);
  const payee = payees.find(({ id }) => id === steps.seen?.input['beneficiaryId']);
  const payout = steps.seen?.preview.payout;
  return (
    <>
      <div hidden={steps.seen !== undefined}>
        <Ask {...props} steps={steps} />
      </div>
      <Confirm
        steps={steps}
        title={words.pay.check}
        act={payout && words.pay.payTo(<Amount {...payout.destination} />, payee?.displayName ?? '')}
      >
        {steps.seen && payee && (
          <dl className="facts">
            <Fact name={words.pay.to}>{payeeText(payee)}</Fact>
            <From currency={textOf(steps.seen.input['sourceCurrency'])} balances={balances} />
            {payout ? <Price {...payout} /> : <Entered input={steps.seen.input} payee={payee} />}
            {(['reference', 'description'] as const).map(
              (name) =>
                steps.seen?.input[name] !== undefined && (
                  <Fact key={name} name={words.pay[name]}>
                    {textOf(steps.seen.input[name])}
                  </Fact>
                ),
            )}
          </dl>
        )}
      </Confirm>
    </>
  );
}

/** The balance that the payout is taken from, and what it holds. */
function From({ currency, balances }: Pick<StepsProps, 'balances'> & { readonly currency: string }) {
  const balance = balances.find((each) => each.currency === currency);
  return (
    <Fact name={words.pay.from}>
      {balance
        ? words.pay.balanceOf(currency, <Amount amount={balance.available} currency={currency} />)
        : currency}
    </Fact>
  );
}

/** The amount as it was entered: a payout that cannot be made has no price. */
const Entered = ({ input, payee }: { readonly input: Row; readonly payee: Payee }) => (
  <Fact name={words.pay.amount}>
    <Amount amount={textOf(input['amount'])} currency={amountCurrency(input, payee)} />
  </Fact>
);

/** The currency of the amount: the payee's, or that of the balance. */
const amountCurrency = ({ amountSide, sourceCurrency }: Row, payee: Payee | undefined): string | undefined =>
  amountSide === 'source' ? textOf(sourceCurrency) : payee?.currency;

const Price = ({ destination, rate, source }: NonNullable<Preview['payout']>) => (
  <>
    <Fact name={words.pay.theyGet}>
      <Amount {...destination} />
    </Fact>
    <Fact name={words.pay.youPay}>
      <Amount amount={source.total} currency={source.currency} />
    </Fact>
    <Fact name={words.pay.platformFee}>
      <Amount amount={source.platformFee} currency={source.currency} />
    </Fact>
    {/[1-9]/.test(source.tenantMarkup) && (
      <Fact name={words.pay.markup}>
        <Amount amount={source.tenantMarkup} currency={source.currency} />
      </Fact>
    )}
    {source.currency !== destination.currency && (
      <Fact name={words.pay.rate}>{words.pay.presentRate(grouped(rate))}</Fact>
    )}
  </>
);

export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const balanceOption = ({ currency, available }: Choices['balances'][number]) =>
  [currency, words.pay.availableIn(currency, grouped(available))] as const;

const sides = () =>
  [
    ['destination', words.pay.whatTheyGet],
    ['source', words.pay.whatYouPay],
  ] as const;

interface AskProps extends StepsProps {
  readonly steps: TwoSteps<Row, Preview>;
}

function Ask({ payees, usual, hasMore, balances, steps }: AskProps) {
  const first = {
    beneficiaryId: usual ?? (payees.length === 1 ? payees[0]?.id : undefined) ?? '',
    amountSide: 'destination',
    sourceCurrency: balances[0]?.currency ?? '',
  };
  const [picked, setPicked] = useState(first);
  const pick = (part: Partial<typeof picked>): void => setPicked((before) => ({ ...before, ...part }));
  const payee = payees.find(({ id }) => id === picked.beneficiaryId);
  const currency = amountCurrency(picked, payee);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void steps.look(filledIn(event.currentTarget));
  };
  return (
    <form className="card inputs" onSubmit={submit} ref={beginForm}>
      <Picker
        name="beneficiaryId"
        label={words.pay.to}
        usual={first.beneficiaryId}
        hint={hasMore ? words.pay.newestPayees : undefined}
        options={payees.map((each) => [each.id, payeeText(each)])}
        onPick={(beneficiaryId) => pick({ beneficiaryId })}
      />
      {payee && (
        <p className="note" data-payee={payee.id}>
          {payeeText(payee)}
        </p>
      )}
      <p className="note">
        <Link to="/new-beneficiary">{words.pay.addBeneficiary}</Link>
      </p>
      <AmountField
        name="amount"
        label={currency ? words.pay.amountIn(currency) : words.pay.amount}
        hint={words.pay.amountHint}
      />
      <Picker
        name="amountSide"
        label={words.pay.amountIs}
        usual={first.amountSide}
        onPick={(amountSide) => pick({ amountSide })}
        options={sides()}
      />
      <Picker
        name="sourceCurrency"
        label={words.pay.payFrom}
        usual={first.sourceCurrency}
        onPick={(sourceCurrency) => pick({ sourceCurrency })}
        options={balances.map(balanceOption)}
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
