import { useParams } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { useAsk } from '../ask.js';
import { Amount, Empty, Loaded, Named, Time } from '../part.js';
import { textOf } from '../text.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Confirm, Failed } from './confirm.js';
import { AmountField, beginForm, Field, filledIn } from './field.js';
import { Fact } from './pay.js';
import type { Money } from './payment.js';
import { useSteps, type Foreseen } from './step.js';

interface Payin {
  readonly id: string;
  readonly amount: Money;
  readonly refundable: Money;
  readonly createdAt: string;
  readonly bankReference: { readonly value: string } | null;
}

interface Preview extends Foreseen {
  readonly refund: { readonly amount: Money; readonly payer: Money | null } | null;
}

const documents = {
  name: 'createRefund',
  preview: `query ($accountId: ID!, $input: RefundInput!) { answer: previewRefund(accountId: $accountId, input: $input) {
    outcome refusal { code message } short { amount currency } warnings
    refund { amount { amount currency } payer { amount currency } } } }`,
  create: `mutation ($accountId: ID!, $input: RefundInput!, $key: String!, $reason: String!) {
    done: createRefund(accountId: $accountId, input: $input, idempotencyKey: $key, reason: $reason) { id } }`,
} as const;

/** Refunds a payment in, in whole or in part. */
export function Refund(): ReactNode {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  const query = useAsk<{ payin: Payin | null }>(
    `query ($id: ID!) { payin(id: $id) { id createdAt bankReference { value }
      amount { amount currency } refundable { amount currency } } }`,
    { id },
  );
  return (
    <>
      <header className="head">
        <Title>{words.pay.refund}</Title>
      </header>
      <Loaded query={query}>
        {({ payin }) =>
          payin && /[1-9]/.test(payin.refundable.amount) ? (
            <Steps payin={payin} />
          ) : (
            <Empty>{words.pay.notRefundable}</Empty>
          )
        }
      </Loaded>
    </>
  );
}

function Steps({ payin }: { readonly payin: Payin }) {
  const steps = useSteps<Preview>(documents);
  const refund = steps.seen?.preview.refund;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void steps.look({ payinId: payin.id, ...filledIn(event.currentTarget) });
  };
  return (
    <>
      <form className="card inputs" onSubmit={submit} hidden={steps.seen !== undefined} ref={beginForm}>
        <p className="note">
          <Named id={payin.id} name={payin.bankReference?.value ?? words.pay.paymentIn} /> ·{' '}
          <Time at={payin.createdAt} />
        </p>
        <p className="note">
          {words.pay.refundable(<Amount {...payin.refundable} />, <Amount {...payin.amount} />)}
        </p>
        <AmountField
          name="amount"
          label={words.pay.amountIn(payin.refundable.currency)}
          hint={words.pay.amountHint}
          usual={payin.refundable.amount}
        />
        <Field name="reason" label={words.pay.reason} max={500} />
        <Field name="reference" label={words.pay.reference} max={64} />
        <Failed steps={steps} />
        <button type="submit" className="main" disabled={steps.isBusy}>
          {steps.isBusy ? words.pay.asking : words.pay.next}
        </button>
      </form>
      <Confirm
        steps={steps}
        title={words.pay.check}
        act={refund && words.pay.refundMoney(<Amount {...refund.amount} />)}
      >
        <dl className="facts">
          {refund ? (
            <Fact name={words.pay.leavesBalance}>
              <Amount {...refund.amount} />
            </Fact>
          ) : (
            <Fact name={words.pay.amount}>
              <Amount amount={textOf(steps.seen?.input['amount'])} currency={payin.refundable.currency} />
            </Fact>
          )}
          {refund?.payer && (
            <Fact name={words.pay.payerGets}>
              <Amount {...refund.payer} />
            </Fact>
          )}
        </dl>
      </Confirm>
    </>
  );
}
