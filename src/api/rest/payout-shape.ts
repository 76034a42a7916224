import { z } from 'zod';
import { payeeName, type Payee } from '../../domain/beneficiary.js';
import { present } from '../../domain/event.js';
import {
  payoutStatuses,
  showCancellation,
  showListedPayout,
  showPayout,
  type ListedPayout,
  type Payout,
} from '../../domain/payout.js';
import { examplePrice } from '../../domain/noun/priced.js';
import { riskStatuses } from '../../domain/operation.js';
import type { Ports } from '../../ports/ports.js';
import type { Vault } from '../../ports/vault.js';
import { exampleId, exampleTime, exampleTimeAfter, idOf, money, named, time } from '../field.js';
import { unsealing } from '../unsealing.js';
import { destinationSchema, rateSchema, sourceSchema } from './quote.js';

/** As it is created. */
export const payoutExample = {
  id: exampleId('payout'),
  status: 'processing',
  method: 'pix',
  beneficiary_id: exampleId('beneficiary'),
  ...examplePrice,
  risk_status: 'allowed',
  created_at: exampleTime,
  updated_at: exampleTime,
};

/** As it is once the simulated bank has decided, with what every read of it shows. */
export const payoutReadExample = {
  ...payoutExample,
  status: 'completed',
  beneficiary: {
    id: exampleId('beneficiary'),
    method: 'pix',
    country: 'BR',
    display_name: 'João da Silva',
    account_hint: '4725',
  },
  updated_at: exampleTimeAfter(175),
};

/** With what a retrieve alone shows, whatever its outcome. */
export const payoutDetailExample = { ...payoutReadExample, description: 'Invoice 1042', country: 'BR' };

const detail = 'On retrieve and in events.';

/** Contract §2.12. The fields of retrieve alone are absent from lists and from the answer that creates. */
export const payoutSchema = named(
  'Payout',
  z.object({
    id: idOf('payout'),
    status: z
      .enum(payoutStatuses)
      .describe(
        'verification_pending: the outcome at the bank is not known. failed, returned, cancelled are final.',
      ),
    method: z.string().describe("The beneficiary's."),
    beneficiary_id: idOf('beneficiary'),
    source: sourceSchema,
    destination: destinationSchema,
    rate: rateSchema,
    quote_id: idOf('quote').exactOptional(),
    remittance_id: idOf('remittance').exactOptional().describe('The remittance whose one payout it is.'),
    batch_id: idOf('payoutBatch').exactOptional().describe('The batch that it stands in.'),
    failure_code: z
      .string()
      .exactOptional()
      .describe(
        "insufficient_funds, invalid_instruction, no_route, not_submitted, resolved_not_executed, risk_rejected, customer_blocked, cancelled_before_submission, or a provider's own; an unknown code means not paid.",
      ),
    risk_status: z
      .enum(riskStatuses)
      .exactOptional()
      .describe('in_review: held by risk rules, still processing, with its money reserved.'),
    risk_decision_id: idOf('riskDecision').exactOptional(),
    refund: money
      .extend({ status: z.enum(['pending', 'settled']).describe('settled: it is in available again.') })
      .exactOptional()
      .describe('What came back after a return: the principal.'),
    cancellation: z
      .object({
        status: z.enum(['requested', 'refused']),
        requested_at: time,
        requested_via: z.string(),
        decided_at: time.exactOptional(),
        not_cancelled_reason: z.string().exactOptional(),
      })
      .exactOptional()
      .describe('Only on retrieve and on the answer to a cancel.'),
    beneficiary: z
      .object({
        id: idOf('beneficiary'),
        method: z.string(),
        country: z.string().exactOptional(),
        display_name: z.string().exactOptional(),
        account_hint: z.string().describe('The last digits of the account.'),
      })
      .exactOptional()
      .describe('On retrieve and in lists.'),
    description: z.string().exactOptional().describe('Only on retrieve.'),
    country: z.string().exactOptional().describe(detail),
    created_at: time,
    updated_at: time,
    completed_at: time.exactOptional().describe(detail),
    failed_at: time.exactOptional().describe(detail),
    returned_at: time.exactOptional().describe(detail),
    cancelled_at: time.exactOptional().describe(detail),
  }),
  payoutExample,
);

/** The payout with everything that a retrieve tells of it. */
export function payoutDetail({ vault }: Pick<Ports, 'vault'>, payout: Payout, payee?: Payee) {
  return present({
    ...showPayout(payout),
    beneficiary: payee && showPayee(payee, vault),
    description: payout.description,
    cancellation: showCancellation(payout),
  });
}

/** The payouts of a list, with their beneficiaries read in one go. */
export async function payoutList(ports: Ports, accountId: string, payouts: readonly ListedPayout[]) {
  const ids = [...new Set(payouts.map((payout) => payout.beneficiaryId))];
  const beneficiaries = await ports.reader.many('beneficiary', accountId, ids);
  const payees = new Map(beneficiaries.map((each) => [each.id, showPayee(each, ports.vault)]));
  return payouts.map((payout) => ({
    ...showListedPayout(payout),
    beneficiary: payees.get(payout.beneficiaryId),
  }));
}

function showPayee(payee: Payee, vault: Vault) {
  return present({
    id: payee.id,
    method: payee.method,
    country: payee.country,
    display_name: payeeName(payee, unsealing(vault, 'beneficiary', payee.id)),
    account_hint: payee.accountHint,
  });
}
