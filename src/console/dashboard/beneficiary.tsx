import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { refusalOf, useAsk } from '../ask.js';
import { rest, type Refused } from '../client.js';
import { spaced } from '../catalogue.js';
import { Shown } from '../part.js';
import { Field, Picker, given } from './field.js';
import { useMe } from './me.js';

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

interface Told {
  readonly capabilities: readonly Capability[];
  readonly customers: {
    readonly edges: readonly { readonly node: { readonly id: string; readonly displayName: string } }[];
  };
}

const document = `query ($accountId: ID!) {
  capabilities(accountId: $accountId) { product method currency country available
    beneficiaryFields { name required description enum example } customerFields { name } }
  customers(first: 100, filter: { status: [active] }) { edges { node { id displayName } } } }`;

/** Adds a beneficiary: the way of payment, then the fields that it needs. */
export function NewBeneficiary(): ReactNode {
  const { account } = useMe();
  const asked = useAsk<Told>(document, { accountId: account.id });
  return (
    <>
      <header className="head">
        <h1>New beneficiary</h1>
      </header>
      <Shown asked={asked}>
        {(told) => (
          <Ask
            ways={told.capabilities.filter(({ product, available }) => product === 'payout' && available)}
            customers={told.customers.edges.map(({ node }) => node)}
          />
        )}
      </Shown>
    </>
  );
}

interface AskProps {
  readonly ways: readonly Capability[];
  readonly customers: readonly { readonly id: string; readonly displayName: string }[];
}

const nameOf = ({ method, currency, country }: Capability): string =>
  `${currency} by ${spaced(method)}${country ? ` · ${country}` : ''}`;

function Ask({ ways, customers }: AskProps) {
  const [chosen, setChosen] = useState('');
  const { error, isBusy, submit } = useAdding(ways[Number(chosen)]);
  const way = chosen === '' ? undefined : ways[Number(chosen)];
  return (
    <form className="card places" onSubmit={submit}>
      <Picker
        name="way"
        label="Paid in"
        options={ways.map((each, at) => [String(at), nameOf(each)])}
        onPick={setChosen}
      />
      {way && (
        <fieldset className="places" key={chosen}>
          <legend className="unseen">{nameOf(way)}</legend>
          {(way.beneficiaryFields ?? []).map((spec) => (
            <Detail key={spec.name} spec={spec} />
          ))}
          {way.customerFields && way.customerFields.length > 0 && (
            <Picker
              name="customer_id"
              label="Customer that sends"
              options={customers.map(({ id, displayName }) => [id, displayName])}
            />
          )}
          <Field name="holder" label="Account holder" max={200} />
          <Field name="label" label="Label" hint="Only you see it." max={100} />
        </fieldset>
      )}
      {error && (
        <p className="failed" role="alert">
          {error.message}
        </p>
      )}
      <button type="submit" className="main" disabled={isBusy || !way}>
        {isBusy ? 'Sending…' : 'Add beneficiary'}
      </button>
    </form>
  );
}

function Detail({ spec: { name, required, description, enum: values, example } }: { readonly spec: Spec }) {
  const label = spaced(name.replaceAll('.', ' '));
  if (values && required)
    return <Picker name={`details.${name}`} label={label} options={values.map((each) => [each, each])} />;
  const hint = example ? `${description}. For example ${example}` : description;
  return <Field name={`details.${name}`} label={label} hint={hint} isRequired={required} />;
}

/** Sends the form under one key until it is accepted: sent again, it adds no second beneficiary. */
function useAdding(way: Capability | undefined) {
  const navigate = useNavigate();
  const key = useRef(`dashboard-${crypto.randomUUID()}`);
  const [error, setError] = useState<Refused>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!way) return;
    setBusy(true);
    setError(undefined);
    const { way: _, ...fields } = given(event.currentTarget);
    const body = { method: way.method, currency: way.currency, ...nested(fields) };
    rest('POST', '/v1/beneficiaries', { body, key: key.current })
      .then(async (response) => {
        const { id } = (await response.json()) as { readonly id: string };
        await navigate({ to: '/o/$id', params: { id } });
      })
      .catch((fault: unknown) => {
        const refusal = refusalOf(fault);
        // What was refused is corrected under another key; what had no answer keeps its own.
        if (refusal.code !== 'no_answer') key.current = `dashboard-${crypto.randomUUID()}`;
        setError(refusal);
      })
      .finally(() => setBusy(false));
  };
  return { error, isBusy, submit };
}

type Nested = { [name: string]: string | Nested };

/** `details.document.type` is a field of an object in an object. */
function nested(fields: Readonly<Record<string, string>>): Nested {
  const whole: Nested = { details: {} };
  for (const [path, value] of Object.entries(fields)) {
    const names = path.split('.');
    let at = whole;
    for (const name of names.slice(0, -1)) {
      const inner = at[name];
      at = at[name] = typeof inner === 'object' ? inner : {};
    }
    at[names.at(-1) ?? ''] = value;
  }
  return whole;
}
