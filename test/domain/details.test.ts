import { describe, expect, it } from 'vitest';
import { findPayout, type Capability, type FieldSpec } from '../../src/domain/capability.js';
import {
  accountHint,
  checkDetails,
  checkPayer,
  identityOf,
  missingSenderFields,
} from '../../src/domain/details.js';
import { Refusal, type RefusalCode } from '../../src/domain/refusal.js';
import { loadCatalogue } from '../../src/main/catalogue.js';

const catalogue = loadCatalogue();
const payout = (method: string, currency: string): Capability => {
  const found = findPayout(catalogue, { method, currency });
  if (found === undefined) throw new Error(`no payout ${method} ${currency}`);
  return found;
};
const fieldsOf = (capability: Capability): readonly FieldSpec[] => capability.beneficiaryFields ?? [];
const cci = payout('bank_transfer', 'PEN');
const pix = payout('pix', 'BRL');
const mobile = payout('mobile_payment', 'VES');
const holder = {
  cci: '00219300123456789012',
  document_number: '12345678',
  first_name: 'Ana',
  last_name: 'Paz',
};
const wallet = { phone: '04141234567', bank_code: '0102', document: { type: 'V', number: '12345678' } };
const withoutType = { number: '12345678' };

function refusalOf(work: () => unknown): { code: RefusalCode; param: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, param: error.param };
    throw error;
  }
  throw new Error('it was not refused');
}

