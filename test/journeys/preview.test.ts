import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clabeDigit } from '../../src/domain/check-digit.js';
import { issueKey } from '../../src/usecases/account.js';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { Random } from '../fuzz/random.js';
import { createBatch, itemsOf } from '../setup/batch-journey.js';
import { operatorOf, type Ask, type GraphqlAnswer } from '../setup/graphql.js';
import { openOtherAccount, operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openService, type Answer, type RunningService } from '../setup/running.js';
import { seedOf } from '../setup/size.js';
import {
  balanceOf,
  deposit,
  fund,
  openFundingAccount,
  refusal,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';

const stem = '03218000999999999';

let service: RunningService;
let admin: Ask;
let spei: string;
let archived: string;
let usdt: string;
const absent = 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y';
const absentPayin = 'pin_01k9zq3v5e8x7m2n4p6r8t0w1y';
beforeAll(async () => {
  service = await openService();
  admin = (await operatorOf(service, 'admin')).ask;
  await fund(service, 'MXN', '9000.00');
  spei = await speiBeneficiary(service);
  archived = await speiBeneficiary(service, stem + clabeDigit(stem));
  await service.post(`/v1/beneficiaries/${archived}/archive`);
  usdt = await openFundingAccount(service, 'MXN', 'USDT');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

type Fields = Readonly<Record<string, unknown>>;

/** The preview over REST, compared with GraphQL. */
const preview = async (path: string, body: object): Promise<Answer> => {
  const answer = await service.post(`${path}/preview`, body);
  expect(answer.status, answer.text).toBe(200);
  expect(await overGraphql(path, body)).toEqual(answer.body);
  return answer;
};

const payoutSelection = `payout { status method beneficiaryId source { currency principal platformFee tenantMarkup total }
  destination { amount currency } rate quoteId failureCode riskStatus }`;
const refusalSelection = 'refusal { status code message param reasons }';
const common = `outcome reasons short { amount currency } ${refusalSelection}
  entries { account direction purpose amount currency }`;
const faces: Readonly<Record<string, readonly [query: string, input: string, selection: string]>> = {
  '/v1/payouts': ['previewPayout', 'PayoutInput', `${common} ${payoutSelection}`],
  '/v1/refunds': [
    'previewRefund',
    'RefundInput',
    `${common} refund { status payinId amount { amount currency } payer { amount currency } reason riskStatus }`,
  ],
  '/v1/payout-batches': [
    'previewPayoutBatch',
    'PayoutBatchInput',
    `outcome ${refusalSelection} totals { currency requested } short { amount currency }
      summary { total created inReview failed refused }
      items(first: 100, start: $start) { index reference ${common} ${payoutSelection} }`,
  ],
};

const askOver = (ask: Ask, path: string, more: object): Promise<GraphqlAnswer> => {
  const [name = '', input = '', selection = ''] = faces[path] ?? [];
  const isBatch = name === 'previewPayoutBatch';
  return ask(
    `query ($accountId: ID!, $input: ${input}!${isBatch ? ', $start: Int' : ''}) {
      preview: ${name}(accountId: $accountId, input: $input) { ${selection} } }`,
    { accountId: service.accountId, ...more },
  );
};

/** The whole GraphQL answer, with REST's names. */
async function overGraphql(path: string, body: object): Promise<unknown> {
  let whole: Fields | undefined;
  for (let start = 0; ; start += 100) {
    const response = await askOver(admin, path, { input: camel(body), start });
    expect(response.errors, response.text).toEqual([]);
    const part = inRest(response.at('preview')) as Fields & { items?: unknown[] };
    const { items = [] } = part;
    const before = (whole?.['items'] ?? []) as unknown[];
    whole = { ...part, ...(part.items && { items: [...before, ...items] }) };
    if (items.length < 100) break;
  }
  const { refund, items, outcome, ...rest } = whole;
  const { amount, ...fields } = (refund ?? {}) as Fields;
  return {
    outcome,
    ...rest,
    ...(refund !== undefined && { refund: { ...fields, ...(amount as Fields) } }),
    // A refused batch has no list of items in REST, and an empty one here.
    ...(outcome !== 'refused' && items !== undefined && { items }),
  };
}

const renamed = (value: unknown, name: (of: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((each) => renamed(each, name));
  if (typeof value !== 'object' || value === null) return value;
  const args = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(args.map(([key, each]) => [name(key), renamed(each, name)]));
};
const camel = (body: object): unknown =>
  renamed(body, (key) => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
const inRest = (value: unknown): unknown =>
  renamed(value, (key) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** The error of an answer as a preview shows it. */
function refusalOf({ status, body }: Answer): Fields {
  const { type: _, request_id: _id, ...error } = body['error'] as Fields;
  return { status, ...error };
}

/** The entries posted at creation, as a preview shows them. */
async function postedFor(id: string, currency: string): Promise<Fields[]> {
  const lines = await walk<Fields & { origin: { id: string }; purpose: string }>(
    service,
    `/v1/balances/${currency}/entries?limit=100`,
    'after',
  );
  return lines
    .filter(({ origin, purpose }) => origin.id === id && purpose.endsWith('_reserve'))
    .map(({ account, direction, purpose, amount }) => ({ account, direction, purpose, amount, currency }))
    .toReversed();
}

/** The created resource, reduced to the preview's fields. */
const sameFields = (previewed: Fields, made: Fields): Fields =>
  Object.fromEntries(Object.keys(previewed).map((name) => [name, made[name]]));

/** Checks that a preview equals the result of the same request sent right after it. */
async function checkSaid(path: string, noun: 'payout' | 'refund', body: object): Promise<string> {
  const said = await preview(path, body);
  const done = await service.post(path, body);
  if (done.status !== 201) {
    expect(said.at('outcome')).toBe('refused');
    expect(said.at('refusal')).toEqual(refusalOf(done));
    expect(said.at('entries')).toEqual([]);
    expect(said.body).not.toHaveProperty(noun);
    return `refused ${said.get('refusal.code')}`;
  }
  const made = noun === 'refund' ? await service.get(`${path}/${done.get('id')}`) : done;
  const previewed = said.at(noun) as Fields;
  expect(previewed).toEqual(sameFields(previewed, { ...made.body, status: done.at('status') }));
  const currency = noun === 'refund' ? done.get('currency') : done.get('source.currency');
  expect(said.at('entries')).toEqual(await postedFor(done.get('id'), currency));
  return said.get('outcome');
}

const currencyOf = ({ source }: Fields): string => (source as Record<string, string>)['currency'] ?? '';

/**
 * Every row of every table, except that of the worker that still works on earlier operations, and the request log.
 */
const tables = async (): Promise<Readonly<Record<string, string>>> => {
  const names = await queryRows(
    service.databaseUrl,
    `select tablename from pg_tables where schemaname = current_schema() and tablename <> 'relay_cursor' and tablename !~ '^request'`,
  );
  const hashed = await Promise.all(
    names.map(async ({ tablename }) => {
      const [row] = await queryRows(
        service.databaseUrl,
        `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from "${tablename}" t`,
      );
      return [`${tablename}`, `${row?.['hash']}`] as const;
    }),
  );
  return Object.fromEntries(hashed);
};

const price = { source_currency: 'MXN', amount_side: 'source' };
const payout = (amount: string, more: object = {}) => ({ beneficiary_id: spei, ...price, amount, ...more });

async function quoteOf(amount: string): Promise<string> {
  const made = await service.post('/v1/quotes', payout(amount, { source_currency: 'USDT' }));
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

/** A body with any possible result. */
async function anyPayout(random: Random, kind = random.whole(0, 9)): Promise<object> {
  if (kind === 0) return payout('10', { beneficiary_id: archived });
  if (kind === 1) return payout('10', { beneficiary_id: absent });
  if (kind === 2) return { beneficiary_id: spei, quote_id: await quoteOf(`${random.whole(1, 50)}`) };
  if (kind === 3) return payout('10', { description: 'sim:review' });
  if (kind === 8) return payout('10', { description: 'sim:block' });
  if (kind === 4) return payout('99999999');
  if (kind === 5) return payout(`${random.whole(1, 90)}.50`, { amount_side: 'destination' });
  if (kind === 6) return payout('10', { source_currency: random.pick(['USDT', 'EUR', 'BRL']) });
  return payout(`${random.whole(1, 3_000)}.00`);
}

describe('a preview', () => {
  test('of a payout equals the payout', async () => {
    const random = new Random(seedOf('preview'));
    const outcomes = new Map<string, number>();
    for (let count = 0; count < 60; count += 1) {
      const outcome = await checkSaid('/v1/payouts', 'payout', await anyPayout(random, count % 10));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    const refusals = ['beneficiary_archived', 'not_found', 'risk_blocked', 'limit_exceeded'];
    const wanted = ['created', 'in_review', 'failed', ...refusals.map((code) => `refused ${code}`)];
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(wanted));
  });

  test('states the amount that the balance lacks', async () => {
    const { available = '' } = await balanceOf(service, 'MXN');
    const said = await preview('/v1/payouts', payout('500000.00'));
    expect(said.at('outcome')).toBe('failed');
    expect(said.at('payout')).toMatchObject({ status: 'failed', failure_code: 'insufficient_funds' });
    const amount = (507_500 - Number(available)).toFixed(2);
    expect(said.at('short')).toEqual({ amount, currency: 'MXN' });
  });

  test('of a refund equals the refund', async () => {
    const payin = (await deposit(service, { funding_account_id: usdt, amount: '150.00' })).get('id');
    const outcomes = [];
    for (const more of [
      { amount: '1', reason: 'sim:block' },
      { amount: '0.000001' },
      { amount: '999' },
      { amount: '1', reason: 'sim:review' },
      { amount: '0.5' },
      {},
      {},
    ]) {
      outcomes.push(await checkSaid('/v1/refunds', 'refund', { payin_id: payin, ...more }));
    }
    expect(outcomes).toEqual([
      'refused risk_blocked',
      'refused amount_too_small',
      'refused invalid_parameter',
      'in_review',
      'created',
      'created',
      'refused refund_not_supported',
    ]);
    const { available = '' } = await balanceOf(service, 'USDT');
    const spent = (await deposit(service, { funding_account_id: usdt, amount: '500.00' })).get('id');
    await service.post('/v1/payouts', payout('20', { source_currency: 'USDT' }));
    const said = await preview('/v1/refunds', { payin_id: spent });
    expect(available).toBe('0.000000');
    expect(said.body).toMatchObject({
      outcome: 'refused',
      refusal: { status: 422, code: 'insufficient_funds' },
      short: { amount: '20.300000', currency: 'USDT' },
    });
  });

  test('of a batch has the result of each item, in order', async () => {
    const random = new Random(seedOf('preview of a batch'));
    await fund(service, 'MXN', '5000.00');
    const quoted = await quoteOf('5');
    const twice = { beneficiary_id: spei, quote_id: quoted };
    const items = [twice, twice, payout('9000.00'), payout('100.00', { reference: 'a' })];
    while (items.length < 150) items.push({ ...(await anyPayout(random)) } as (typeof items)[0]);
    const said = await preview('/v1/payout-batches', { items });
    const made = await createBatch(service, items);
    const path = `/v1/payout-batches/${made.get('id')}`;
    await service.until(path, (each) => each.at('summary.pending') === 0);
    const previewItems = said.at('items') as (Fields & { payout?: Fields; refusal?: Fields })[];
    const done = await itemsOf(service, made.get('id'));
    expect(previewItems.map(({ index, reference }) => [index, reference])).toEqual(
      done.map(({ index, reference }) => [index, reference]),
    );
    for (const [index, { payout: foreseen, refusal, entries }] of previewItems.entries()) {
      const item = done[index];
      expect([refusal?.['code'], refusal?.['param']]).toEqual([item?.error_code, item?.error_param]);
      expect(item?.payout_id === undefined).toBe(foreseen === undefined);
      if (item?.payout_id === undefined || foreseen === undefined) continue;
      const { body } = await service.get(`/v1/payouts/${item.payout_id}`);
      const { status: _, ...fields } = foreseen;
      expect(fields).toEqual(sameFields(fields, body));
      if (index < 10) expect(entries).toEqual(await postedFor(item.payout_id, currencyOf(foreseen)));
    }
    expect(said.at('totals')).toEqual(
      (made.at('totals') as Fields[]).map(({ currency, requested }) => ({ currency, requested })),
    );
    expect(previewItems[1]?.refusal).toMatchObject({ status: 409, code: 'quote_already_used' });
    const counted = said.at('summary') as Record<string, number>;
    expect(counted['created']).toBeGreaterThan(0);
    expect(counted['failed']).toBeGreaterThan(0);
    expect(counted['refused']).toBeGreaterThan(0);
  });

  test('of a batch states how much money is missing', async () => {
    const rest = await service.post('/v1/payouts/preview', payout('4000000.00'));
    await fund(service, 'MXN', rest.get('short.amount'));
    const items = ['3000000.00', '2000000.00', '950000.00', '100000.00'].map((amount) => payout(amount));
    const said = await preview('/v1/payout-batches', { items });
    expect((said.at('items') as Fields[]).map(({ outcome }) => outcome)).toEqual([
      'created',
      'failed',
      'created',
      'failed',
    ]);
    expect(said.at('short')).toEqual([{ amount: '2080750.00', currency: 'MXN' }]);
    await fund(service, 'MXN', '2080750.00');
    const enough = await preview('/v1/payout-batches', { items });
    expect(enough.at('summary.created')).toBe(4);
    expect(enough.at('short')).toEqual([]);
  });

  test('stores nothing', async () => {
    const quoted = await quoteOf('5');
    const payin = (await deposit(service, { funding_account_id: usdt, amount: '150.00' })).get('id');
    const before = await tables();
    const bodies = [
      payout('10'),
      { beneficiary_id: spei, quote_id: quoted },
      payout('10', { description: 'sim:review' }),
    ];
    for (let round = 0; round < 3; round += 1) {
      for (const body of bodies) await preview('/v1/payouts', body);
      await preview('/v1/payout-batches', { items: bodies });
      await preview('/v1/refunds', { payin_id: payin });
    }
    expect(await tables()).toEqual(before);
    expect((await service.post('/v1/payouts', bodies[1])).status).toBe(201);
  });

  test('reports stopped payouts, refuses malformed input, and needs the scope of the operation', async () => {
    const items = [payout('10')];
    await withHand(service, (ports) => stopPayouts(ports, operator, true));
    for (const [path, body] of [
      ['/v1/payouts', payout('10')],
      ['/v1/payout-batches', { items }],
    ] as const) {
      const said = await preview(path, body);
      expect(said.at('outcome')).toBe('refused');
      expect(said.at('refusal')).toEqual(refusalOf(await service.post(path, body)));
    }
    await withHand(service, (ports) => stopPayouts(ports, operator, false));
    const malformed = { items: [...items, payout('-1')] };
    const [first, second] = await Promise.all(
      ['', '/preview'].map((rest) => service.post(`/v1/payout-batches${rest}`, malformed)),
    );
    expect(first?.status).toBe(400);
    expect(second && refusalOf(second)).toEqual(first && refusalOf(first));
    const ask = { accountId: service.accountId, scopes: ['read'] as const, label: null, expiresAt: null };
    const { secret: key } = await withHand(service, (ports) => issueKey(ports, operator, ask));
    const refused = await service.post('/v1/payouts/preview', payout('10'), { key });
    expect(refusal(refused)).toEqual([403, 'insufficient_scope']);
    expect((await askOver(admin, '/v1/payout-batches', { input: camel(malformed) })).codes()).toEqual([
      'invalid_parameter items[1].amount',
    ]);
    const input = camel(payout('10'));
    const { ask: support } = await operatorOf(service, 'support');
    expect((await askOver(support, '/v1/payouts', { input })).codes()).toEqual(['insufficient_role']);
    const { id: accountId } = await openOtherAccount(service);
    const foreign = await askOver(admin, '/v1/payouts', { input, accountId });
    expect(foreign.at('preview.refusal')).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('checks the form of an idempotency key and does not use it', async () => {
    for (const [path, body] of [
      ['/v1/payouts', payout('10')],
      ['/v1/payout-batches', { items: [payout('10')] }],
      ['/v1/refunds', { payin_id: absentPayin }],
    ] as const) {
      for (const idempotencyKey of ['short', 'has a space', 'x'.repeat(129)]) {
        const refused = await service.post(`${path}/preview`, body, { idempotencyKey });
        expect(refused.status, path).toBe(400);
        expect(refused.at('error')).toMatchObject({ code: 'invalid_parameter', param: 'Idempotency-Key' });
      }
    }
    const idempotencyKey = 'preview-key-1';
    for (const amount of ['10', '11']) {
      const said = await service.post('/v1/payouts/preview', payout(amount), { idempotencyKey });
      expect(said.status, said.text).toBe(200);
    }
    expect((await service.get(`/v1/idempotency-keys/${idempotencyKey}`)).status).toBe(404);
  });
});
