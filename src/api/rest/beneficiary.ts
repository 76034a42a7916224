import { z } from 'zod';
import { beneficiaryStatuses, showBeneficiary, type Beneficiary } from '../../domain/beneficiary.js';
import { checkMethodFilter } from '../../domain/capability.js';
import { present } from '../../domain/event.js';
import { refuse } from '../../domain/refusal.js';
import type { Vault } from '../../ports/vault.js';
import { archiveBeneficiary, createBeneficiary } from '../../usecases/beneficiary.js';
import {
  country,
  currency,
  dataKeysMax,
  exampleChangeTime,
  exampleId,
  exampleTime,
  idOf,
  metadata,
  named,
  pairs,
  text,
  time,
} from '../field.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { currencyParameter, idParameter, oneOf, textParameter } from './query.js';
import { answerMade, ok, route } from './route.js';

const beneficiaryExample = {
  id: exampleId('beneficiary'),
  method: 'pix',
  currency: 'BRL',
  country: 'BR',
  holder: 'João da Silva',
  label: 'rent',
  metadata: {},
  status: 'active',
  verification_status: 'unverified',
  created_at: exampleTime,
  updated_at: exampleTime,
};

const beneficiarySchema = named(
  'Beneficiary',
  z.object({
    id: idOf('beneficiary'),
    method: z.string(),
    currency: z.string(),
    country: z.string().exactOptional(),
    customer_id: idOf('customer').exactOptional().describe('Who sends what is paid to it.'),
    holder: z.string().exactOptional(),
    label: z.string().exactOptional(),
    metadata,
    status: z.enum(beneficiaryStatuses).describe('Nothing is paid to an archived one.'),
    verification_status: z
      .enum(['unverified', 'verified', 'failed'])
      .describe('By the platform; verified is final.'),
    verified_at: time.exactOptional(),
    created_at: time,
    updated_at: time,
  }),
  beneficiaryExample,
);

const createSchema = named(
  'BeneficiaryCreate',
  z.strictObject({
    method: text(64).describe('A payout method of capabilities.'),
    currency: currency.describe('What it receives.'),
    country: country.exactOptional().describe('Fixed by the method where the method has one.'),
    customer_id: idOf('customer').exactOptional().describe('Needed where the country asks for a sender.'),
    details: pairs(z.string(), z.unknown(), dataKeysMax).describe(
      'The beneficiary_fields of the capability; a dotted name is a nested object. Never returned.',
    ),
    holder: text(200).exactOptional().describe('Not part of the identity of the account.'),
    label: text(100).exactOptional(),
    metadata: metadata.exactOptional(),
  }),
  {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'João da Silva', pix_key: '52998224725' },
    holder: 'João da Silva',
    label: 'rent',
  },
);

const tag = 'Beneficiaries';

/** Contract §2.8, §4.9. */
export const beneficiaryRoutes = [
  route({
    method: 'GET',
    path: '/v1/beneficiaries',
    operationId: 'listBeneficiaries',
    tag,
    summary: 'List beneficiaries, newest first',
    scope: 'read',
    idempotency: 'none',
    query: {
      ...listParameters,
      status: oneOf(beneficiaryStatuses, 'The status.'),
      customer_id: idParameter('customer', 'The customer.'),
      method: textParameter(64, 'A method of capabilities.'),
      currency: currencyParameter,
    },
    answers: { 200: listOf(beneficiarySchema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const { status, customer_id: customerId, method, currency: code } = query;
      checkMethodFilter(ports.catalogue, method);
      const where = present({ status, customerId, method, currency: code });
      const page = await readPage(ports, 'beneficiary', { accountId: caller.account.id, where, query });
      return ok(listBody(page, (beneficiary) => shown(beneficiary, ports.vault)));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiaries',
    operationId: 'createBeneficiary',
    tag,
    summary: 'Create a beneficiary',
    description:
      'Answers 200 with the existing beneficiary when the same account is registered for the same customer.',
    scope: 'write',
    idempotency: 'optional',
    body: createSchema,
    answers: { 201: beneficiarySchema, 200: beneficiarySchema },
    errors: ['not_found', 'unsupported_method', 'customer_closed', 'customer_blocked', 'customer_not_active'],
    handle: async ({ ports }, { caller, body, use }) => {
      const { customer_id: customerId, ...rest } = body;
      const ask = present({ ...rest, customerId, accountId: caller.account.id });
      const made = await createBeneficiary(ports, ask, use);
      return answerMade(made, shown(made.resource, ports.vault));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiaries/{id}',
    idKind: 'beneficiary',
    operationId: 'getBeneficiary',
    tag,
    summary: 'Retrieve a beneficiary',
    scope: 'read',
    idempotency: 'none',
    hasOwnTurn: true,
    answers: { 200: beneficiarySchema },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) => {
      const beneficiary = await ports.reader.get('beneficiary', caller.account.id, id);
      return ok(shown(beneficiary ?? refuse('not_found', 'There is no such beneficiary.'), ports.vault));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiaries/{id}/archive',
    idKind: 'beneficiary',
    operationId: 'archiveBeneficiary',
    tag,
    summary: 'Archive a beneficiary',
    description: 'Nothing is paid to it any more. Archiving again changes nothing.',
    scope: 'write',
    idempotency: 'optional',
    answers: { 200: beneficiarySchema },
    examples: { 200: { ...beneficiaryExample, status: 'archived', updated_at: exampleChangeTime } },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id, use }) => {
      const made = await archiveBeneficiary(ports, { accountId: caller.account.id, id }, use);
      return answerMade(made, shown(made.resource, ports.vault), 200);
    },
  }),
];

function shown(beneficiary: Beneficiary, vault: Vault) {
  const holder = beneficiary.holder === null ? null : vault.decrypt(beneficiary.holder);
  return present({ ...showBeneficiary(beneficiary), holder });
}