describe('details', () => {
  it('come back flat, with a dot where they were nested', () => {
    expect(checkDetails(fieldsOf(mobile), wallet, 'details')).toEqual({
      phone: '04141234567',
      bank_code: '0102',
      'document.type': 'V',
      'document.number': '12345678',
    });
  });

  it.each([
    ['52998224725'],
    ['12345678909'],
    ['11222333000181'],
    ['+5511987654321'],
    ['joao.silva+loja@exemplo.com.br'],
    ['123e4567-e89b-12d3-a456-426614174000'],
  ])('take the pix key %s', (pix_key) => {
    expect(checkDetails(fieldsOf(pix), { name: 'Jo', pix_key }, 'details')).toEqual({ name: 'Jo', pix_key });
  });

  const parameter = 'invalid_parameter';
  it.each([
    ['a missing field', cci, { ...holder, cci: undefined }, parameter, 'details.cci'],
    ['an empty field', cci, { ...holder, last_name: '' }, parameter, 'details.last_name'],
    ['19 digits', cci, { ...holder, cci: '0021930012345678901' }, parameter, 'details.cci'],
    ['a line after', cci, { ...holder, cci: `${holder.cci}\n` }, parameter, 'details.cci'],
    ['a RUC of 30', cci, { ...holder, document_number: '30123456789' }, parameter, 'details.document_number'],
    ['a number', cci, { ...holder, document_number: 12345678 }, 'invalid_body', 'details.document_number'],
    ['a null', cci, { ...holder, cci: null }, 'invalid_body', 'details.cci'],
    ['an object', cci, { ...holder, cci: { a: 1 } }, 'invalid_body', 'details.cci'],
    ['an unknown field', cci, { ...holder, swift: 'X' }, 'invalid_body', 'details.swift'],
    ['a name of Object', cci, { ...holder, constructor: 'X' }, 'invalid_body', 'details.constructor'],
    ['a text for all', cci, 'text', 'invalid_body', 'details'],
    ['a list for all', cci, [], 'invalid_body', 'details'],
    ['a phone of 0413', mobile, { ...wallet, phone: '04131234567' }, parameter, 'details.phone'],
    ['no group', mobile, { ...wallet, document: {} }, parameter, 'details.document.type'],
    ['half a group', mobile, { ...wallet, document: withoutType }, parameter, 'details.document.type'],
    ['a text group', mobile, { ...wallet, document: 'V' }, 'invalid_body', 'details.document'],
    ['a null group', mobile, { ...wallet, document: null }, 'invalid_body', 'details.document'],
    [
      'a stranger in a group',
      mobile,
      { ...wallet, document: { x: '1' } },
      'invalid_body',
      'details.document.x',
    ],
    [
      'a value out of the list',
      mobile,
      { ...wallet, document: { type: 'X' } },
      parameter,
      'details.document.type',
    ],
    ['a wrong CPF', pix, { name: 'Jo', pix_key: '52998224724' }, parameter, 'details.pix_key'],
    ['a wrong CNPJ', pix, { name: 'Jo', pix_key: '11222333000182' }, parameter, 'details.pix_key'],
    ['a CPF of ones', pix, { name: 'Jo', pix_key: '11111111111' }, parameter, 'details.pix_key'],
    ['a short name', pix, { name: 'J', pix_key: '52998224725' }, parameter, 'details.name'],
    ['a long text', pix, { name: 'Jo', pix_key: `a@${'b'.repeat(60_000)}` }, parameter, 'details.pix_key'],
  ] as const)('are refused for %s', (_, capability, details, code, param) => {
    const sent: unknown = JSON.parse(JSON.stringify(details));
    expect(refusalOf(() => checkDetails(fieldsOf(capability), sent, 'details'))).toEqual({ code, param });
  });

  it('are refused if a dotted key replaces a nested object', () => {
    const { document: _, ...rest } = wallet;
    const dotted = { ...rest, 'document.type': 'V', 'document.number': '12345678' };
    const refused = refusalOf(() => checkDetails(fieldsOf(mobile), dotted, 'items[0].details'));
    expect(refused).toEqual({ code: 'invalid_body', param: 'items[0].details.document.type' });
    const proto: unknown = JSON.parse('{"__proto__":{"name":"Jo"}}');
    expect(refusalOf(() => checkDetails(fieldsOf(pix), proto, 'details')).param).toBe('details.__proto__');
  });

  it('take a name of 140 letters outside the basic plane', () => {
    const name = '𝒜'.repeat(140);
    expect(checkDetails(fieldsOf(pix), { name, pix_key: '52998224725' }, 'details').name).toBe(name);
  });

  it('are required even if any text is valid', () => {
    const free = { name: 'memo', type: 'string', required: true, description: '' } as const;
    expect(refusalOf(() => checkDetails([free], { memo: '' }, 'details')).param).toBe('details.memo');
    expect(checkDetails([{ ...free, required: false }], {}, 'details')).toEqual({});
  });

  it('never repeat the value in the message', () => {
    expect(() => checkDetails(fieldsOf(cci), { ...holder, cci: '4444' }, 'details')).not.toThrow(/4444/);
  });
});

describe('a payer', () => {
  const fields = catalogue.capabilities.find(
    ({ product, method }) => product === 'payin' && method === 'pix',
  );
  const specs = fields?.paymentMethodFields ?? [];

  it.each([[{}], [{ 'payer.name': 'Jo' }], [{ 'payer.name': 'Jo', 'payer.document': '52998224725' }]])(
    'is %j',
    (payer) => expect(checkPayer(specs, payer)).toEqual(payer),
  );

  it.each([
    [{ name: 'Jo' }],
    [{ payer: { name: 'Jo' } }],
    [{ 'payer.name': 55 }],
    [{ 'payer.name': 'J' }],
    [{ 'payer.document': '52998224724' }],
    [{ 'payer.document': '' }],
  ])('is not %j', (payer) => {
    expect(refusalOf(() => checkPayer(specs, payer))).toEqual({ code: 'invalid_parameter', param: 'payer' });
  });

  it('is refused if a required field is missing', () => {
    const required = specs.map((spec) => ({ ...spec, required: true }));
    expect(refusalOf(() => checkPayer(required, {})).param).toBe('payer');
  });
});

