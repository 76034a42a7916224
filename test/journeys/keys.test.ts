import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealedColumns } from '../../src/adapters/postgres/reseal.js';
import { rotateKeys } from '../../src/usecases/platform.js';
import { createDatabase, type TestDatabase } from '../setup/database.js';
import { lastAudit, operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, type RunningService } from '../setup/running.js';
import { allAtOnce, fund } from '../setup/verbs.js';

const person = {
  display: 'Zuleika Quintanilha Vasconcelos',
  first: 'Zuleikandra',
  last: 'Quintanilhamar',
  born: '1987-03-29',
  document: '70345281',
  email: 'zuleika.quintanilha@example.org',
  phone: '+51987612345',
  street: 'Jirón Huáscar 4711',
  holder: 'Holderio Quispealaya',
  cci: '00219300876543210912',
  payer: 'Payerina Montenegro',
  payerDocument: '41827364',
} as const;
const pixKeys = Array.from({ length: 30 }, (_, index) => `privado${index}x@example.net`);

const secret = () => randomBytes(32).toString('base64');
const [k1, k2, hashKey] = [`k1:${secret()}`, `k2:${secret()}`, secret()];
const logged: string[] = [];

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'psp-keys-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const envWith = (keys: string) => ({
  PSP_DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  PSP_ENCRYPTION_KEYS: keys,
  PSP_HASH_KEY: hashKey,
  PORT: '0',
  INTERNAL_PORT: '0',
  LOG_LEVEL: 'trace',
  RATE_LIMIT_PER_SECOND: '100000',
  PSP_ALLOW_UNSAFE_DURABILITY: 'true',
});

