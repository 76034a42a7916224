import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCredentials } from '../../src/main/credentials.js';
import { openCollector, type Collector } from '../setup/collector.js';
import { asker } from '../setup/graphql.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { allAtOnce, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';
import { eventually } from '../setup/patience.js';
import { spanNameOf } from '../../src/adapters/postgres/connection.js';

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const patience = { timeout: 60_000 };

let collector: Collector;
let receiver: Receiver;
let service: RunningService;
let beneficiary: string;

beforeAll(async () => {
  collector = await openCollector();
  receiver = await openReceiver();
  service = await openService({
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  await service.post('/v1/webhook-endpoints', { url: receiver.url });
  await fund(service, 'MXN', '5000.00');
  beneficiary = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
  await receiver.close();
  await collector.close();
});

const ofTrace = (traceId: string) => collector.parts.filter((part) => part.traceId === traceId);

/** Creates a payout as a part of the caller's trace. */
async function pay(description = 'rent of Juan Perez') {
  const [traceId, spanId] = [hex(16), hex(8)];
  const body = { ...mxnPayout(beneficiary), description };
  const headers = { traceparent: `00-${traceId}-${spanId}-01` };
  const made = await service.post('/v1/payouts', body, { headers });
  expect(made.status, made.text).toBe(201);
  return { traceId, spanId, id: made.get('id') };
}

describe('the name of a span', () => {
  it.each([
    ['commit', 'sql commit'],
    ['select record($1, $2)', 'sql select record'],
    [
      `select ${Array.from({ length: 60 }, (_, nth) => `"column_${nth}"`).join()} from payout where id = $1`,
      'sql select payout',
    ],
    ['with locked as (select id\n from "payin" for update) select 1', 'sql with payin'],
    ['insert into simulator.call values ($1)', 'sql insert simulator.call'],
    [`select * from ${'x'.repeat(500)}`, `sql select ${'x'.repeat(49)}`],
  ])('of %s has a short name', (text, name) => {
    expect(spanNameOf(text)).toBe(name);
  });
});

describe('a trace', () => {
  it('leads from the caller through the request, its transaction and SQL to the provider and the webhook', async () => {
    const { traceId, spanId, id } = await pay();
    const names = () => ofTrace(traceId).map(({ name }) => name);
    const typesReceived = () =>
      receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.type);
    await expect.poll(typesReceived, patience).toEqual(['payout.created', 'payout.completed']);
    await expect.poll(() => names().filter((name) => name === 'POST webhook'), patience).toHaveLength(2);
    expect(names()).toEqual(
      expect.arrayContaining(['transaction', 'sql commit', 'send', 'provider submit', 'sql select record']),
    );
    expect(names().filter((name) => name.length > 60)).toEqual([]);
    const parts = ofTrace(traceId);
    const request = parts.find(({ name }) => name === 'POST /v1/payouts');
    expect(request).toMatchObject({ parentSpanId: spanId, kind: 2 });
    const ids = new Set(parts.map((part) => part.spanId));
    expect(parts.filter((part) => part !== request && !ids.has(part.parentSpanId ?? ''))).toEqual([]);
    const parentOf = (name: string) => {
      const part = parts.find((each) => each.name === name);
      return parts.find((each) => each.spanId === part?.parentSpanId)?.name;
    };
    expect(parentOf('transaction')).toBe('POST /v1/payouts');
    expect(parentOf('sql commit')).toBe('transaction');
    expect(parentOf('send')).toBe('POST /v1/payouts');
    expect(parentOf('provider submit')).toBe('send');
    expect(parentOf('POST webhook')).toBe('POST /v1/payouts');
    const webhook = receiver.received.find(({ event }) => event.data.id === id);
    const posts = parts.filter(({ name }) => name === 'POST webhook').map((part) => part.spanId);
    expect(posts.map((post) => `00-${traceId}-${post}-01`)).toContain(webhook?.headers['traceparent']);
  });

  it('is separate for each request of a batch', async () => {
    const paid = await allAtOnce(12, () => pay());
    const rows = await queryRows(
      service.databaseUrl,
      'select resource_id, parent from trace where resource_id = any($1)',
      [paid.map(({ id }) => id)],
    );
    const traces = new Map(rows.map(({ resource_id: id, parent }) => [id, String(parent).split('-')[1]]));
    expect(paid.map(({ id }) => traces.get(id))).toEqual(paid.map(({ traceId }) => traceId));
    await eventually(() => {
      for (const { traceId } of paid) {
        const names = ofTrace(traceId).map(({ name }) => name);
        expect(names).toContain('provider submit');
        expect(names.filter((name) => name === 'POST webhook')).toHaveLength(2);
      }
    });
  });

  it('begins with the request if its caller has none or an invalid one', async () => {
    const before = new Set(collector.parts);
    const headers = { traceparent: `00-${'0'.repeat(32)}-${hex(8)}-01` };
    const response = await service.get('/v1/balances', { headers });
    const requestId = response.headers.get('x-request-id');
    const found = () =>
      collector.parts.find(
        (part) =>
          !before.has(part) &&
          part.attributes.some(
            ({ key, value }) => key === 'psp.request_id' && value['stringValue'] === requestId,
          ),
      );
    await expect.poll(found, patience).toMatchObject({ name: 'GET /v1/balances' });
    expect(found()?.parentSpanId ?? '').toBe('');
    expect(found()?.traceId).not.toBe('0'.repeat(32));
  });

  it('covers GraphQL operations too', async () => {
    const ask = asker(service.internalUrl, readCredentials(service.dataDir).operator_token ?? null);
    await ask('{ payouts(first: 1) { nodes { id } } }');
    const found = () => collector.parts.find(({ name }) => name === 'POST /graphql');
    await expect.poll(found, patience).toBeDefined();
    expect(found()?.attributes).toContainEqual({
      key: 'graphql.operation',
      value: { stringValue: 'query payouts' },
    });
  });

  it('contains no personal data and no secret', async () => {
    const all = collector.texts.join('\n');
    expect(all).toContain('payments');
    const {
      api_key: key = '',
      operator_token: token = '',
      owner_email: email = '',
    } = readCredentials(service.dataDir);
    for (const text of [key, token, email, 'Juan Perez', receiver.url, 'Rosa Campos', '032180000118359719'])
      expect(all.includes(text), text).toBe(false);
  });
});

it('a missing collector affects neither requests nor the stop', async () => {
  const lonely = await openService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect((await lonely.get('/v1/balances')).status).toBe(200);
  await lonely.check();
  await lonely.stop();
});
