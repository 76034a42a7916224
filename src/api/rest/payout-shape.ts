import { z } from 'zod';
import { payeeName, type Payee } from '../../domain/beneficiary.js';
import { present } from '../../domain/event.js';
import {
  showCancellation,
  showListedPayout,
  showPayout,
  type ListedPayout,
  type Payout,
} from '../../domain/payout.js';
import { examplePrice } from '../../domain/noun/priced.js';
import { payout as declared, returnStatuses } from '../../domain/noun/payout.js';
import type { Ports } from '../../ports/ports.js';
import type { Vault } from '../../ports/vault.js';
import {
  bankReference,
  bankReferenceExample,
  exampleId,
  exampleTime,
  exampleTimeAfter,
  idOf,
  money,
  named,
  time,
} from '../field.js';
import { unsealing } from '../unsealing.js';
import { heldApproval } from './approval-shape.js';
import { sourceSchema } from './quote.js';
import { schemaOf } from './shape.js';

/** Example of a new payout. */
export const payoutExample = {
  id: exampleId('payout'),
  status: 'processing',
  method: 'pix',
  beneficiary_id: exampleId('beneficiary'),
  ...examplePrice,
  risk_status: 'allowed',
  reference: 'order-1042',
  metadata: { order: '1042' },
  created_at: exampleTime,
  updated_at: exampleTime,
};

/** Example of a repeated request after the simulated bank has decided. */
export const payoutRepeatExample = {
  ...payoutExample,
  status: 'completed',
  bank_reference: bankReferenceExample,
  updated_at: exampleTimeAfter(175),
};

/** Example of a decided payout, with the fields of every read. */
export const payoutReadExample = {
  ...payoutExample,
  status: 'completed',
  bank_reference: bankReferenceExample,
  beneficiary: {
    id: exampleId('beneficiary'),
    method: 'pix',
    country: 'BR',
    display_name: 'João da Silva',
    account_hint: '4725',
  },
  updated_at: exampleTimeAfter(175),
};

/** Example with the fields that only retrieve has. */
export const payoutDetailExample = { ...payoutReadExample, description: 'Invoice 1042', country: 'BR' };

const cancellation = z.object({
  status: z.enum(['requested', 'refused']),
  requested_at: time,
  requested_via: z.string(),
  decided_at: time.exactOptional(),
  not_cancelled_reason: z.string().exactOptional(),
});

const beneficiary = z.object({
  id: idOf('beneficiary'),
  method: z.string(),
  country: z.string().exactOptional(),
  display_name: z.string().exactOptional(),
  account_hint: z.string().describe('Last digits of the account number.'),
});

const refund = money.extend({
  status: z.enum(returnStatuses.values).describe('settled: the money is available again.'),
});

/** Contract §2.12. Fields that only retrieve shows are absent from lists and from the response of create. */
export const payoutSchema = named(
  declared.name,
  schemaOf(declared, {
    source: sourceSchema,
    riskStatus: z.enum(declared.fields.riskStatus.words.values).exactOptional(),
    refund,
    approval: heldApproval,
    cancellation,
    beneficiary,
    trace: bankReference,
  }),
  payoutExample,
);

/** A payout with all fields of retrieve. */
export function payoutDetail({ vault }: Pick<Ports, 'vault'>, payout: Payout, payee?: Payee) {
  return present({
    ...showPayout(payout),
    beneficiary: payee && showPayee(payee, vault),
    description: payout.description,
    cancellation: showCancellation(payout),
  });
}

/** The payouts of a list; their beneficiaries are read in one query. */
export async function payoutList(ports: Ports, accountId: string, payouts: readonly ListedPayout[]) {
  const ids = [...new Set(payouts.map((payout) => payout.beneficiaryId))];
  const beneficiaries = await ports.reader.rows('beneficiary', [accountId], ids);
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
