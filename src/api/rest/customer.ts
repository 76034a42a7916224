import { z } from 'zod';
import { present, type Json } from '../../domain/event.js';
import { customerStatuses, customerTypes, showCustomer, type Customer } from '../../domain/customer.js';
import { refuse } from '../../domain/refusal.js';
import type { Vault } from '../../ports/vault.js';
import { createCustomer, updateCustomer } from '../../usecases/customer.js';
import {
  country,
  date,
  exampleChangeTime,
  exampleId,
  exampleTime,
  idOf,
  metadata,
  named,
  text,
  time,
} from '../field.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { checkProfile } from './profile.js';
import { countryParameter, oneOf, textParameter } from './query.js';
import { answerMade, ok, route } from './route.js';

const documentTypes = 'DNI RUC CE PAS PTP PASSPORT NATIONAL_ID RESIDENCE_PERMIT TAX_ID DRIVER_LICENSE'.split(
  ' ',
);
const line = (max: number) => text(max).exactOptional();

const profileExample = {
  first_name: 'María',
  last_name: 'Quispe',
  identity_document_type: 'DNI',
  identity_document: '12345678',
};
const profileSchema = named(
  'CustomerProfile',
  z.strictObject({
    first_name: line(100).describe('Individuals; sent together with last_name.'),
    last_name: line(100),
    date_of_birth: date.exactOptional().describe('Individuals.'),
    identity_document_type: z
      .enum(documentTypes)
      .exactOptional()
      .describe('Sent together with identity_document.'),
    identity_document: line(64),
    identity_document_country: country.exactOptional().describe('Only with identity_document.'),
    email: z.email().max(254).exactOptional(),
    phone: z
      .string()
      .regex(/^\+?[0-9]{6,15}$/, { message: 'must be digits in international form' })
      .exactOptional(),
    tax_id: line(64),
    registration_number: line(64).describe('Businesses.'),
    address: z
      .strictObject({
        line1: line(200),
        line2: line(200),
        city: line(100),
        state: line(100),
        postal_code: line(20),
        country: country.exactOptional(),
      })
      .exactOptional(),
  }),
  profileExample,
);

const listedExample = {
  id: exampleId('customer'),
  external_id: 'user-1042',
  type: 'individual',
  status: 'active',
  country: 'PE',
  display_name: 'María Quispe',
  metadata: { tier: 'gold' },
  compliance_status: 'unverified',
  created_at: exampleTime,
  updated_at: exampleTime,
};
const customerExample = { ...listedExample, profile: profileExample };

const listedSchema = z.object({
  id: idOf('customer'),
  external_id: z.string().describe("The caller's own id."),
  type: z.enum(customerTypes),
  status: z
    .enum(customerStatuses)
    .describe(
      'closed is final; blocked is set and lifted by the platform alone. Nothing is paid for either.',
    ),
  country: z.string(),
  display_name: z.string(),
  metadata,
  compliance_status: z
    .enum(['unverified', 'pending', 'verified', 'rejected', 'review'])
    .describe("Set by the platform's checks."),
  created_at: time,
  updated_at: time,
});
const customerSchema = named(
  'Customer',
  listedSchema.extend({ profile: profileSchema.exactOptional().describe('Only on retrieve.') }),
  customerExample,
);

const createSchema = named(
  'CustomerCreate',
  z.strictObject({
    external_id: text(128).describe("The caller's own id; unique in the account."),
    type: z.enum(customerTypes),
    country,
    display_name: text(200).describe('Kept encrypted.'),
    profile: profileSchema
      .exactOptional()
      .describe(
        'What a country asks for is in customer_fields of its capability; judged when a payout is sent.',
      ),
    metadata: metadata.exactOptional(),
  }),
  {
    external_id: 'user-1042',
    type: 'individual',
    country: 'PE',
    display_name: 'María Quispe',
    profile: profileExample,
    metadata: { tier: 'gold' },
  },
);

const updateSchema = named(
  'CustomerUpdate',
  z.strictObject({
    metadata: metadata.exactOptional().describe('Replaces the whole object.'),
    status: z.enum(['active', 'closed']).exactOptional().describe('closed is final.'),
  }),
  { metadata: { tier: 'silver' } },
);

const tag = 'Customers';

/** Contract §2.7, §4.9. */
export const customerRoutes = [
  route({
    method: 'GET',
    path: '/v1/customers',
    operationId: 'listCustomers',
    tag,
    summary: 'List customers, newest first',
    scope: 'read',
    idempotency: 'none',
    query: {
      ...listParameters,
      status: oneOf(customerStatuses, 'The status.'),
      external_id: textParameter(128, "The caller's own id."),
      type: oneOf(customerTypes, 'The type.'),
      country: countryParameter,
    },
    answers: { 200: listOf(customerSchema, listedExample) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const { status, external_id: externalId, type, country: land } = query;
      const where = present({ status, externalId, type, country: land });
      const page = await readPage(ports, 'customer', { accountId: caller.account.id, where, query });
      return ok(listBody(page, (customer) => listed(customer, ports.vault)));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/customers',
    operationId: 'createCustomer',
    tag,
    summary: 'Create a customer',
    description:
      'Answers 200 with the existing customer when external_id repeats with the same type, country, display_name and profile.',
    scope: 'write',
    idempotency: 'optional',
    body: createSchema,
    answers: { 201: customerSchema, 200: customerSchema },
    examples: { 201: listedExample, 200: listedExample },
    errors: ['external_id_conflict'],
    handle: async ({ ports }, { caller, body, use }) => {
      const { external_id: externalId, display_name: displayName, profile, ...rest } = body;
      if (profile !== undefined) checkProfile(body.type, profile);
      const ask = present({
        ...rest,
        accountId: caller.account.id,
        externalId,
        displayName,
        profile: profile as Record<string, Json> | undefined,
      });
      const made = await createCustomer(ports, ask, use);
      return answerMade(made, listed(made.resource, ports.vault));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customers/{id}',
    idKind: 'customer',
    operationId: 'getCustomer',
    tag,
    summary: 'Retrieve a customer',
    scope: 'read',
    idempotency: 'none',
    hasOwnTurn: true,
    answers: { 200: customerSchema },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) => {
      const customer = await ports.reader.get('customer', caller.account.id, id);
      return ok(detailed(customer ?? refuse('not_found', 'There is no such customer.'), ports.vault));
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/customers/{id}',
    idKind: 'customer',
    operationId: 'updateCustomer',
    tag,
    summary: 'Update a customer',
    description: 'Replaces its metadata, or closes it.',
    scope: 'write',
    idempotency: 'none',
    body: updateSchema,
    answers: { 200: customerSchema },
    examples: {
      200: { ...listedExample, metadata: { tier: 'silver' }, updated_at: exampleChangeTime },
    },
    errors: ['not_found', 'customer_closed', 'customer_blocked'],
    handle: async ({ ports }, { caller, id, body }) => {
      const customer = await updateCustomer(ports, { ...body, accountId: caller.account.id, id });
      return ok(listed(customer, ports.vault));
    },
  }),
];

function listed(customer: Customer, vault: Vault) {
  return { ...showCustomer(customer), display_name: vault.decrypt(customer.displayName) };
}

function detailed(customer: Customer, vault: Vault) {
  if (customer.profile === null) return listed(customer, vault);
  return { ...listed(customer, vault), profile: JSON.parse(vault.decrypt(customer.profile)) as Json };
}