/** Runs the work with a service that has these keys. */
async function withService<T>(keys: string, work: (service: RunningService) => Promise<T>): Promise<T> {
  const stream = { write: (line: string) => void logged.push(line) };
  const service = await openBeside({ env: envWith(keys) }, {}, stream);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

const customerBody = {
  external_id: 'rotating-customer',
  type: 'individual',
  country: 'PE',
  display_name: person.display,
  profile: {
    first_name: person.first,
    last_name: person.last,
    date_of_birth: person.born,
    identity_document_type: 'DNI',
    identity_document: person.document,
    identity_document_country: 'PE',
    email: person.email,
    phone: person.phone,
    address: { line1: person.street, city: 'Lima', country: 'PE' },
  },
};

const cciBody = (customerId: string) => ({
  method: 'bank_transfer',
  currency: 'PEN',
  customer_id: customerId,
  holder: person.holder,
  details: {
    cci: person.cci,
    document_number: person.document,
    first_name: person.first,
    last_name: person.last,
  },
});

const pixBody = (key: string) => ({
  method: 'pix',
  currency: 'BRL',
  details: { name: person.holder, pix_key: key },
});

async function payAndSee(service: RunningService, beneficiaryId: string): Promise<void> {
  const payout = await service.post('/v1/payouts', {
    beneficiary_id: beneficiaryId,
    source_currency: 'PEN',
    amount: '5.00',
    amount_side: 'source',
  });
  expect(payout.status, payout.text).toBe(201);
  const path = `/v1/payouts/${payout.get('id')}`;
  const end = await service.until(path, (each) => each.at('status') !== 'processing');
  expect(end.at('status'), end.text).toBe('completed');
}

/** Number of sealed values per key. */
async function sealedByKey(): Promise<Record<string, number>> {
  const values = sealedColumns.map(([table, column]) => `select ${column} as sealed from ${table}`);
  const counted = await queryRows(
    database.url,
    `select split_part(sealed, ':', 1) as key, count(*) as n from (${values.join(' union all ')}) s
     where sealed is not null group by 1`,
  );
  return Object.fromEntries(counted.map(({ key, n }) => [key, Number(n)]));
}

test('keys rotate while the service runs, in interruptible steps; then the old key can be removed', async () => {
  const made = await withService(k1, async (service) => {
    const customer = await service.post('/v1/customers', customerBody);
    expect(customer.status, customer.text).toBe(201);
    await service.post('/v1/funding-accounts', {
      method: 'bank_transfer',
      currency: 'PEN',
      amount: '77.00',
      payer: { 'payer.name': person.payer, 'payer.document_number': person.payerDocument },
    });
    const beneficiary = await service.post('/v1/beneficiaries', cciBody(customer.get('id')));
    expect(beneficiary.status, beneficiary.text).toBe(201);
    await allAtOnce(pixKeys.length, (index) =>
      service.post('/v1/beneficiaries', pixBody(pixKeys[index] ?? '')),
    );
    await fund(service, 'PEN', '500.00');
    await payAndSee(service, beneficiary.get('id'));
    await service.check();
    return { customerId: customer.get('id'), beneficiaryId: beneficiary.get('id') };
  });
  // Addresses of the account's owner and of the member, two values of the customer, two of its beneficiary, the
  // payer, and one per pix beneficiary.
  expect(await sealedByKey()).toEqual({ k1: 7 + pixKeys.length });

  await withService(`${k2},${k1}`, async (service) => {
    const cutOff = withHand(service, (ports) =>
      rotateKeys(ports, operator, () => {
        throw new Error('cut off');
      }),
    );
    await expect(cutOff).rejects.toThrow('cut off');
    expect(await lastAudit(service, 'keys.rotate')).toMatchObject({
      operator: operator.name,
      after: { keyId: 'k2' },
    });
    const { k1: left = 0 } = await sealedByKey();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(7 + pixKeys.length);
    const traffic = allAtOnce(60, (index) =>
      service.call('PATCH', `/v1/customers/${made.customerId}`, {
        body: { metadata: { turn: String(index) } },
      }),
    );
    const paying = payAndSee(service, made.beneficiaryId);
    const rotated = await withHand(service, (ports) => rotateKeys(ports, operator, () => undefined));
    expect(rotated.resealed).toBeGreaterThanOrEqual(left);
    for (const answer of await traffic) expect(answer.status, answer.text).toBe(200);
    await paying;
    expect(await withHand(service, (ports) => rotateKeys(ports, operator, () => undefined))).toEqual({
      resealed: 0,
      unopened: 0,
    });
    await service.check();
  });
  expect(await sealedByKey()).toEqual({ k2: 7 + pixKeys.length });

  await withService(k2, async (service) => {
    const customer = await service.get(`/v1/customers/${made.customerId}`);
    expect(customer.body).toMatchObject({
      display_name: person.display,
      profile: customerBody.profile,
      metadata: { turn: expect.any(String) as string },
    });
    const again = await service.post('/v1/customers', customerBody);
    expect([again.status, again.at('id')]).toEqual([200, made.customerId]);
    const beneficiary = await service.post('/v1/beneficiaries', cciBody(made.customerId));
    expect([beneficiary.status, beneficiary.at('id')]).toEqual([200, made.beneficiaryId]);
    for (const key of pixKeys) {
      expect((await service.post('/v1/beneficiaries', pixBody(key))).status).toBe(200);
    }
    await payAndSee(service, made.beneficiaryId);
    await service.check();
  });
});

test('a secret moved into another column cannot be read there, and the checker finds it', async () => {
  await withService(k2, async (service) => {
    const made = await service.post('/v1/webhook-endpoints', { url: 'https://example.com/hook' });
    expect(made.status, made.text).toBe(201);
    const [customer] = await queryRows(database.url, 'select id, display_name as sealed from customer');
    const { id = '', sealed = '' } = customer ?? {};
    await queryRows(
      database.url,
      'update customer set display_name = (select secret from webhook_endpoint where id = $1) where id = $2',
      [made.get('id'), id],
    );
    const answer = await service.get(`/v1/customers/${id}`);
    expect([answer.status, answer.at('display_name')], answer.text).toEqual([200, '']);
    expect(answer.text).not.toContain('whsec_');
    const line = logged
      .join('')
      .split('\n')
      .find((each) => each.includes('encrypted value cannot be decrypted'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ table: 'customer', column: 'display_name', row_id: id });
    await expect(service.check()).rejects.toThrow(/31 {2}each sealed value opens[^]*customer\.display_name/);
    await queryRows(database.url, 'update customer set display_name = $1 where id = $2', [sealed, id]);
    await service.check();
  });
});

test('no table and no log line contains personal data or secrets in plain text', async () => {
  const apiKey = await withService(k2, async (service) => {
    // Refusals and faults are the likeliest leaks.
    const wrong = { ...cciBody('cus_0'), details: { cci: `${person.cci}9`, first_name: person.first } };
    await service.post('/v1/beneficiaries', wrong);
    await service.post('/v1/beneficiaries', { ...pixBody(person.email), [person.holder]: 1 });
    await service.post('/v1/customers', { ...customerBody, country: 'BR' });
    await service.get(`/v1/customers?external_id=${encodeURIComponent(person.email)}`);
    await service.get(`/v1/payouts/${encodeURIComponent(person.email)}`);
    await service.get('/v1/account', { key: `${service.apiKey}0` });
    return service.apiKey;
  });
  const tables = await queryRows(
    database.url,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.beneficiary', 'public.event', 'public.audit_entry', 'simulator.call']),
  );
  const texts = new Map([['log', logged.join('')]]);
  for (const { name } of tables) {
    const rows = await queryRows(database.url, `select t::text as row from ${name} t`);
    texts.set(name ?? '', rows.map(({ row }) => row).join('\n'));
  }
  // Proves that the search finds values that do exist.
  expect(texts.get('public.customer')).toContain('rotating-customer');
  expect(texts.get('log')).toContain('"route":"/v1/beneficiaries"');
  const { phone, ...others } = person;
  const private_ = [
    ...Object.values(others),
    phone.slice(1),
    ...pixKeys,
    apiKey.slice(-64),
    k1.slice(3),
    k2.slice(3),
    hashKey,
  ];
  const found = [...texts].flatMap(([source, text]) =>
    private_
      .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])
      .filter((value) => text.toLowerCase().includes(value.toLowerCase()))
      .map((value) => `${source}: ${value}`),
  );
  expect(found).toEqual([]);
});