describe('an account', () => {
  const identity = (capability: Capability, details: unknown): string =>
    identityOf(capability, checkDetails(fieldsOf(capability), details, 'details'));

  it('is the same under another name or spelling', () => {
    const key = 'Joao@Exemplo.com';
    expect(identity(pix, { name: 'Jo', pix_key: key })).toBe(
      identity(pix, { name: 'João', pix_key: key.toLowerCase() }),
    );
    expect(identity(cci, { ...holder, first_name: 'Eva' })).toBe(identity(cci, holder));
    const phone = { name: 'phone', type: 'phone', required: true, description: '', identity: true } as const;
    const any = { ...mobile, beneficiaryFields: [phone] };
    expect(identityOf(any, { phone: '+58 414-1234567' })).toBe(identityOf(any, { phone: '584141234567' }));
    expect(identityOf(any, { phone: '(0414) 123' })).toBe(identityOf(any, { phone: '0414123' }));
  });

  it('differs for an e-mail, a phone and another e-mail that all begin with a plus', () => {
    const keys = ['+ana@banco.com', '+luis@otro.com', '+5511987654321', '+5511987654321@x.co'];
    expect(new Set(keys.map((pix_key) => identity(pix, { name: 'Jo', pix_key }))).size).toBe(keys.length);
  });

  it('differs with another number, method or currency', () => {
    const all = [
      identity(cci, holder),
      identity(cci, { ...holder, cci: '00219300123456789013' }),
      identity(cci, { ...holder, document_number: '87654321' }),
      identityOf({ ...cci, currency: 'USD' }, holder),
      identityOf({ ...cci, method: 'wire' }, holder),
      identityOf({ ...cci, country: 'BO' }, holder),
      identityOf(cci, holder, 'MX'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('shows only its last four characters, never all', () => {
    expect(accountHint(fieldsOf(cci), holder)).toBe('9012');
    expect(accountHint(fieldsOf(mobile), { phone: '04141234567' })).toBe('4567');
    expect(accountHint([], holder)).toBe('');
    expect(accountHint(fieldsOf(mobile), { phone: '4567' })).toBe('567');
    expect(accountHint(fieldsOf(pix), { pix_key: 'm@example.com' })).toBe('');
    expect(accountHint(fieldsOf(pix), { pix_key: 'maria@example.com' })).toBe('a');
    expect(accountHint(fieldsOf(pix), { pix_key: 'maria.da.silva.souza@example.com' })).toBe('ouza');
  });
});

describe('a sender', () => {
  const customerFields = cci.customerFields ?? [];
  const document = { identity_document_type: 'DNI', identity_document: '87654321' };
  const named = { first_name: 'Carlos', last_name: 'Rojas', ...document };
  const everything = ['first_name', 'last_name', 'identity_document_type', 'identity_document'];
  it.each([
    ['complete', { type: 'individual', country: 'PE', profile: named }, []],
    ['a company', { type: 'business', country: 'PE', profile: document }, []],
    [
      'of a wrong RUC',
      {
        type: 'business',
        country: 'PE',
        profile: { identity_document_type: 'RUC', identity_document: '20100047219' },
      },
      ['identity_document'],
    ],
    [
      'with a DNI of another country',
      { type: 'business', country: 'AR', profile: { ...document, identity_document: '5123456' } },
      [],
    ],
    [
      'with a DNI of Peru, living elsewhere',
      {
        type: 'business',
        country: 'AR',
        profile: { ...document, identity_document: '5123456', identity_document_country: 'PE' },
      },
      ['identity_document'],
    ],
    ['nameless', { type: 'individual', country: 'PE', profile: document }, ['first_name', 'last_name']],
    [
      'of a wrong country',
      { type: 'business', country: 'PE', profile: { ...document, address: { country: 'pe' } } },
      ['address.country'],
    ],
    ['without a profile', { type: 'individual', country: 'PE', profile: undefined }, everything],
    ['absent', undefined, everything],
  ])('%s lacks what it lacks', (_, sender, missing) => {
    expect(missingSenderFields(customerFields, sender)).toEqual(missing);
  });
});
