import { z } from 'zod';
import { present } from '../../domain/event.js';
import { lifetimeSeconds, showSession, type Prefill } from '../../domain/hosted-session.js';
import { amountFrom, show } from '../../domain/money.js';
import { hostedSession, sessionStatuses } from '../../domain/noun/hosted-session.js';
import { refuse } from '../../domain/refusal.js';
import { createHostedSession } from '../../usecases/hosted-session.js';
import { amountText, country, currency, exampleId, idOf, invalid, named, text } from '../field.js';
import { personalMark } from '../personal.js';
import { labelFields, labelsExample } from '../ask/label.js';
import { filterParameters, whereOf } from './filter.js';
import { metadataRoute } from './label.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { answerMade, ok, route } from './route.js';
import { exampleAt, saysOf, schemaOf } from './shape.js';

const hints = {
  amount: amountText
    .exactOptional()
    .describe(
      'Send it together with amount_side. Answers use the decimals of its currency, if that is known.',
    ),
  amount_side: z.enum(['source', 'destination']).exactOptional().describe('With amount.'),
  destination_country: country.exactOptional(),
  destination_currency: currency.exactOptional(),
  method: text(40).exactOptional().describe('Method of the payout.'),
  source_currency: currency.exactOptional(),
};

const token = z
  .string()
  .regex(/^hps_(test|live)_([a-z]_)?[a-z0-9]{12}_[0-9a-f]{64}$/)
  .exactOptional()
  .describe("Secret token of the page's URL; only in the answer that creates the session.");
const path = z
  .string()
  .exactOptional()
  .describe("/s/<token> on the page's host; only in the answer that creates the session.")
  .meta({ [personalMark]: true });

const schema = named(
  hostedSession.name,
  schemaOf(hostedSession, {
    status: z
      .enum(sessionStatuses.values)
      .describe(saysOf({ ...hostedSession.fields.status, words: sessionStatuses })),
    prefill: z.object(hints),
  }).extend({ token, path }),
  exampleAt(hostedSession, 'detail'),
);

const exampleToken = `hps_test_3k9d2m7q5x8w_${'0123456789abcdef'.repeat(4)}`;

const createSchema = named(
  'HostedSessionCreate',
  z.strictObject({
    customer_id: idOf('customer')
      .exactOptional()
      .describe('Sending customer, who cannot be changed in the session.'),
    expires_in: z
      .int()
      .min(lifetimeSeconds.least)
      .max(lifetimeSeconds.most)
      .exactOptional()
      .describe(`Lifetime in seconds. Default: ${lifetimeSeconds.usual}.`),
    prefill: z
      .strictObject(hints)
      .exactOptional()
      .describe('Suggested values, which the customer may change.'),
    ...labelFields,
  }),
  {
    customer_id: exampleId('customer'),
    expires_in: 3600,
    prefill: hostedSession.fields.prefill.example,
    ...labelsExample,
  },
);

/** The hints in a response: the amount has exactly the decimals of its currency, if that is given. */
function prefillOf(prefill: Prefill): Prefill {
  const { amount, amount_side: side } = prefill;
  if (amount !== undefined && side === undefined)
    invalid('prefill.amount_side', 'is required together with amount; send source or destination');
  if (amount === undefined && side !== undefined)
    invalid('prefill.amount', 'is required together with amount_side; send both or neither');
  const stated = side === 'source' ? prefill.source_currency : prefill.destination_currency;
  if (amount === undefined || stated === undefined) return prefill;
  return { ...prefill, amount: show(amountFrom(amount, stated, 'prefill.amount'), stated) };
}

const made = exampleAt(hostedSession, 'detail');
const tag = 'Hosted sessions';

/** Contract §2.17, §4.9. */
export const hostedSessionRoutes = [
  route({
    method: 'GET',
    path: '/v1/hosted-sessions',
    operationId: 'listHostedSessions',
    tag,
    summary: 'List hosted sessions, newest first',
    scope: 'read',
    idempotency: 'none',
    query: { ...listParameters, ...filterParameters(hostedSession) },
    readsReplica: 'position',
    answers: { 200: listOf(schema) },
    errors: [],
    handle: async ({ ports }, { caller, query }) => {
      const page = await readPage(ports, 'hostedSession', {
        accountId: caller.account.id,
        where: whereOf(hostedSession, query),
        query,
      });
      const now = await ports.reader.now();
      return ok(listBody(page, (session) => showSession(session, now)));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/hosted-sessions',
    operationId: 'createHostedSession',
    tag,
    summary: 'Create a hosted session',
    description:
      "Send the customer to path on the page's host. Only this answer contains token and path; a replay does not.",
    scope: 'write',
    idempotency: 'required',
    body: createSchema,
    answers: { 201: schema, 200: schema },
    examples: { 201: { ...made, token: exampleToken, path: `/s/${exampleToken}` }, 200: made },
    errors: ['not_found', 'page_not_enabled', 'customer_closed', 'customer_blocked', 'customer_not_active'],
    handle: async ({ ports }, { caller, by, body, use }) => {
      const { customer_id: customerId, expires_in: expiresIn, reference: clientReference, metadata } = body;
      const prefill = body.prefill && prefillOf(body.prefill);
      const ask = present({
        accountId: caller.account.id,
        customerId,
        expiresIn,
        prefill,
        clientReference,
        metadata,
        by,
        requestedBy: caller.id,
      });
      const { token: shownToken, ...session } = await createHostedSession(ports, ask, use);
      const resource = showSession(session.resource, await ports.reader.now());
      const secret = shownToken === undefined ? {} : { token: shownToken, path: `/s/${shownToken}` };
      return answerMade(session, { ...resource, ...secret });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/hosted-sessions/{id}',
    idKind: 'hostedSession',
    operationId: 'getHostedSession',
    tag,
    summary: 'Retrieve a hosted session',
    scope: 'read',
    idempotency: 'none',
    answers: { 200: schema },
    errors: ['not_found'],
    handle: async ({ ports: { reader } }, { caller, id }) => {
      const [found, now] = await Promise.all([
        reader.get('hostedSession', [caller.account.id], id),
        reader.now(),
      ]);
      return ok(showSession(found ?? refuse('not_found', 'This hosted session does not exist.'), now));
    },
  }),
  metadataRoute('hostedSession', {
    tag,
    schema,
    example: made,
    show: async ({ reader }, row) => showSession(row, await reader.now()),
  }),
];
