import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../src/adapters/postgres/check/run.js';
import { clabeDigit } from '../../../src/domain/check-digit.js';
import { openSandbox, type Sandbox } from '../sandbox.js';
import { queryRows } from '../../setup/rows.js';
import { projectText } from '../../setup/source.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  const { violations } = await checkInvariants(sandbox.url);
  await sandbox.close();
  expect(violations).toEqual([]);
});

const path = '/v1/payout-batches';
const header = 'method,currency,details.name,details.clabe,source_currency,amount,amount_side,reference';
const rowOf = (clabe: string, name = 'Rosa Campos', amount = '10.00'): string =>
  `spei,MXN,${name},${clabe},MXN,${amount},destination,salary`;
const clabeOf = (number: number): string => {
  const stem = `03218000${String(number).padStart(9, '0')}`;
  return stem + clabeDigit(stem);
};
const fileOf = (...rows: readonly string[]): string => `${header}\n${rows.join('\n')}\n`;

let keys = 0;
const newKey = (): string => `file-key-${(keys += 1)}`;
const send = (text: string, { key = newKey(), to = path, type = 'text/csv' } = {}) =>
  sandbox.call('POST', to).set('Content-Type', type).set('Idempotency-Key', key).send(text);
const preview = (text: string) =>
  sandbox.call('POST', `${path}/preview`).set('Content-Type', 'text/csv').send(text);
const itemsOf = async (id: string) => (await sandbox.call('GET', `${path}/${id}/items?limit=100`)).body.data;
const countRows = async (table: 'beneficiary' | 'payout_batch'): Promise<number> =>
  Number((await queryRows(sandbox.url, `select count(*) from ${table}`))[0]?.['count']);
const beneficiaries = () => countRows('beneficiary');

/** On a busy machine the first response may be late: the request is repeated, as clients do. */
async function repeated(call: () => ReturnType<typeof preview>) {
  const first = await call();
  return first.status === 503 ? call() : first;
}

