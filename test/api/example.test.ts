import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDescription, type Operation } from '../../src/api/docs/description.js';
import { needsAuthenticator } from '../../src/api/docs/recipe.js';
import { resolveException } from '../../src/usecases/reconciliation.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import { holdPayouts } from '../setup/approval.js';
import { sealedOnce } from '../setup/ledger-seal.js';
import { operator, withHand } from '../setup/hand.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { settledOnce } from '../setup/settled.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, personOf, signIn } from '../setup/sign-in.js';
import { deposit, fund, openFunding, openFundingAccount } from '../setup/verbs.js';
import { kindsOf } from './kind.js';
import { filledIn, openapiText, pasted, settled, setup, shellBlocks } from './pasted.js';
import { openRecorder, send, type Exchange } from './recorder.js';

const { operations: all, tags } = readDescription(openapiText);
const operations = all.filter((each) => !needsAuthenticator(each));
const inOrder = tags.flatMap(({ name }) => operations.filter((each) => each.tags.includes(name)));
const [, ...blocks] = shellBlocks.map(({ shell }) => shell);

/** The service's responses by operation. */
const seen = new Map<string, Exchange[]>(operations.map(({ operationId }) => [operationId, []]));
const mailbox = openMailbox();
let service: RunningService;
let receiver: Receiver;
/** A pending approval for the list and retrieve examples. */
let waiting = '';
/** An endpoint with a working receiver. */
let receiverId: string;

/** Every example of a successful response. */
const cases = operations.flatMap((operation) =>
  operation.answers.flatMap(({ status, content }) => {
    const example = content?.['application/json']?.example;
    if (status >= 300 || example === undefined) return [];
    return [{ id: operation.operationId, status, example, requestBody: exampleBody(operation) }];
  }),
);

function exampleBody({ requestBody }: Operation): unknown {
  return requestBody?.content['application/json'].example;
}

/** Stores the response, and at the end the response to a repeat with the same key. */
async function keep({ operationId, method }: Operation, exchange: Exchange): Promise<void> {
  seen.get(operationId)?.push(exchange);
  await settled(service);
  const waiting = `/v1/webhook-endpoints/${receiverId}/deliveries?status=pending`;
  await service.until(waiting, (deliveries) => deliveries.at('data.0') === undefined);
  const { length } = cases.filter(({ id }) => id === operationId);
  if (method !== 'POST' || length < 2) return;
  seen.get(operationId)?.push({ ...exchange, answer: await send(service, exchange) });
}

/** Creates what an example needs, if no earlier example has created it. */
const preparations: Readonly<Record<string, () => Promise<unknown>>> = {
  listApprovals: async () => {
    [waiting = ''] = await holdPayouts(service);
  },
  approveApproval: () => holdPayouts(service),
  declineApproval: async () => {
    const owner = await personOf(service, mailbox, 'owner@example.com');
    await owner.post(`/v1/approvals/${waiting}/decline`, undefined);
    await holdPayouts(service);
  },
};

/** Runs the example as a reader does. */
async function paste(operation: Operation, shell: string): Promise<void> {
  await preparations[operation.operationId]?.();
  const recorder = await openRecorder(service);
  const filled = await filledIn(service, mailbox, shell);
  const status = await pasted(service, `${setup}\n${filled}\nPSP_BASE_URL=${recorder.url}\n${shell}`, /^2/);
  recorder.close();
  expect(status, shell).toMatch(/^2/);
  const path = new RegExp(`^${operation.path.replace(/\{\w+\}/, '[^/]+')}(\\?|$)`);
  const isOwn = (each: Exchange) => each.method === operation.method && path.test(each.path);
  const own = recorder.exchanges.findLast(isOwn);
  if (own === undefined) throw new Error(`the example of ${operation.operationId} does not call it`);
  await keep(operation, own);
}

/** Sends the example body for a resource other than that of the page's example. */
async function sendTo(operationId: string, id: string, change?: object): Promise<void> {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  const example = exampleBody(operation);
  const body = example === undefined ? undefined : { ...example, ...change };
  const request = {
    method: operation.method,
    path: operation.path.replace('{id}', id),
    body,
    key: freshKey(),
  };
  await keep(operation, { ...request, answer: await send(service, request) });
}

