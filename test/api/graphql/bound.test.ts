import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounds } from '../../../src/api/graphql/bound.js';
import { openConsole, type Console } from '../../setup/console.js';
import { answerOf, withoutErrors, type GraphqlAnswer } from '../../setup/graphql.js';
import { enter } from '../../setup/socket.js';
import { abusive } from './abuse.js';

let console: Console;

beforeAll(async () => {
  console = await openConsole();
});
afterAll(async () => {
  expect(console.faults).toEqual([]);
  await console.close();
});

type Sent = {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
};

/** A request with a body as it stands; of GET without one. */
async function send({ body, headers = {}, method = 'POST' }: Sent): Promise<GraphqlAnswer> {
  const response = await fetch(`${console.url}/graphql${method === 'GET' ? body : ''}`, {
    method,
    headers: {
      authorization: 'Bearer admin',
      accept: 'application/graphql-response+json',
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method === 'POST' && { body }),
  });
  return answerOf(response, await response.text());
}

describe('limits of a document', () => {
  it('fifty documents are refused', () => expect(abusive.length).toBeGreaterThanOrEqual(50));

  it.each(abusive.map((each) => [each.name, each] as const))(
    'refuses %s before anything runs',
    async (_name, { body, why }) => {
      let response: GraphqlAnswer | undefined;
      const began = performance.now();
      const sent = await console.statements(async () => {
        response = await send({ body });
      });
      expect(sent).toEqual([]);
      expect(response?.status, response?.text).toBeGreaterThanOrEqual(400);
      expect(response?.status).toBeLessThan(500);
      expect(response?.data ?? null).toBeNull();
      expect(
        response?.errors.some(({ message }) => why.test(message)),
        response?.text,
      ).toBe(true);
      expect(response?.text).not.toMatch(/node_modules|\bat \w+ \(/);
      expect(response?.errors.every(({ extensions }) => typeof extensions['request_id'] === 'string')).toBe(
        true,
      );
      expect(performance.now() - began).toBeLessThan(3_000);
    },
  );

  it('accepts the queries of the console', async () => {
    const get = withoutErrors(console.as('viewer'));
    const page =
      await get(`{ payouts(first: 50) { nodes { id status source { total currency } destination { amount currency }
      beneficiary { displayName } events(first: 20) { type occurredAt } entries { ledger direction money { amount currency } } } } }`);
    const query =
      'query ($n: Int) { payouts(first: $n) { nodes { events(first: $n) { id type position } } } }';
    expect([page.status, (await get(query, { n: 50 })).status]).toEqual([200, 200]);
  });

  it('counts the sizes in variables', async () => {
    const query =
      'query ($n: Int) { payouts(first: $n) { nodes { events(first: $n) { id type position } } } }';
    const response = await send({ body: JSON.stringify({ query, variables: { n: 100 } }) });
    expect([response.status, response.codes()]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
  });

  it('counts the default sizes of variables', async () => {
    const query =
      'query ($n: Int = 100) { payouts(first: $n) { nodes { events(first: $n) { id type position } } } }';
    const response = await send({ body: JSON.stringify({ query }) });
    expect([response.status, response.codes()]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
  });

  it('counts a list without a size argument by its maximum', async () => {
    for (const query of [
      '{ accounts(first: 1) { nodes { apiKeys { account { apiKeys { account { apiKeys { id prefix } } } } } } } }',
      '{ payouts(first: 100) { nodes { account { balances { account { balances { currency available } } } } } } }',
      '{ deliveries(first: 100) { nodes { history { number occurredAt httpStatus } endpoint { deliveries(first: 20) { history { number } } } } } }',
    ]) {
      const response = await send({ body: JSON.stringify({ query }) });
      expect([response.status, response.codes()], query).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
    }
  });

  it('accepts the introspection that tools send, in sandbox', async () => {
    const wrapped = '{ kind name ofType '.repeat(9) + '{ kind name }' + ' }'.repeat(9);
    const response = await withoutErrors(console.as('viewer'))(
      `{ __schema { types { name fields { name args { name type ${wrapped} } type ${wrapped} } } } }`,
    );
    expect(response.at('__schema.types')).not.toHaveLength(0);
  });
});

describe('a schema request', () => {
  it.each([
    ['the schema twice', '{ a: __schema { types { name } } b: __schema { types { name } } }'],
    [
      'a type twice',
      '{ a: __type(name: "Payout") { name } ...f } fragment f on Query { b: __type(name: "Payin") { name } }',
    ],
    [
      'the schema twice through a fragment',
      '{ a: __schema { ...f } ...g } fragment g on Query { ...h } fragment h on Query { b: __schema { ...f } } fragment f on __Schema { types { name } }',
    ],
  ])('is refused with %s', async (_what, query) => {
    const response = await send({ body: JSON.stringify({ query }) });
    expect([response.status, response.codes()], response.text).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
    expect(response.errors[0]?.message).toBe('The document uses __schema or __type more than once.');
  });

  it('may have __schema and __type once each', async () => {
    const response = await console.as('viewer')(
      '{ __schema { queryType { name } } __type(name: "Payout") { name } __typename }',
    );
    expect(response.data, response.text).toMatchObject({ __type: { name: 'Payout' }, __typename: 'Query' });
  });
});

describe('the HTTP endpoint', () => {
  const query = JSON.stringify({ query: '{ __typename }' });
  it.each<[string, Sent, number, string]>([
    ['a list of operations', { body: `[${query}]` }, 400, 'invalid_body'],
    [
      'a mutation by GET',
      { method: 'GET', body: '?query=mutation{blockCustomer(id:"cus_1",reason:"x"){id}}' },
      405,
      'method_not_allowed',
    ],
    [
      'a form, as another site can send one',
      { body: 'query=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    [
      'text, as another site can send it',
      { body: query, headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'a document of the graphql type',
      { body: '{ __typename }', headers: { 'content-type': 'application/graphql' } },
      415,
      'unsupported_media_type',
    ],
    [
      'more than 64 KiB',
      { body: JSON.stringify({ query: `{ __typename } #${'x'.repeat(65_536)}` }) },
      413,
      'body_too_large',
    ],
    ['far more than 64 KiB', { body: 'x'.repeat(8_000_000) }, 413, 'body_too_large'],
    ['no JSON', { body: '{"query":' }, 400, 'invalid_body'],
    [
      'a member twice',
      { body: '{"query":"{ __typename }","query":"{ payouts { nodes { id } } }"}' },
      400,
      'invalid_body query',
    ],
    ['no token', { body: query, headers: { authorization: '' } }, 401, 'invalid_api_key'],
  ])('refuses %s', async (_what, sent, status, code) => {
    let response: GraphqlAnswer | undefined;
    expect(await console.statements(async () => (response = await send(sent)))).toEqual([]);
    expect([response?.status, response?.codes()]).toEqual([status, [code]]);
    if (status === 405) expect(response?.headers.get('allow')).toBe('POST');
  });

  it('a connection cut by the client is not logged as a server error', async () => {
    const { hostname, port } = new URL(console.url);
    const before = console.faults.length;
    const handled = console.requests.length;
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      'POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer admin\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{"query":',
    );
    // The header says that the body is waited for.
    await once(socket, 'data');
    socket.resetAndDestroy();
    await expect.poll(() => console.requests.slice(handled)).toMatchObject([{ error_code: 'invalid_body' }]);
    expect(console.faults.slice(before)).toEqual([]);
  });

  it('allows the documented methods', async () => {
    expect(await send({ body: query })).toMatchObject({ status: 200, data: { __typename: 'Query' } });
    expect(bounds).toEqual({
      tokens: 2_000,
      depth: 12,
      aliases: 30,
      rootFields: 20,
      cost: 20_000,
      errors: 5,
    });
  });
});

describe('a null for a required value', () => {
  it.each<[string, string, object]>([
    ['in a page', 'query ($n: Int) { payouts(first: $n) { nodes { id } } }', { n: null }],
    [
      'in a list',
      'mutation ($s: [Scope!]) { issueApiKey(accountId: "acct_1", scopes: $s, reason: "r") { secret } }',
      { s: null },
    ],
    [
      'in an input',
      'mutation ($b: AdjustmentBucket) { resolveException(id: "rex_1", note: "n", reason: "r", adjustment: { bucket: $b, direction: credit, amount: "1", currency: "PEN" }) { id } }',
      { b: null },
    ],
    [
      'in a condition',
      'query ($b: Boolean = true) { payouts { nodes { id } pageInfo @include(if: $b) { hasNextPage } } }',
      { b: null },
    ],
    [
      'in a condition at the root',
      'query ($b: Boolean = true) { payouts @skip(if: $b) { nodes { id } } }',
      { b: null },
    ],
    [
      'in a condition further down',
      'query ($b: Boolean = true) { platform { now @include(if: $b) } }',
      { b: null },
    ],
  ])('is an error of the caller: %s', async (_where, query, variables) => {
    const response = await send({ body: JSON.stringify({ query, variables }) });
    expect(response.codes(), response.text).toEqual(['BAD_USER_INPUT']);
    expect(response.errors[0]?.message).toMatch(/; give a value, or omit it\.$/);
    expect(response.status).toBe(400);
  });
});

describe('a slow field', () => {
  it('gets a timeout error and can be requested again', async () => {
    const { freed, release } = await lockedTable(console.fixture.url, 'payout');
    const began = performance.now();
    const response = await console.as('viewer')('{ payouts { nodes { id } } }');
    release();
    await freed;
    expect(response.codes()).toEqual(['temporarily_unavailable']);
    expect(performance.now() - began).toBeLessThan(6_000);
    expect((await console.as('viewer')('{ payouts { nodes { id } } }')).status).toBe(200);
  });

  it('keeps earlier results, and no later field starts', async () => {
    const admin = withoutErrors(console.as('admin'));
    const made = await admin('mutation { openAccount(name: "Slow", reason: "r") { account { id } } }');
    const { freed, release } = await lockedTable(console.fixture.url, 'customer');
    const began = performance.now();
    const response = await console.as('admin')(
      `mutation ($account: ID!) {
        issueApiKey(accountId: $account, reason: "r") { secret apiKey { id } }
        blockCustomer(id: "cus_01k9zq3v5e8x7m2n4p6r8t0w1y", reason: "r") { id }
        setPayoutKillSwitch(on: true, reason: "r") { payoutsStopped }
      }`,
      { account: made.at('openAccount.account.id') },
    );
    expect(performance.now() - began).toBeLessThan(6_000);
    release();
    await freed;
    expect([response.status, response.headers.get('retry-after')], response.text).toEqual([200, null]);
    expect(response.data).toEqual({
      issueApiKey: { secret: expect.any(String), apiKey: { id: expect.any(String) } },
      blockCustomer: null,
      setPayoutKillSwitch: null,
    });
    expect(response.errors).toMatchObject([
      {
        path: ['blockCustomer'],
        message: 'No answer yet; it may still complete. Check before you repeat it.',
        extensions: { code: 'temporarily_unavailable' },
      },
      {
        path: ['setPayoutKillSwitch'],
        message: 'It timed out before it started; retry.',
        extensions: { code: 'temporarily_unavailable' },
      },
    ]);
    expect((await admin('{ platform { payoutsStopped } }')).data).toEqual({
      platform: { payoutsStopped: false },
    });
  });

  it('a secret created for a slow field is still returned', async () => {
    const { freed, release } = await lockedTable(console.fixture.url, 'webhook_endpoint');
    const response = await console.as('admin')(
      'mutation { openAccount(name: "Shown", reason: "r") { secret account { webhookEndpoints { id } } } }',
    );
    release();
    await freed;
    expect(response.data, response.text).toEqual({
      openAccount: { secret: expect.any(String), account: null },
    });
    expect(response.errors).toMatchObject([
      {
        path: ['openAccount', 'account', 'webhookEndpoints'],
        message: 'The change was made, but there was no time to read this; query it.',
        extensions: { code: 'temporarily_unavailable' },
      },
    ]);
  });

  it('can be retried with its idempotency key', async () => {
    const made = await withoutErrors(console.as('admin'))(
      'mutation { openAccount(name: "Keyed", reason: "r") { account { id } } }',
    );
    const { freed, release } = await lockedTable(console.fixture.url, 'quote');
    const response = await console.as('admin')(
      'mutation ($account: ID!) { createQuote(accountId: $account, idempotencyKey: "slow-quote-1", input: { method: "spei", currency: "MXN", sourceCurrency: "USDT", amount: "10", amountSide: source }, reason: "r") { id } }',
      { account: made.at('openAccount.account.id') },
    );
    release();
    await freed;
    expect(response.errors).toMatchObject([
      { path: ['createQuote'], message: 'No answer yet; retry with the same Idempotency-Key.' },
    ]);
  });

  it('text in a comment or in another operation does not extend the time limit', async () => {
    const { freed, release } = await lockedTable(console.fixture.url, 'payout');
    const began = performance.now();
    const responses = await Promise.all([
      console.as('viewer')('{ payouts { nodes { id } } } # advanceClock'),
      send({
        body: JSON.stringify({
          query:
            'query a { payouts { nodes { id } } } mutation b { advanceClock(seconds: 1, reason: "r") { now } }',
          operationName: 'a',
        }),
      }),
    ]);
    release();
    await freed;
    expect(performance.now() - began).toBeLessThan(30_000);
    for (const response of responses) expect(response.codes()).toEqual(['temporarily_unavailable']);
  });
});

/** Holds every read of a table up, until it is released. */
async function lockedTable(
  url: string,
  table: string,
): Promise<{ freed: Promise<void>; release: () => void }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  const { promise, resolve } = Promise.withResolvers<void>();
  return { freed: promise.then(() => client.end()), release: resolve };
}

describe('an internal error', () => {
  it('is returned without details, with the id that the log line has', async () => {
    const broken = await openConsole();
    try {
      await broken.fixture.orm.em.getConnection().execute('drop table suspension');
      const response = await broken.as('admin')('{ suspensions { nodes { id } } }');
      expect(response.errors).toMatchObject([
        { path: ['suspensions'], extensions: { code: 'internal_error', type: 'internal_error' } },
      ]);
      expect(response.text).not.toMatch(/suspension"? does not exist|relation|42P01/);
      expect(broken.faults).toHaveLength(1);
    } finally {
      await broken.close();
    }
  });
});

describe('in live', () => {
  it('the schema is hidden, and errors have no suggestions', async () => {
    const live = await openConsole('live');
    try {
      const response = await live.as('admin')('{ __schema { types { name } } }');
      expect([response.status, response.codes()]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
      const hinted = await live.as('admin')('{ payoutss { nodes { id } } }');
      expect(hinted.text).not.toContain('payouts\\"');
      expect(hinted.text).not.toContain('Did you mean');
    } finally {
      await live.close();
    }
  });

  it('an error full of suggestions is answered as fast as any other', async () => {
    const live = await openConsole('live');
    try {
      const socket = await enter(live.url, 'admin');
      const [hints, others] = ['Did you mean x?', 'Had you seen it?'].map(
        (text) => `entries(first: "${text.repeat(60_000 / text.length)}") { nodes { id } }`,
      );
      const tookOf = async (entries = ''): Promise<number> => {
        const began = performance.now();
        const response = await live.as('admin')(`{ account(id: "x") { balances { ${entries} } } }`);
        expect([response.status, response.codes()]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
        const watched = socket.subscribe(
          `subscription { events(accountId: "x") { account { balances { ${entries} } } } }`,
        );
        await expect.poll(() => watched.messages.length, { timeout: 60_000, interval: 5 }).toBe(1);
        return performance.now() - began;
      };
      const took: [withHints: number, withOthers: number][] = [];
      for (let nth = 0; nth < 4; nth += 1) took.push([await tookOf(hints), await tookOf(others)]);
      const [withHints, withOthers] = [0, 1].map((at) => Math.min(...took.map((each) => each[at] ?? 0)));
      expect(withHints).toBeLessThan(5 * (withOthers ?? 0));
      await socket.close();
    } finally {
      await live.close();
    }
  });
});
