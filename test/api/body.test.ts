import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type Sandbox } from './sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

let keys = 0;
async function refusal(path: string, body: unknown): Promise<[number, string, string | undefined]> {
  const response = await sandbox
    .call('POST', path)
    .type('json')
    .set('Idempotency-Key', `test-key-${(keys += 1)}`)
    .send(typeof body === 'string' ? body : JSON.stringify(body));
  const { error } = response.body as { error?: { code: string; param?: string; message: string } };
  // All messages have one style: `field: what is wrong; what to send`.
  if (response.status === 400 && error?.param !== undefined)
    expect(error.message).toMatch(
      /^[^:]+: (is|has|must|contains|needs|replaces|exceeds|belongs|"[^"]*" has) .+\.$/s,
    );
  return [response.status, error?.code ?? 'none', error?.param];
}

const id = '01k9zq3v5e8x7m2n4p6r8t0w1y';
const customer = { external_id: 'c-1', type: 'individual', country: 'PE', display_name: 'Ana' };
const person = { first_name: 'Ana', last_name: 'Paz' };
const payout = { beneficiary_id: `ben_${id}`, source_currency: 'USDT', amount: '1', amount_side: 'source' };
const quote = { method: 'pix', currency: 'BRL', source_currency: 'USDT', amount: '1', amount_side: 'source' };
const fundingAccount = { method: 'bank_transfer', currency: 'PEN', amount: '1.00' };
const long = (length: number) => 'x'.repeat(length);

type Case = [body: unknown, code: string, param: string | undefined];

describe('POST /v1/customers', () => {
  const withProfile = (profile: object, type = 'individual') => ({ ...customer, type, profile });
  const withMetadata = (metadata: unknown) => ({ ...customer, metadata });
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, '']));

  it.each<Case>([
    [{ ...customer, extra: 1 }, 'invalid_body', 'extra'],
    [{ extra: 1 }, 'invalid_body', 'extra'],
    [{ ...customer, country: 7 }, 'invalid_body', 'country'],
    [{ ...customer, type: 7 }, 'invalid_body', 'type'],
    [{ ...customer, display_name: null }, 'invalid_body', 'display_name'],
    [{ ...customer, metadata: null }, 'invalid_body', 'metadata'],
    [{ ...customer, metadata: [] }, 'invalid_body', 'metadata'],
    [{ ...customer, type: 'person', profile: [] }, 'invalid_body', 'profile'],
    [{ ...customer, external_id: undefined }, 'invalid_parameter', 'external_id'],
    [{ ...customer, external_id: '' }, 'invalid_parameter', 'external_id'],
    [{ ...customer, external_id: long(129) }, 'invalid_parameter', 'external_id'],
    [{ ...customer, display_name: long(201) }, 'invalid_parameter', 'display_name'],
    [{ ...customer, display_name: 'a\0b' }, 'invalid_parameter', 'display_name'],
    [{ ...customer, display_name: 'Ana\u202eb' }, 'invalid_parameter', 'display_name'],
    [{ ...customer, display_name: 'Ana\u200bPaz' }, 'invalid_parameter', 'display_name'],
    [{ ...customer, display_name: 'Ana\nPaz' }, 'invalid_parameter', 'display_name'],
    [{ ...customer, display_name: ' \u00a0 ' }, 'invalid_parameter', 'display_name'],
    [{ ...customer, external_id: 'c\u2066-1' }, 'invalid_parameter', 'external_id'],
    [withProfile({ ...person, last_name: 'Paz\u200e' }), 'invalid_parameter', 'profile.last_name'],
    [{ ...customer, type: 'person' }, 'invalid_parameter', 'type'],
    [{ ...customer, country: 'Peru' }, 'invalid_parameter', 'country'],
    [{ ...customer, country: 'XX' }, 'invalid_parameter', 'country'],
    [withMetadata({ a: 1 }), 'invalid_body', 'metadata.a'],
    [withMetadata({ 'a b': '' }), 'invalid_parameter', 'metadata.a b'],
    [withMetadata({ [long(41)]: '' }), 'invalid_parameter', `metadata.${long(41)}`],
    [withMetadata({ a: long(501) }), 'invalid_parameter', 'metadata.a'],
    [withMetadata(many), 'invalid_parameter', 'metadata'],
    [withProfile({ nickname: 'a' }), 'invalid_body', 'profile.nickname'],
    [withProfile({ address: { planet: 'a' } }), 'invalid_body', 'profile.address.planet'],
    [withProfile({ address: { country: 'XX' } }), 'invalid_parameter', 'profile.address.country'],
    [withProfile({ first_name: 'Ana' }), 'invalid_parameter', 'profile.last_name'],
    [withProfile(person, 'business'), 'invalid_parameter', 'profile.first_name'],
    [withProfile({ registration_number: '1' }), 'invalid_parameter', 'profile.registration_number'],
    [withProfile({ identity_document: '1' }), 'invalid_parameter', 'profile.identity_document_type'],
    [withProfile({ identity_document_country: 'PE' }), 'invalid_parameter', 'profile.identity_document'],
    [withProfile({ identity_document_type: 'X' }), 'invalid_parameter', 'profile.identity_document_type'],
    [withProfile({ date_of_birth: '1990-02-30' }), 'invalid_parameter', 'profile.date_of_birth'],
    [withProfile({ phone: '12-34' }), 'invalid_parameter', 'profile.phone'],
    [withProfile({ phone: '+051987654321' }), 'invalid_parameter', 'profile.phone'],
    [withProfile({ phone: '0987654321' }), 'invalid_parameter', 'profile.phone'],
    [withProfile({ ...person, date_of_birth: '2999-01-01' }), 'invalid_parameter', 'profile.date_of_birth'],
    [withProfile({ email: 'nobody' }), 'invalid_parameter', 'profile.email'],
    ['{"external_id":"a","external_id":"b"}', 'invalid_body', 'external_id'],
    ['[]', 'invalid_body', undefined],
  ])('refuses %j with %s %s', async (body, code, param) => {
    expect(await refusal('/v1/customers', body)).toEqual([400, code, param]);
  });

  it('counts code points and accepts every field that fits', async () => {
    const display_name = '😀'.repeat(200);
    const profile = {
      ...person,
      date_of_birth: '1992-02-29',
      phone: '+51999888777',
      email: 'ana@example.com',
    };
    const body = { ...customer, external_id: 'full', display_name, profile, metadata: { 'a.b-c_1': '' } };
    const made = await sandbox.call('POST', '/v1/customers').send(body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ display_name, metadata: body.metadata, status: 'active' });
    const read = await sandbox.call('GET', `/v1/customers/${made.body.id}`);
    expect(read.body).toEqual({ ...made.body, profile });
    const again = await sandbox.call('POST', '/v1/customers').send({ ...body, metadata: {} });
    expect([again.status, again.body.id]).toEqual([200, made.body.id]);
    const other = await sandbox.call('POST', '/v1/customers').send({ ...body, country: 'BR' });
    expect([other.status, other.body.error.code]).toEqual([409, 'external_id_conflict']);
  });
});