/** Reads all pages of every list, and every resource in it. */
async function readEverything(): Promise<void> {
  for (const operation of operations.filter(
    // The request log contains everything sent in this test.
    ({ method, path }) => method === 'GET' && !/\{(id|key)\}/.test(path) && path !== '/v1/requests',
  )) {
    const { operationId, path, parameters } = operation;
    const limit = parameters.some(({ name }) => name === 'limit') ? ['limit=100'] : [];
    const needed = parameters.flatMap(({ name, example }) =>
      example === undefined ? [] : [`${name}=${example}`],
    );
    const named = path.replace('{currency}', 'USDT').replace('{name}', 'transactions');
    const answer = await service.get(`${named}?${[...needed, ...limit].join('&')}`);
    seen.get(operationId)?.push({ method: 'GET', path, body: undefined, key: '', answer });
    const retrieve = operations.find((each) => each.method === 'GET' && each.path === `${path}/{id}`);
    if (retrieve === undefined) continue;
    for (const { id } of answer.at('data') as { id: string }[]) await sendTo(retrieve.operationId, id);
  }
}

/** A resolved payment with another amount than expected. */
async function makeException(): Promise<void> {
  const account = await openFunding(service, { method: 'bank_transfer', currency: 'PEN', amount: '150.00' });
  const body = { funding_account_id: account.get('id'), amount: '140.00' };
  const id = (await service.post('/v1/sandbox/deposits', body)).get('reconciliation_exception_id');
  const note = 'The payer was asked for the rest; the amount received is credited.';
  await withHand(service, (ports) => resolveException(ports, operator, { id, note }));
}

/** The balance and the agreed fee for the withdrawal example. */
async function prepareWithdrawals(): Promise<void> {
  await fund(service, 'MXN', '5000.00');
  const { accountId } = service;
  const update = { withdrawalFee: { amount: '10.00', currency: 'MXN' } };
  await withHand(service, (ports) => setAccountTerms(ports, operator, { accountId, update }));
}

/** Id of the first element with this value in a field. */
async function idOf(list: string, field: string, value: string): Promise<string> {
  const rows = (await service.get(`${list}?limit=100`)).at('data') as Record<string, string>[];
  return rows.find((each) => each[field] === value)?.['id'] ?? '';
}

/** Operations that set metadata, with the lists of their resources. */
const annotated = {
  updateFundingAccount: 'funding-accounts?status=active&',
  updateHostedSession: 'hosted-sessions?',
  updatePayout: 'payouts?status=completed&',
  updatePayoutBatch: 'payout-batches?status=completed&',
  updateRefund: 'refunds?status=completed&',
  updateWithdrawal: 'withdrawals?status=completed&',
};

/** Steps that change the page's resources run last, because the examples show the state before. */
async function changeEverything(): Promise<void> {
  const shop = await idOf('/v1/webhook-endpoints', 'url', 'https://shop.example.com/webhooks');
  await sendTo('updateWebhookEndpoint', shop);
  await sendTo('updateWebhookEndpoint', shop, { active: true });
  await sendTo('rotateWebhookSecret', shop);
  await sendTo('updateCustomer', await idOf('/v1/customers', 'external_id', 'user-1042'));
  // While one is in progress, the newest that has ended would be another than the example's.
  await settled(service);
  for (const [operationId, list] of Object.entries(annotated)) {
    const found = await service.get(`/v1/${list}reference=order-1042`);
    await sendTo(operationId, found.get('data.0.id'));
  }
  await sendTo('pingWebhookEndpoint', receiverId);
  await changeMember();
  const event = await idOf('/v1/events', 'type', 'payout.completed');
  await sendTo('redeliverEvent', event, { endpoint_id: receiverId });
  await previewFunded();
}

