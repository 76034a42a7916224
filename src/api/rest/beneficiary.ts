import { z } from 'zod';
import { checkMethodFilter } from '../../domain/capability.js';
import { present } from '../../domain/event.js';
import { beneficiary, payeeResults } from '../../domain/noun/beneficiary.js';
import { showPayeeCheck } from '../../domain/payee-check.js';
import { archiveBeneficiary, createBeneficiary } from '../../usecases/beneficiary.js';
import { checkPayee } from '../../usecases/payee-check.js';
import { beneficiaryCreateSchema } from '../ask/beneficiary.js';
import { exampleChangeTime, exampleTime, named, time } from '../field.js';
import { unsealing } from '../unsealing.js';
import { resourceOf } from './noun.js';
import { answerMade, route } from './route.js';
import { saysOf } from './shape.js';

const payeeCheckSchema = named(
  'PayeeCheck',
  z.object({
    result: z.enum(payeeResults.values).describe(saysOf({ ...beneficiary.fields.payeeResult })),
    holder_hint: z
      .string()
      .exactOptional()
      .describe("The account holder's name, as much of it as the bank shows."),
    checked_at: time.describe('When the bank was asked.'),
  }),
  { result: 'match', holder_hint: 'J*** d* S****', checked_at: exampleTime },
);

const resource = resourceOf(beneficiary, {
  made: { payeeCheck: showPayeeCheck },
  schemas: { payeeCheck: payeeCheckSchema.exactOptional() },
  checkFilter: ({ ports }, { method }) => checkMethodFilter(ports.catalogue, method as string | undefined),
});

/** Contract §2.8, §4.9. */
export const beneficiaryRoutes = [
  resource.list,
  route({
    method: 'POST',
    path: '/v1/beneficiaries',
    operationId: 'createBeneficiary',
    tag: resource.list.tag,
    summary: 'Create a beneficiary',
    description:
      'Returns 200 with the existing beneficiary if the same account is already registered for the same customer.',
    scope: 'write',
    idempotency: 'optional',
    body: beneficiaryCreateSchema,
    answers: { 201: resource.schema, 200: resource.schema },
    errors: ['not_found', 'unsupported_method', 'customer_closed', 'customer_blocked', 'customer_not_active'],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const { customer_id: customerId, ...rest } = body;
      const ask = present({ ...rest, customerId, accountId: caller.account.id, by });
      const made = await createBeneficiary(ports, ask, use);
      return answerMade(made, resource.inDetail(made.resource, ports.vault));
    },
  }),
  resource.retrieve,
  route({
    method: 'POST',
    path: '/v1/beneficiaries/{id}/archive',
    idKind: 'beneficiary',
    operationId: 'archiveBeneficiary',
    tag: resource.list.tag,
    summary: 'Archive a beneficiary',
    description: 'It can no longer be paid. Archiving again changes nothing.',
    scope: 'write',
    idempotency: 'optional',
    answers: { 200: resource.schema },
    examples: { 200: { ...resource.example, status: 'archived', updated_at: exampleChangeTime } },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id, use }) => {
      const made = await archiveBeneficiary(ports, { accountId: caller.account.id, id, by }, use);
      return answerMade(made, resource.inDetail(made.resource, ports.vault), 200);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiaries/{id}/verification',
    idKind: 'beneficiary',
    operationId: 'checkPayee',
    tag: resource.list.tag,
    summary: 'Check the payee',
    description:
      "Asks the bank whether the name in `details` is the account holder's, and keeps the answer on the beneficiary as `payee_check`. Each call asks the bank again.",
    scope: 'write',
    idempotency: 'optional',
    answers: { 200: payeeCheckSchema },
    errors: ['not_found', 'beneficiary_archived', 'temporarily_unavailable'],
    handle: async ({ ports }, { caller, by, id, use }) => {
      const made = await checkPayee(ports, { accountId: caller.account.id, id, by }, use);
      const payeeCheck = showPayeeCheck(made.resource, unsealing(ports.vault, 'beneficiary', id));
      return answerMade(made, payeeCheck ?? {}, 200);
    },
  }),
];