describe('a batch of CSV', () => {
  test('finds and creates its beneficiaries, and returns the same batch for the same key', async () => {
    const known = await sandbox
      .call('POST', '/v1/beneficiaries')
      .send({ method: 'spei', currency: 'MXN', details: { name: 'Rosa Campos', clabe: clabeOf(1) } });
    const before = await beneficiaries();
    const file = fileOf(rowOf(clabeOf(1)), rowOf(clabeOf(2)), rowOf(clabeOf(2), 'Rosa C'), rowOf(clabeOf(3)));
    const key = newKey();
    const made = await send(file, { key });
    expect([made.status, made.body.summary.total], made.text).toEqual([201, 4]);
    expect(made.body.totals).toEqual([{ currency: 'MXN', requested: '40.00', completed: '0.00' }]);
    expect((await beneficiaries()) - before).toBe(2);
    const again = await send(file, { key });
    expect([again.status, again.body.id, again.headers['idempotent-replayed']]).toEqual([
      200,
      made.body.id,
      'true',
    ]);
    const other = await send(file.replace('10.00', '10.01'), { key });
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused']);
    const items = await sandbox.wired.ports.reader.batchItems({
      accountId: sandbox.accountId,
      batchId: made.body.id,
      after: undefined,
      limit: 10,
    });
    const ids = items.map(({ item }) => item.ask.beneficiaryId);
    expect([ids[0], new Set(ids).size, ids[1]]).toEqual([known.body.id, 3, ids[2]]);
    expect((await itemsOf(made.body.id))[0]).toMatchObject({ index: 0, reference: 'salary' });
    // A key is bound to the bytes of the file: another spelling of the same rows is another request.
    const spelled = await send(file.replaceAll('\n', '\r\n'), { key });
    expect(spelled.status).toBe(409);
  });

  test('is previewed without leaving anything', async () => {
    const before = [await beneficiaries(), await countRows('payout_batch')];
    const response = await preview(fileOf(rowOf(clabeOf(50)), rowOf(clabeOf(51))));
    expect([response.status, response.body.outcome, response.body.summary], response.text).toEqual([
      200,
      'created',
      { total: 2, created: 0, in_review: 0, failed: 2, refused: 0 },
    ]);
    expect([await beneficiaries(), await countRows('payout_batch')]).toEqual(before);
  });

  test.each([
    [
      'a wrong check digit',
      rowOf('032180000118359710'),
      400,
      'invalid_parameter',
      'line 3, column 4 (details.clabe): ',
      'line[3].details.clabe',
    ],
    [
      'an unknown method',
      rowOf(clabeOf(1)).replace('spei', 'fax'),
      422,
      'unsupported_method',
      'line 3: The catalogue has no payouts by fax in MXN',
      'line[3]',
    ],
    [
      'too many decimals',
      rowOf(clabeOf(1), 'Rosa', '1.001'),
      400,
      'invalid_parameter',
      'line 3, column 6 (amount): ',
      'line[3].amount',
    ],
  ])(
    'a file with %s in its second row is refused with the position, and creates nothing',
    async (...[, row, status, code, words, param]) => {
      const before = await beneficiaries();
      const file = fileOf(rowOf(clabeOf(60)), row, row);
      const refused = await send(file);
      const { error } = refused.body;
      expect(
        [refused.status, error.code, error.message.slice(0, words.length), error.param],
        refused.text,
      ).toEqual([status, code, words, param]);
      expect(await beneficiaries()).toBe(before);
    },
  );

  test('names all rows with a wrong beneficiary, and a row with an unknown customer', async () => {
    const rows = ['032180000118359710', clabeOf(1), '032180000118359711'].map((each) => rowOf(each));
    const { body } = await preview(fileOf(...rows));
    expect(body.refusal.message).toMatch(/^line 2, .*Also wrong: line 4, column 4 \(details\.clabe\)\.$/);
    const absent = 'cus_01k9zq3v5e8x7m2n4p6r8t0w1z';
    const ofCustomer = `customer_id,${header}\n${absent},${rowOf(clabeOf(1))}\n`;
    const refused = await send(ofCustomer);
    expect([refused.status, refused.body.error.param]).toEqual([404, 'line[2].customer_id']);
  });

  test('is previewed with the position of the only refused row', async () => {
    const known = await sandbox
      .call('POST', '/v1/beneficiaries')
      .send({ method: 'spei', currency: 'MXN', details: { name: 'Rosa Campos', clabe: clabeOf(80) } });
    await sandbox.call('POST', `/v1/beneficiaries/${known.body.id}/archive`);
    const columns = `beneficiary_id,${header}`;
    const response = await preview(
      `${columns}\n,${rowOf(clabeOf(81))}\n${known.body.id},,,,,MXN,10.00,destination,salary\n`,
    );
    expect(response.body.items[0], response.text).not.toHaveProperty('refusal');
    expect(response.body.items[1].refusal).toMatchObject({ code: 'beneficiary_archived', param: 'line[3]' });
    expect(response.body.items[1].refusal.message).toMatch(/^line 3: The beneficiary is archived/);
  });

  test.each([
    ['text/csv; charset=utf-8', 201],
    ['text/csv; header=present; charset="UTF-8"', 201],
    ['Text/CSV', 201],
    ['text/csv; charset=iso-8859-1', 415],
    ['text/csv; separator=;', 415],
    ['text/plain', 415],
    ['text/csvx', 415],
  ])('sent as %s gets %i', async (type, status) => {
    expect((await send(fileOf(rowOf(clabeOf(1))), { type })).status).toBe(status);
  });

  test('is accepted by no other operation', async () => {
    const refused = await send(fileOf(rowOf(clabeOf(1))), { to: '/v1/payouts' });
    expect([refused.status, refused.body.error.code]).toEqual([415, 'unsupported_media_type']);
    expect(refused.body.error.message).not.toContain('csv');
  });

  test('may have 2 MiB, and JSON 1 MiB', async () => {
    const padded = (bytes: number): string => fileOf(rowOf(clabeOf(1))).padEnd(bytes, ' ');
    expect((await send(padded(2 * 1024 * 1024))).status).toBe(201);
    expect((await send(padded(2 * 1024 * 1024 + 1))).status).toBe(413);
    const json = await sandbox
      .call('POST', path)
      .set('Content-Type', 'application/json')
      .set('Idempotency-Key', newKey())
      .send('{}'.padEnd(1024 * 1024 + 1));
    expect(json.status).toBe(413);
  });

  test('may have a thousand new beneficiaries', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => rowOf(clabeOf(1_000 + at)));
    const key = newKey();
    const response = await repeated(() => preview(fileOf(...rows)));
    expect([response.status, response.body.summary?.total], response.text.slice(0, 300)).toEqual([
      200, 1_000,
    ]);
    const made = await repeated(() => send(fileOf(...rows), { key }));
    expect([200, 201], made.text.slice(0, 300)).toContain(made.status);
    expect(made.body.summary.total).toBe(1_000);
  });

  test('may be the example of the description', async () => {
    const { paths } = JSON.parse(projectText('schema/v1.openapi.json'));
    for (const each of [`${path}/preview`, path]) {
      const { content } = paths[each].post.requestBody;
      for (const type of ['text/csv', 'application/xml']) {
        const answer = await send(content[type].example, { to: each, type });
        expect([200, 201], answer.text).toContain(answer.status);
        expect(answer.body).not.toHaveProperty('refusal');
      }
    }
  });
});

describe('a template', () => {
  test('for each payout method is an acceptable file', async () => {
    const customer = await sandbox.call('POST', '/v1/customers').send({
      external_id: 'sender-1',
      type: 'individual',
      country: 'PE',
      display_name: 'Ana Quispe',
    });
    const capabilities = sandbox.wired.ports.catalogue.capabilities.filter(
      ({ product }) => product === 'payout',
    );
    expect(capabilities.length).toBeGreaterThan(5);
    for (const { method, currency } of capabilities) {
      const query = `method=${method}&currency=${currency}`;
      const template = await sandbox.call('GET', `${path}/template?${query}`);
      expect([template.status, template.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      const file = template.text.replace('cus_01k9zq3v5e8x7m2n4p6r8t0w1y', customer.body.id);
      const response = await preview(file);
      expect([response.body.outcome, response.body.summary?.total], `${query} ${response.text}`).toEqual([
        'created',
        1,
      ]);
    }
  });

  test.each([
    ['method=spei', 400, 'currency'],
    ['currency=MXN', 400, 'method'],
    ['method=fax&currency=MXN', 422, undefined],
  ])('for %s is refused', async (query, status, param) => {
    const refused = await sandbox.call('GET', `${path}/template?${query}`);
    expect([refused.status, refused.body.error.param]).toEqual([status, param]);
  });
});