/** Deposits again, because earlier examples have spent the money. */
async function previewFunded(): Promise<void> {
  const account = await openFundingAccount(service, 'MXN', 'USDT');
  await deposit(service, { funding_account_id: account, amount: '9000.00' });
  const [before] = seen.get('previewPayoutBatch') ?? [];
  await sendTo('previewPayoutBatch', '', before?.body as object);
}

/** The owner changes the member that the page's example invited. */
async function changeMember(): Promise<void> {
  const { token: bearer } = await personOf(service, mailbox, 'owner@example.com');
  const operation = operations.find(({ operationId }) => operationId === 'updateMember');
  if (operation === undefined) throw new Error('members cannot be changed');
  const id = await idOf('/v1/members', 'email', 'ana@example.com');
  const path = operation.path.replace('{id}', id);
  const request = { method: 'PATCH', path, body: exampleBody(operation), key: freshKey(), bearer };
  await keep(operation, { ...request, answer: await send(service, request) });
}

beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...mailSettings }, mailbox);
  receiver = await openReceiver();
  const endpoint = { url: receiver.url, event_types: ['payout.completed', 'payout.failed'] };
  receiverId = (await service.post('/v1/webhook-endpoints', endpoint)).get('id');
  await settledOnce(service, { accountId: service.accountId, client: service });
  // The page is as old as the service, which is a day old once a day is sealed.
  for (const id of ['replaceHostedPage', 'getHostedPage']) await sendTo(id, '');
  await sealedOnce(service);
  await prepareWithdrawals();
  const steps = blocks.splice(0, blocks.length - inOrder.length);
  for (const shell of steps) {
    expect(await pasted(service, `${setup}\n${shell}`, /^2/), shell).toMatch(/^2/);
    await settled(service);
  }
  for (const [index, operation] of inOrder.entries()) await paste(operation, blocks[index] ?? '');
  await makeException();
  await makeLogged();
  // The funding account of the page's example has received a payment since.
  await sendTo('createFundingAccount', '');
  // Signs in as the member that the page's example invited.
  await signIn(service, mailbox, 'ana@example.com');
  await readEverything();
  await sendTo('listWebhookDeliveries', receiverId);
  await changeEverything();
});
afterAll(async () => {
  await receiver.close();
  await service.check();
  await service.stop();
});

interface Logged {
  readonly path: string;
  readonly request_body: object;
  readonly idempotency_key: string;
  readonly user_agent: string;
}

/** Sends the request shown in the example of the request log. */
async function makeLogged(): Promise<void> {
  const { example } = cases.find(({ id }) => id === 'getRequest') ?? {};
  const { path, request_body: body, idempotency_key: key, user_agent: agent } = example as Logged;
  const options = { idempotencyKey: key, headers: { 'User-Agent': agent } };
  const refused = await service.post(path, { ...body, description: 'November' }, options);
  const list = `/v1/requests?idempotency_key=${key}`;
  const answer = await service.until(list, (lines) => lines.at('data.0') !== undefined);
  seen.get('listRequests')?.push({ method: 'GET', path: list, body: undefined, key: '', answer });
  await sendTo('getRequest', refused.get('error.request_id'));
}

/** Cuts a real list to the length of the example. */
function asLongAs(example: unknown, real: unknown): unknown {
  if (!isList(example) || !isList(real)) return real;
  const isShown = (each: unknown) => example.data.some((one) => isDeepStrictEqual(one, each));
  return { ...real, data: real.data.filter(isShown).slice(0, example.data.length) };
}

function isList(body: unknown): body is { readonly data: readonly unknown[] } {
  return Array.isArray((body as { data?: unknown }).data);
}

it.each(cases)('shows a response of $id with $status', ({ id, status, example, requestBody }) => {
  const kinds = kindsOf(example, requestBody);
  const real = (seen.get(id) ?? [])
    .filter(({ answer }) => answer.status === status)
    .map(({ answer }) => asLongAs(kinds, kindsOf(answer.body, requestBody)));
  expect(real.find((each) => isDeepStrictEqual(each, kinds)) ?? real[0]).toEqual(kinds);
});
