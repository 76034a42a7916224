import { z } from 'zod';
import { failureCodePattern } from '../../domain/failure-code.js';
import { present } from '../../domain/event.js';
import { kindOf } from '../../domain/id.js';
import type { AnyOperation, OperationKind, OperationKinds } from '../../domain/operation-kind.js';
import { showPayin } from '../../domain/payin.js';
import type { Ports } from '../../ports/ports.js';
import { giveEvidence, makeDeposit } from '../../usecases/sandbox.js';
import { amountText, exampleId, exampleTimeAfter, formed, idOf, named, trimmed } from '../field.js';
import { payinExample, payinSchema, processingPayinExample } from './payin.js';
import { payoutDetail, payoutDetailExample, payoutSchema } from './payout-shape.js';
import { refundResource } from './refund.js';
import { settlementDetail, settlementSchema } from './settlement.js';
import { withdrawalResource } from './withdrawal.js';
import { answerMade, route } from './route.js';

const delayMsMax = 60_000;

const depositSchema = named(
  'DepositCreate',
  z.strictObject({
    funding_account_id: idOf('fundingAccount'),
    amount: amountText.exactOptional().describe('Default: the amount requested.'),
    reference: trimmed(128)
      .exactOptional()
      .describe(
        "The bank's own reference, without leading or trailing spaces. The same reference and amount twice is one pay-in. Another amount is a provider_mismatch exception; another outcome than the pay-in's is a late_payment_evidence exception; reversed takes the payment back.",
      ),
    outcome: z.enum(['completed', 'failed', 'reversed']).exactOptional().describe('Default: completed.'),
    delay_ms: z
      .int()
      .min(0)
      .max(delayMsMax)
      .exactOptional()
      .describe('Delay until the bank decides. Default: 0.'),
  }),
  { funding_account_id: exampleId('fundingAccount'), amount: '101.50' },
);

const depositedSchema = named(
  'Deposit',
  z.union([
    payinSchema,
    z.object({ funding_account_id: idOf('fundingAccount'), reconciliation_exception_id: idOf('exception') }),
  ]),
  payinExample,
);

const evidenceSchema = named(
  'EvidenceCreate',
  z.strictObject({
    outcome: z
      .enum(['paid', 'not_executed', 'returned'])
      .describe("The bank's result: paid, never paid, or reversed."),
    code: formed(failureCodePattern, 64, {
      fault: 'has the wrong format; send 1 to 64 characters of A-Z a-z 0-9 . _ -',
    })
      .exactOptional()
      .describe('The failure_code for not_executed, shown in lower case.'),
  }),
  { outcome: 'not_executed', code: 'account_closed' },
);

/** How a kind of operation is shown by its own retrieve. */
interface OperationView<K extends OperationKind> {
  readonly schema: z.ZodType;
  show(ports: Ports, row: OperationKinds[K]): object | Promise<object>;
}

const operationViews: { readonly [K in OperationKind]: OperationView<K> } = {
  payout: {
    schema: payoutSchema,
    show: async (ports, row) =>
      payoutDetail(ports, row, await ports.reader.get('beneficiary', [row.accountId], row.beneficiaryId)),
  },
  refund: { schema: refundResource.schema, show: ({ vault }, row) => refundResource.inDetail(row, vault) },
  settlement: { schema: settlementSchema, show: settlementDetail },
  withdrawal: {
    schema: withdrawalResource.schema,
    show: ({ vault }, row) => withdrawalResource.inDetail(row, vault),
  },
};

const evidencedSchema = named(
  'EvidencedOperation',
  z.union(Object.values(operationViews).map(({ schema }) => schema)),
  payoutDetailExample,
);

const write = {
  method: 'POST',
  tag: 'Sandbox',
  scope: 'write',
  idempotency: 'optional',
  sandboxOnly: true,
} as const;

/** Supplement §3.10; not served in live. */
export const sandboxRoutes = [
  route({
    ...write,
    path: '/v1/sandbox/deposits',
    operationId: 'createSandboxDeposit',
    summary: 'Create a deposit',
    description:
      'Simulates a deposit into a funding account. Returns the pay-in, or the reconciliation exception if the deposit does not match the request.',
    // Deposits without a key are batched: more deposits make larger groups. One with a key runs alone.
    hasOwnTurn: 'without a key',
    body: depositSchema,
    answers: { 201: depositedSchema, 200: depositedSchema },
    examples: { 201: processingPayinExample },
    errors: ['not_found', 'funding_account_not_active'],
    handle: async ({ ports }, { caller, body, use }) => {
      const ask = present({
        accountId: caller.account.id,
        fundingAccountId: body.funding_account_id,
        amount: body.amount,
        reference: body.reference,
        outcome: body.outcome,
        delayMs: body.delay_ms,
      });
      const made = await makeDeposit(ports, ask, use);
      const { resource } = made;
      const shownResource =
        'payin' in resource
          ? showPayin(resource.payin)
          : {
              funding_account_id: resource.fundingAccountId,
              reconciliation_exception_id: resource.exceptionId,
            };
      return answerMade(made, shownResource);
    },
  }),
  route({
    ...write,
    path: '/v1/sandbox/operations/{id}/evidence',
    idKind: Object.keys(operationViews) as OperationKind[],
    operationId: 'createSandboxEvidence',
    summary: 'Create evidence of an operation',
    description:
      'Decides how a payout, refund, withdrawal or settlement in flight ended at the bank. returned is also accepted for a completed payout. Returns the operation as a retrieve would.',
    // Waits up to three seconds for a payout that is about to be sent.
    hasOwnTurn: true,
    body: evidenceSchema,
    answers: { 200: evidencedSchema },
    examples: {
      200: {
        ...payoutDetailExample,
        status: 'failed',
        failure_code: 'account_closed',
        description: 'sim:hold',
        failed_at: exampleTimeAfter(175),
      },
    },
    errors: ['not_found', 'operation_not_in_flight'],
    handle: async ({ ports }, { caller, by, id, body, use }) => {
      const ask = { ...body, accountId: caller.account.id, id, by };
      const made = await giveEvidence(ports, ask, use);
      return answerMade(made, await viewOf(ports, made.resource), 200);
    },
  }),
];

/** The id prefix determines the kind. */
function viewOf(ports: Ports, row: AnyOperation): object | Promise<object> {
  const [, view] = Object.entries(operationViews).find(([kind]) => kind === kindOf(row.id)) ?? [];
  if (view === undefined) throw new Error(`${row.id} is of a kind that is not shown`);
  return (view as OperationView<OperationKind>).show(ports, row as never);
}
