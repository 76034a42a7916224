import { z } from 'zod';
import { showDomain } from '../../domain/hosted-domain.js';
import { hostedDomain } from '../../domain/noun/hosted-domain.js';
import { refuse } from '../../domain/refusal.js';
import { claimHostedDomain, removeHostedDomain } from '../../usecases/hosted-domain.js';
import { named, text } from '../field.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { answerMade, ok, route } from './route.js';
import { exampleAt, schemaOf } from './shape.js';

const schema = named(hostedDomain.name, schemaOf(hostedDomain, {}), exampleAt(hostedDomain, 'detail'));

const createSchema = named(
  'HostedDomainCreate',
  z.strictObject({
    hostname: text(253).describe(
      'A DNS name that you own, without scheme, port or path. IP addresses, public suffixes and names of the service are refused.',
    ),
  }),
  { hostname: hostedDomain.fields.hostname.example },
);

const path = '/v1/hosted-domains';
const tag = 'Hosted domains';
const one = { path: `${path}/{id}`, idKind: 'hostedDomain', tag } as const;

/** Contract §2.16, §4.9. Deleting comes last: the examples of the reference are pasted in this order. */
export const hostedDomainRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'listHostedDomains',
    tag,
    summary: 'List hosted domains, newest first',
    scope: 'read',
    idempotency: 'none',
    query: listParameters,
    readsReplica: 'position',
    answers: { 200: listOf(schema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const ask = { accountId: caller.account.id, where: { removedAt: null }, query };
      return ok(listBody(await readPage(ports, 'hostedDomain', ask), (domain) => showDomain(domain)));
    },
  }),
  route({
    method: 'POST',
    path,
    operationId: 'claimHostedDomain',
    tag,
    summary: 'Claim a hosted domain',
    description:
      'Publish verification_token as a TXT record at _psp-verification.<hostname>. It is looked up for 72 hours. At most ten claims can be pending.',
    scope: 'write',
    idempotency: 'optional',
    body: createSchema,
    answers: { 201: schema, 200: schema },
    errors: ['hostname_taken', 'limit_exceeded'],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const made = await claimHostedDomain(ports, { ...body, accountId: caller.account.id, by }, use);
      return answerMade(made, showDomain(made.resource));
    },
  }),
  route({
    ...one,
    method: 'GET',
    operationId: 'getHostedDomain',
    summary: 'Retrieve a hosted domain',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: schema },
    errors: ['not_found'],
    handle: async ({ ports: { reader } }, { caller, id }) => {
      const found = await reader.get('hostedDomain', [caller.account.id], id);
      return found?.removedAt === null
        ? ok(showDomain(found))
        : refuse('not_found', 'This hosted domain does not exist.');
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    operationId: 'removeHostedDomain',
    summary: 'Remove a hosted domain',
    description: 'The page is no longer served under this name, and anyone may claim it.',
    scope: 'write',
    idempotency: 'none',
    answers: { 204: null },
    errors: ['not_found'],
    handle: async ({ ports }, { caller, by, id }) => {
      await removeHostedDomain(ports, { accountId: caller.account.id, id, by });
      return { status: 204 };
    },
  }),
];