describe('PUT /v1/hosted-page', () => {
  const put = async (body: object): Promise<[number, string, string | undefined]> => {
    const { status, body: answer } = await sandbox.call('PUT', '/v1/hosted-page').send(body);
    return [status, answer.error?.code, answer.error?.param];
  };

  it.each<[object, string]>([
    [{ brand_name: 'Acme\u202e' }, 'brand_name'],
    [{ brand_name: 'Ac\u200dme' }, 'brand_name'],
    [{ brand_name: 'Ac\nme' }, 'brand_name'],
    [{ support: { url: 'https://acme.example/\u2066' } }, 'support.url'],
    [{ support: { phone: '+51987654321\u200e' } }, 'support.phone'],
    [{ support: { email: 'ana\u00ad@example.com' } }, 'support.email'],
    [{ logo_url: 'https://acme.example/\u202e.svg' }, 'logo_url'],
    [{ legal: { name: 'Acme\u202e S.A.' } }, 'legal.name'],
    [{ legal: { name: 'Acme\nS.A.' } }, 'legal.name'],
    [{ legal: { terms_url: 'http://acme.example/terms' } }, 'legal.terms_url'],
    [{ legal: { privacy_url: 'https://user@acme.example/' } }, 'legal.privacy_url'],
  ])('refuses %j, which has no visible difference', async (body, param) => {
    expect(await put(body)).toEqual([400, 'invalid_parameter', param]);
  });

  const slow = `https://T${'#'.repeat(65_000)}\t`;
  it.each<[object, string]>([
    [{ support: { url: slow } }, 'support.url'],
    [{ logo_url: slow }, 'logo_url'],
    [{ favicon_url: slow }, 'favicon_url'],
    [{ legal: { terms_url: slow } }, 'legal.terms_url'],
    [{ support: { email: `${'a.'.repeat(32_000)}@` } }, 'support.email'],
    [{ support: { phone: `+${'1'.repeat(65_000)}` } }, 'support.phone'],
    [{ brand_name: '\u200d'.repeat(20_000) }, 'brand_name'],
  ])('does not judge a text as long as a body', async (body, param) => {
    const before = process.cpuUsage();
    expect(await put(body)).toEqual([400, 'invalid_parameter', param]);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

describe('a param that is too long', () => {
  // The text is cut in the middle of a surrogate pair unless it is cut by code points.
  const cut = (start: string) => [`${start.padEnd(199, 'a')}😀b`, `${start.padEnd(199, 'a')}😀`] as const;

  it('is cut to 200 characters, never within one', async () => {
    const [field, fieldCut] = cut('');
    expect(await refusal('/v1/customers', { ...customer, [field]: 1 })).toEqual([
      400,
      'invalid_body',
      fieldCut,
    ]);
    const [key, keyCut] = cut('metadata.');
    const metadata = { [key.slice('metadata.'.length)]: '' };
    const ofKey = await refusal('/v1/customers', { ...customer, metadata });
    expect(ofKey).toEqual([400, 'invalid_parameter', keyCut]);
    const [datum, datumCut] = cut('details.');
    const details = { [datum.slice('details.'.length)]: '' };
    const ofDatum = await refusal('/v1/beneficiaries', { method: 'pix', currency: 'BRL', details });
    expect(ofDatum).toEqual([400, 'invalid_body', datumCut]);
    const [name, nameCut] = cut('');
    const answer = await sandbox.call('GET', `/v1/me?${encodeURIComponent(name)}=1`);
    expect(answer.body.error).toMatchObject({ code: 'invalid_parameter', param: nameCut });
  });

  it('is cut in a message too', async () => {
    const payer = { [`${'a'.repeat(79)}😀b`]: '' };
    const answer = await sandbox
      .call('POST', '/v1/funding-accounts')
      .set('Idempotency-Key', 'a-long-datum')
      .send({ ...fundingAccount, payer });
    expect(answer.body.error.message).toMatch(
      `payer.${'a'.repeat(79)}😀: is not a field of this method; send payer.name`,
    );
  });
});

describe('POST /v1/payouts', () => {
  it.each<Case>([
    [{ ...payout, amount: 1 }, 'invalid_body', 'amount'],
    [{ ...payout, amount: '1.' }, 'invalid_parameter', 'amount'],
    [{ ...payout, amount: '1e3' }, 'invalid_parameter', 'amount'],
    // The beneficiary is missing, which is reported only if the amount is valid.
    [{ ...payout, amount: '0' }, 'invalid_parameter', 'amount'],
    [{ ...payout, amount: '0.000' }, 'invalid_parameter', 'amount'],
    [{ ...payout, amount: '1'.repeat(19) }, 'invalid_parameter', 'amount'],
    [{ ...payout, amount: '0.1234567' }, 'invalid_parameter', 'amount'],
    [{ ...payout, amount: '0', amount_side: 'destination' }, 'invalid_parameter', 'amount'],
    [{ ...payout, beneficiary_id: 'ben' }, 'invalid_parameter', 'beneficiary_id'],
    [{ ...payout, beneficiary_id: undefined }, 'invalid_parameter', 'beneficiary_id'],
    [{ ...payout, quote_id: `quo_${id}` }, 'invalid_parameter', 'quote_id'],
    [{ ...payout, quote_id: 'quo_' }, 'invalid_parameter', 'quote_id'],
    [{ ...payout, amount_side: undefined }, 'invalid_parameter', 'amount_side'],
    [{ ...payout, amount: undefined }, 'invalid_parameter', 'amount'],
    [{ ...payout, source_currency: undefined }, 'invalid_parameter', 'source_currency'],
    [{ ...payout, source_currency: 'XXX' }, 'invalid_parameter', 'source_currency'],
    [{ ...payout, amount_side: 'both' }, 'invalid_parameter', 'amount_side'],
    [{ ...payout, description: long(501) }, 'invalid_parameter', 'description'],
    [{ ...payout, method: 'pix' }, 'invalid_body', 'method'],
  ])('refuses %j with %s %s', async (body, code, param) => {
    expect(await refusal('/v1/payouts', body)).toEqual([400, code, param]);
  });

  it("does not find another account's beneficiary", async () => {
    expect(await refusal('/v1/payouts', payout)).toEqual([404, 'not_found', 'beneficiary_id']);
  });
});

describe('POST /v1/quotes', () => {
  it.each<Case>([
    [{ ...quote, method: undefined }, 'invalid_parameter', 'method'],
    [{ ...quote, currency: undefined }, 'invalid_parameter', 'currency'],
    [{ ...quote, beneficiary_id: `ben_${id}` }, 'invalid_parameter', 'method'],
    [{ ...quote, source_currency: 'usdt' }, 'invalid_parameter', 'source_currency'],
    [{ ...quote, amount: '0.00' }, 'invalid_parameter', 'amount'],
    [{ ...quote, amount: '-1' }, 'invalid_parameter', 'amount'],
    [{ ...quote, method: 'unknown', amount: '0' }, 'invalid_parameter', 'amount'],
    [{ ...quote, method: 'unknown', amount: '1'.repeat(19) }, 'invalid_parameter', 'amount'],
    [{ ...quote, method: 'unknown', amount: '0.1234567' }, 'invalid_parameter', 'amount'],
    [
      { ...quote, method: 'unknown', amount: '1.001', amount_side: 'destination' },
      'invalid_parameter',
      'amount',
    ],
    [
      { ...quote, currency: 'XXX', amount: '1.001', amount_side: 'destination' },
      'invalid_parameter',
      'currency',
    ],
    [{ ...quote, product: 'loan' }, 'invalid_parameter', 'product'],
  ])('refuses %j with %s %s', async (body, code, param) => {
    expect(await refusal('/v1/quotes', body)).toEqual([400, code, param]);
  });

  it('rejects remittances', async () => {
    expect((await refusal('/v1/quotes', { ...quote, product: 'remittance' })).slice(0, 2)).toEqual([
      422,
      'unsupported_method',
    ]);
  });
});

describe('POST /v1/funding-accounts', () => {
  it.each<Case>([
    [{ ...fundingAccount, amount: 1 }, 'invalid_body', 'amount'],
    [{ ...fundingAccount, amount: '-1' }, 'invalid_request', 'amount'],
    [{ ...fundingAccount, amount: '0.00' }, 'invalid_request', 'amount'],
    [{ ...fundingAccount, amount: '1.001' }, 'invalid_request', 'amount'],
    [{ ...fundingAccount, amount: '1'.repeat(19) }, 'invalid_request', 'amount'],
    [{ ...fundingAccount, currency: 'XXX', amount: '1.001' }, 'invalid_request', 'currency'],
    [{ ...fundingAccount, currency: 'XXX' }, 'invalid_request', 'currency'],
    [{ ...fundingAccount, currency: undefined }, 'invalid_parameter', 'currency'],
    [{ ...fundingAccount, payer: { a: 1 } }, 'invalid_body', 'payer.a'],
    [{ ...fundingAccount, payer: { 'payer.name': 'a\0' } }, 'invalid_parameter', 'payer'],
    [{ ...fundingAccount, payer: { 'payer.planet': 'a' } }, 'invalid_parameter', 'payer'],
    [{ ...fundingAccount, amount: undefined, payer: {} }, 'invalid_parameter', 'payer'],
  ])('refuses %j with %s %s', async (body, code, param) => {
    expect(await refusal('/v1/funding-accounts', body)).toEqual([400, code, param]);
  });
});

describe('POST /v1/beneficiaries', () => {
  const beneficiary = {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Ana Paz', pix_key: 'ana@example.com' },
  };
  it.each<Case>([
    [{ ...beneficiary, details: 'x' }, 'invalid_body', 'details'],
    [
      { ...beneficiary, details: { ...beneficiary.details, pix_key: 'a\0' } },
      'invalid_parameter',
      'details.pix_key',
    ],
    [{ ...beneficiary, details: { name: 'Ana Paz' } }, 'invalid_parameter', 'details.pix_key'],
    [{ ...beneficiary, details: { name: 7, pix_key: 'a' } }, 'invalid_body', 'details.name'],
    [{ ...beneficiary, currency: 'XXX' }, 'invalid_parameter', 'currency'],
    [{ ...beneficiary, customer_id: 'x' }, 'invalid_parameter', 'customer_id'],
    [{ ...beneficiary, holder: long(201) }, 'invalid_parameter', 'holder'],
    [{ ...beneficiary, label: long(101) }, 'invalid_parameter', 'label'],
  ])('refuses %j with %s %s', async (body, code, param) => {
    expect(await refusal('/v1/beneficiaries', body)).toEqual([400, code, param]);
  });

  it('refuses what is not in the catalogue', async () => {
    expect((await refusal('/v1/beneficiaries', { ...beneficiary, method: 'swift' }))[1]).toBe(
      'unsupported_method',
    );
  });
});

describe('POST /v1/sandbox/deposits', () => {
  const deposit = { funding_account_id: `fa_${id}` };
  it.each<Case>([
    [{ ...deposit, delay_ms: '1' }, 'invalid_body', 'delay_ms'],
    [{ ...deposit, amount: '0' }, 'invalid_parameter', 'amount'],
    [{ ...deposit, amount: '1'.repeat(19) }, 'invalid_parameter', 'amount'],
    [{ ...deposit, delay_ms: 1.5 }, 'invalid_parameter', 'delay_ms'],
    [{ ...deposit, delay_ms: 60_001 }, 'invalid_parameter', 'delay_ms'],
    [{ ...deposit, outcome: 'lost' }, 'invalid_parameter', 'outcome'],
    [{}, 'invalid_parameter', 'funding_account_id'],
  ])('refuses %j with %s %s', async (body, code, param) => {
    expect(await refusal('/v1/sandbox/deposits', body)).toEqual([400, code, param]);
  });

  it("does not find another account's funding account", async () => {
    expect(await refusal('/v1/sandbox/deposits', deposit)).toEqual([404, 'not_found', 'funding_account_id']);
  });
});
