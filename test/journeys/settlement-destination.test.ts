import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disableDestination } from '../../src/usecases/settlement-destination.js';
import { disable, lastAudit, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, freshKey, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, countByStatus, refusal, speiDestination } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const path = '/v1/settlement-destinations';
const create = (body: object) => service.post(path, body);
const clabe = '032180000118359719';
const spei = { method: 'spei', currency: 'MXN', details: { name: 'Acme SA de CV', clabe } };
const pix = (pix_key: string) => ({
  method: 'pix',
  currency: 'BRL',
  details: { name: 'Acme Ltda', pix_key },
});
const disabled = (id: string) => withHand(service, (ports) => disableDestination(ports, operator, { id }));

describe('registering', () => {
  test('returns no bank account details, and publishes no event', async () => {
    const made = await create({ ...spei, label: 'treasury' });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^sdst_[0-9a-z]{26}$/),
      method: 'spei',
      currency: 'MXN',
      country: 'MX',
      label: 'treasury',
      status: 'active',
      account_hint: '9719',
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: made.get('created_at'),
    });
    expect((await service.get(`${path}/${made.get('id')}`)).body).toEqual(made.body);
    expect((await service.get(path)).at('data')).toEqual([made.body]);
    const rows = await queryRows(
      service.databaseUrl,
      `select row_to_json(d)::text as row from settlement_destination d`,
    );
    expect(JSON.stringify(rows)).not.toContain(clabe);
    expect(JSON.stringify(rows)).not.toContain('Acme');
    expect((await service.get(`/v1/events?resource_id=${made.get('id')}`)).at('data')).toEqual([]);
  });

  test('a method with sender data needs none here: the account itself is the sender', async () => {
    const person = { document_number: '12345678', first_name: 'Luz', last_name: 'Rojas' };
    const body = {
      method: 'bank_transfer',
      currency: 'PEN',
      details: { cci: '00219300123456789012', ...person },
    };
    expect((await create(body)).status).toBe(201);
  });

  test('registering the same bank account again returns the first with 200; 20 concurrent requests register one', async () => {
    const first = await create(pix('acme@example.com'));
    const again = await create({ ...pix('ACME@example.com'), label: 'another' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    const answers = await allAtOnce(20, () => create(pix('52998224725')));
    expect(countByStatus(answers)).toEqual({ 200: 19, 201: 1 });
    expect(new Set(answers.map((each) => each.get('id'))).size).toBe(1);
  });

  test('a key is honoured: the repeat replays, another body is refused', async () => {
    const options = { idempotencyKey: freshKey() };
    const first = await service.post(path, pix('39053344705'), options);
    const repeat = await service.post(path, pix('39053344705'), options);
    expect([repeat.status, repeat.headers.get('idempotent-replayed'), repeat.body]).toEqual([
      200,
      'true',
      first.body,
    ]);
    expect(refusal(await service.post(path, pix('11222333000181'), options))).toEqual([
      409,
      'idempotency_key_reused',
      'Idempotency-Key',
    ]);
  });

  test.each([
    [
      { ...spei, details: { name: 'Acme', clabe: '032180000118359710' } },
      400,
      'invalid_parameter',
      'details.clabe',
    ],
    [{ ...spei, details: { name: 'Acme' } }, 400, 'invalid_parameter', 'details.clabe'],
    [{ ...spei, details: { name: 'Acme', clabe, iban: 'x' } }, 400, 'invalid_body', 'details.iban'],
    [{ ...spei, country: 'BR' }, 400, 'invalid_parameter', 'country'],
    [{ ...spei, label: 'x'.repeat(101) }, 400, 'invalid_parameter', 'label'],
    [{ ...spei, holder: 'Acme' }, 400, 'invalid_body', 'holder'],
    [{ ...spei, currency: 'BRL' }, 422, 'unsupported_method', undefined],
    [{ method: 'spei', currency: 'MXN' }, 400, 'invalid_parameter', 'details'],
  ])('refuses %j', async (body, status, code, param) => {
    expect(refusal(await create(body))).toEqual([status, code, ...(param === undefined ? [] : [param])]);
  });

  test('a destination with a method disabled for the account is refused', async () => {
    await disable(service, service.accountId, { product: 'payout', method: 'ach', currency: 'USD' });
    const details = {
      name: 'Acme Inc',
      routing_number: '021000021',
      account_number: '000123456789',
      account_type: 'checking',
    };
    const body = { method: 'ach', currency: 'USD', details };
    expect(refusal(await create(body))).toEqual([422, 'unsupported_method']);
  });
});

describe('disabled by the platform', () => {
  test('stays listed, and disabling it again changes nothing', async () => {
    const id = await speiDestination(service, 77, 'old');
    const first = await disabled(id);
    expect(await lastAudit(service, 'destination.disable')).toMatchObject({
      subject_id: id,
      before: { status: 'active' },
      after: { status: 'disabled' },
    });
    expect((await disabled(id)).updatedAt).toEqual(first.updatedAt);
    const response = await service.get(`${path}/${id}`);
    expect(response.body).toMatchObject({ status: 'disabled', label: 'old' });
    const ids = async (query: string) =>
      ((await service.get(`${path}?${query}`)).at('data') as { id: string }[]).map((each) => each.id);
    expect(await ids('status=disabled')).toEqual([id]);
    expect(await ids('status=active&currency=MXN')).not.toContain(id);
  });

  test('cannot be registered again by its owner, with any other fields', async () => {
    const idempotencyKey = freshKey();
    const body = pix('again@example.com');
    const made = await service.post(path, body, { idempotencyKey });
    await disabled(made.get('id'));
    const refused = [409, 'destination_disabled', 'details'];
    expect(refusal(await create(body))).toEqual(refused);
    const renamed = { pix_key: 'AGAIN@example.com', name: 'Another Ltda' };
    expect(refusal(await create({ ...body, details: renamed, label: 'new' }))).toEqual(refused);
    const answers = await allAtOnce(5, () => create(body));
    expect(answers.map((each) => refusal(each))).toEqual(answers.map(() => refused));
    const replay = await service.post(path, body, { idempotencyKey });
    expect([replay.status, replay.get('id'), replay.at('status')]).toEqual([200, made.get('id'), 'disabled']);
    const other = await create(pix('other@example.com'));
    expect(other.status).toBe(201);
  });

  test('can be registered by another account', async () => {
    const body = pix('shared@example.com');
    await disabled((await create(body)).get('id'));
    const { key } = await openOtherAccount(service);
    expect((await clientOf(service.baseUrl, key).post(path, body)).status).toBe(201);
  });
});
