import { z } from 'zod';
import { present, type Json } from '../../domain/event.js';
import { customer } from '../../domain/noun/customer.js';
import { createCustomer, updateCustomer } from '../../usecases/customer.js';
import { country, date, email, exampleChangeTime, metadata, named, phone, text } from '../field.js';
import { unsealedJson } from '../unsealing.js';
import { resourceOf } from './noun.js';
import { checkProfile } from './profile.js';
import { answerMade, ok, route } from './route.js';

const documentTypes = 'DNI RUC CE PAS PTP PASSPORT NATIONAL_ID RESIDENCE_PERMIT TAX_ID DRIVER_LICENSE'.split(
  ' ',
);
const line = (max: number) => text(max).exactOptional();

const profileExample = customer.fields.profile.example;
const profileSchema = named(
  'CustomerProfile',
  z.strictObject({
    first_name: line(100).describe('Individuals only; send it together with last_name.'),
    last_name: line(100),
    date_of_birth: date.exactOptional().describe('Individuals only; a day in the past.'),
    identity_document_type: z
      .enum(documentTypes)
      .exactOptional()
      .describe('Send it together with identity_document.'),
    identity_document: line(64).describe(
      "In the format of identity_document_country, or else of the customer's country. Peru: DNI has 8 digits, RUC 11 with check digit, CE and PAS 6 to 12 letters and digits, PTP 6 to 15. PASSPORT has 5 to 15.",
    ),
    identity_document_country: country.exactOptional().describe('Only with identity_document.'),
    email: email.exactOptional(),
    phone: phone.exactOptional(),
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

const resource = resourceOf(customer, {
  made: {
    profile: ({ profile }, unseal) => unsealedJson(unseal, profile, 'profile') as Json,
  },
  schemas: { profile: profileSchema },
});

const createSchema = named(
  'CustomerCreate',
  z.strictObject({
    external_id: text(128).describe("The account's own id, unique in the account."),
    type: z.enum(customer.fields.type.words.values),
    country,
    display_name: text(200).describe('Kept encrypted.'),
    profile: profileSchema
      .exactOptional()
      .describe(
        'Fields required by the country: see customer_fields in capabilities. Checked when a payout is sent.',
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

/** Contract §2.7, §4.9. */
export const customerRoutes = [
  resource.list,
  route({
    method: 'POST',
    path: '/v1/customers',
    operationId: 'createCustomer',
    tag: resource.list.tag,
    summary: 'Create a customer',
    description:
      'Returns 200 with the existing customer if external_id repeats with the same type, country, display_name and profile.',
    scope: 'write',
    idempotency: 'optional',
    body: createSchema,
    answers: { 201: resource.schema, 200: resource.schema },
    examples: { 201: resource.listed, 200: resource.listed },
    errors: ['external_id_conflict'],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const { external_id: externalId, display_name: displayName, profile, ...rest } = body;
      if (profile !== undefined) checkProfile(body, profile);
      const ask = present({
        ...rest,
        accountId: caller.account.id,
        by,
        externalId,
        displayName,
        profile: profile as Record<string, Json> | undefined,
      });
      const made = await createCustomer(ports, ask, use);
      return answerMade(made, resource.inList(made.resource, ports.vault));
    },
  }),
  resource.retrieve,
  route({
    method: 'PATCH',
    path: '/v1/customers/{id}',
    idKind: 'customer',
    operationId: 'updateCustomer',
    tag: resource.list.tag,
    summary: 'Update a customer',
    description: 'Replaces its metadata, or closes the customer.',
    scope: 'write',
    idempotency: 'none',
    body: updateSchema,
    answers: { 200: resource.schema },
    examples: {
      200: { ...resource.listed, metadata: { tier: 'silver' }, updated_at: exampleChangeTime },
    },
    errors: ['not_found', 'customer_closed', 'customer_blocked'],
    handle: async ({ ports }, { caller, by, id, body }) => {
      const updated = await updateCustomer(ports, { ...body, accountId: caller.account.id, id, by });
      return ok(resource.inList(updated, ports.vault));
    },
  }),
];
