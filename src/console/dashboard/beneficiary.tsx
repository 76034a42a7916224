import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from '../ask.js';
import { Loaded } from '../part.js';
import { detailWords, methodLabel, stateText } from '../words/label.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Field, Picker, filledIn, nested, newestWith } from './field.js';
import { useMe } from './me.js';
import { Fault, useRest } from './rest-act.js';

interface Spec {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly enum: readonly string[] | null;
  readonly example: string | null;
}

interface Capability {
  readonly product: string;
  readonly method: string;
  readonly currency: string;
  readonly country: string | null;
  readonly available: boolean;
  readonly beneficiaryFields: readonly Spec[] | null;
  readonly customerFields: readonly { readonly name: string }[] | null;
}

interface Customer {
  readonly id: string;
  readonly displayName: string;
}

interface BeneficiaryFormData {
  readonly capabilities: readonly Capability[];
  /** The customer that the address names. */
  readonly chosen?: Customer & { readonly status: string };
  readonly customers: {
    readonly edges: readonly { readonly node: Customer }[];
    readonly pageInfo: { readonly hasNextPage: boolean };
  };
}

const document = `query ($accountId: ID!, $chosen: ID!, $isChosen: Boolean!) {
  capabilities(accountId: $accountId) { product method currency country available
    beneficiaryFields { name required description enum example } customerFields { name } }
  chosen: customer(id: $chosen) @include(if: $isChosen) { id displayName status }
  customers(first: 100, filter: { status: [active] }) { edges { node { id displayName } } pageInfo { hasNextPage } } }`;

/** Adds a beneficiary: the way of payment, then the fields that it needs. */
export function NewBeneficiary(): ReactNode {
  const { account } = useMe();
  const { customer: chosen = '' } = useSearch({ strict: false }) as { readonly customer?: string };
  const query = useAsk<BeneficiaryFormData>(document, {
    accountId: account.id,
    chosen,
    isChosen: chosen !== '',
  });
  return (
    <>
      <header className="head">
        <Title>{words.frame.newBeneficiary}</Title>
      </header>
      <Loaded query={query}>
        {(data) => (
          <Ask
            ways={data.capabilities.filter(({ product, available }) => product === 'payout' && available)}
            customers={newestWith(
              data.chosen?.status === 'active' ? data.chosen : undefined,
              data.customers.edges.map(({ node }) => node),
            )}
            usual={data.chosen?.id}
            hasMore={data.customers.pageInfo.hasNextPage}
          />
        )}
      </Loaded>
    </>
  );
}

interface AskProps {
  readonly ways: readonly Capability[];
  readonly customers: readonly Customer[];
  readonly usual: string | undefined;
  /** Whether the account has more customers than these. */
  readonly hasMore: boolean;
}

const nameOf = ({ method, currency, country }: Capability): string =>
  `${words.pay.by(currency, methodLabel(method))}${country ? ` · ${country}` : ''}`;

function Ask({ ways, customers, usual, hasMore }: AskProps) {
  const [chosen, setChosen] = useState('');
  const { error, isBusy, submit } = useAdding(ways[Number(chosen)]);
  const way = chosen === '' ? undefined : ways[Number(chosen)];
  return (
    <form className="card inputs" onSubmit={submit}>
      <Picker
        name="way"
        label={words.pay.paidIn}
        options={ways.map((each, at) => [String(at), nameOf(each)])}
        onPick={setChosen}
      />
      {way && (
        <fieldset className="inputs" key={chosen}>
          <legend className="unseen">{nameOf(way)}</legend>
          {(way.beneficiaryFields ?? []).map((spec) => (
            <Detail key={spec.name} spec={spec} />
          ))}
          {way.customerFields && way.customerFields.length > 0 && (
            <Picker
              name="customer_id"
              label={words.pay.sender}
              usual={usual ?? ''}
              hint={hasMore ? words.pay.newestCustomers : undefined}
              options={customers.map(({ id, displayName }) => [id, displayName])}
            />
          )}
          <Field name="holder" label={words.pay.holder} max={200} />
          <Field name="label" label={words.pay.label} hint={words.pay.labelHint} max={100} />
        </fieldset>
      )}
      <Fault error={error} />
      <button type="submit" className="main" disabled={isBusy || !way}>
        {isBusy ? words.pay.sending : words.pay.addTheBeneficiary}
      </button>
    </form>
  );
}

function Detail({ spec: { name, required, description, enum: values, example } }: { readonly spec: Spec }) {
  const { label, hint: says } = detailWords(name, description);
  if (values && required)
    return (
      <Picker
        name={`details.${name}`}
        label={label}
        options={values.map((each) => [each, stateText(each)])}
      />
    );
  const hint = example ? words.pay.example(says, example) : says;
  return <Field name={`details.${name}`} label={label} hint={hint} isRequired={required} />;
}

/** Sends the form and opens the page of the beneficiary. */
function useAdding(way: Capability | undefined) {
  const navigate = useNavigate();
  const { run, ...state } = useRest<{ readonly id: string }>(
    ({ id }) => void navigate({ to: '/o/$id', params: { id } }),
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!way) return;
    const { way: _, ...fields } = filledIn(event.currentTarget);
    const body = { method: way.method, currency: way.currency, details: {}, ...nested(fields) };
    void run(['POST', '/v1/beneficiaries', body]);
  };
  return { ...state, submit };
}
