import { describe, expect, it } from 'vitest';
import { findPayin, findPayout, type FieldSpec } from '../../src/domain/capability.js';
import { checkDetails, checkPayer, faultOf, identityOf } from '../../src/domain/details.js';
import { loadCatalogue } from '../../src/main/catalogue.js';

const catalogue = loadCatalogue();

/** The payout method's reading of one datum: the text that it keeps, or the fault. */
function read(method: string, currency: string, [name, value]: readonly [string, string]): string {
  const fields = findPayout(catalogue, { method, currency })?.beneficiaryFields ?? [];
  const rest = Object.fromEntries(
    fields.filter((field) => !field.name.includes('.')).map((field) => [field.name, field.example]),
  );
  const document = fields.some((field) => field.name === 'document.type') && {
    document: { type: 'V', number: '12345678' },
  };
  try {
    const kept = checkDetails(fields, { ...rest, ...document, [name]: value }, 'details');
    return kept[name] ?? 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

const wrongDigits = (name: string) => new RegExp(`^details\\.${name}: has wrong check digits; send `);
const wrongForm = (name: string) =>
  new RegExp(`^details\\.${name}: has not the form of this field; send a value like `);

describe('a PIX key', () => {
  it.each([
    // CPF and CNPJ, of digits and with letters (the Receita's own example, and others).
    ['52998224725', '52998224725'],
    ['12345678909', '12345678909'],
    ['11222333000181', '11222333000181'],
    ['12ABC34501DE35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
    ['A1B2C3D4E5F668', 'A1B2C3D4E5F668'],
    // E-mail addresses as DICT takes them.
    ["d'avila@example.com", "d'avila@example.com"],
    ['loja#1@example.com', 'loja#1@example.com'],
    ['+ana@example.com', '+ana@example.com'],
    ['+5511987654321@example.com', '+5511987654321@example.com'],
    ['Ana.Lima+pix@EXAMPLE.com', 'ana.lima+pix@example.com'],
    [`${'a'.repeat(65)}@example.com`, `${'a'.repeat(65)}@example.com`],
    ['a{b|c}~`^_?=/&!$*-@x-1.example', 'a{b|c}~`^_?=/&!$*-@x-1.example'],
    ['+5511987654321', '+5511987654321'],
    ['123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ])('may be %s', (key, kept) => {
    expect(read('pix', 'BRL', ['pix_key', key])).toBe(kept);
  });

  it.each([
    ['52998224724', wrongDigits('pix_key')],
    ['12ABC34501DE36', wrongDigits('pix_key')],
    ['12ABC34501DE53', wrongDigits('pix_key')],
    ['11222333000182', wrongDigits('pix_key')],
    ['00000000000000', wrongDigits('pix_key')],
    ['12ABC34501DEAB', wrongForm('pix_key')],
    ['12ABC34501D35', wrongForm('pix_key')],
    ['a%b@example.com', wrongForm('pix_key')],
    ['a b@example.com', wrongForm('pix_key')],
    ['joão@example.com', wrongForm('pix_key')],
    ['\u212Aate@example.com', wrongForm('pix_key')],
    ['x@ex..ample.com', /is no e-mail that DICT takes; send at most 77 characters/],
    ['x@.example.com', /DICT/],
    ['x@-example.com', /DICT/],
    ['x@example-.com', /DICT/],
    ['x@example.com.', /DICT/],
    [`x@${'b'.repeat(64)}.com`, /DICT/],
    [`${'a'.repeat(66)}@example.com`, /DICT/],
    ['x@y@example.com', wrongForm('pix_key')],
    ['+05511987654321', wrongForm('pix_key')],
  ])('is not %s', (key, fault) => {
    expect(read('pix', 'BRL', ['pix_key', key])).toMatch(fault);
  });

  it('is one account however it is written, and an e-mail that begins like a phone is no phone', () => {
    const pix = findPayout(catalogue, { method: 'pix', currency: 'BRL' });
    if (pix === undefined) throw new Error('no PIX');
    const identity = (pix_key: string) =>
      identityOf(pix, checkDetails(pix.beneficiaryFields ?? [], { name: 'Jo', pix_key }, 'details'));
    expect(identity('12abc34501de35')).toBe(identity('12ABC34501DE35'));
    expect(identity('Ana@Example.com')).toBe(identity('ana@example.com'));
    expect(identity('+5511987654321')).not.toBe(identity('+5511987654321@example.com'));
  });

  it('is judged in time that grows with its length and no faster', () => {
    const longest = ['a'.repeat(200), '+'.repeat(200), `a@${'.-'.repeat(99)}`, `${'a@'.repeat(100)}`];
    const start = performance.now();
    for (let round = 0; round < 500; round += 1) {
      for (const key of longest) read('pix', 'BRL', ['pix_key', key]);
    }
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("a number's own rule", () => {
  it.each([
    ['spei', 'MXN', 'clabe', '032180000118359719', '032180000118359718'],
    ['spei', 'MXN', 'clabe', '002010077777777771', '002010077777777717'],
    ['ach', 'USD', 'routing_number', '021000021', '123456789'],
    ['ach', 'USD', 'routing_number', '011401533', '011401535'],
    ['ach', 'USD', 'routing_number', '122105155', '000000000'],
    ['bank_transfer', 'PEN', 'document_number', '20100047218', '20100047219'],
    ['bank_transfer', 'PEN', 'document_number', '20131312955', '20131312950'],
    ['bank_transfer', 'PEN', 'document_number', '10254824220', '10254824224'],
  ])('of %s %s %s takes %s and refuses %s', (method, currency, name, right, wrong) => {
    expect(read(method, currency, [name, right])).toBe(right);
    expect(read(method, currency, [name, wrong])).toMatch(wrongDigits(name));
  });

  it('has nothing to say of a DNI or a CCI', () => {
    expect(read('bank_transfer', 'PEN', ['document_number', '12345679'])).toBe('12345679');
    expect(read('bank_transfer', 'PEN', ['cci', '00219300123456789013'])).toBe('00219300123456789013');
  });

  it.each([
    [
      'bank_transfer',
      'account_number',
      '01340123450123456789',
      /account_number: is an account of another bank/,
    ],
    ['bank_transfer', 'bank_code', '0134', /account_number: is an account of another bank/],
    ['mobile_payment', 'bank_code', '0134', /^0134$/],
    ['mobile_payment', 'bank_code', '9999', /bank_code: is no bank of Venezuela; send /],
    ['mobile_payment', 'bank_code', '0000', /bank_code: is no bank of Venezuela; send /],
  ])('of VES %s reads %s %s', (method, name, value, expected) => {
    expect(read(method, 'VES', [name, value])).toMatch(expected);
  });

  it('of an account at a bank that does not exist names the bank code', () => {
    const fields =
      findPayout(catalogue, { method: 'bank_transfer', currency: 'VES' })?.beneficiaryFields ?? [];
    const details = {
      account_number: '99990123450123456789',
      bank_code: '9999',
      document: { type: 'V', number: '12345678' },
    };
    expect(() => checkDetails(fields, details, 'details')).toThrow(/^details\.bank_code: /);
  });

  it.each([
    ['GB82 WEST 1234 5698 7654 32', undefined],
    ['de89370400440532013000', undefined],
    ['GB82WEST12345698765433', /check digits/],
    ['DE8937040044053201300', /check digits/],
    ['ZZ82WEST12345698765432', /check digits/],
  ])('of an IBAN is asked of %s wherever a field is of that type', (iban, fault) => {
    const field: FieldSpec = { name: 'iban', type: 'iban', required: true, description: 'IBAN' };
    const found = faultOf(field, { iban });
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(fault);
  });
});

describe('a payer', () => {
  const fieldsOf = (method: string, currency: string) =>
    findPayin(catalogue, method, currency)?.paymentMethodFields ?? [];

  it.each([
    ['pix', 'BRL', 'payer.document', '12ABC34501DE35', '12ABC34501DE36'],
    ['pix', 'BRL', 'payer.document', '12345678909', '12345678908'],
    ['bank_transfer', 'PEN', 'payer.document_number', '20100047218', '20100047219'],
  ])('of %s %s has a %s like %s and not %s', (method, currency, name, right, wrong) => {
    const fields = fieldsOf(method, currency);
    expect(checkPayer(fields, { [name]: right.toLowerCase() })).toEqual({ [name]: right });
    expect(() => checkPayer(fields, { [name]: wrong })).toThrow(`${name}: has wrong check digits; send `);
  });
});

describe('a phone', () => {
  const phone = { name: 'phone', type: 'phone', required: true } as const;
  const fault = (value: string) => faultOf(phone, { phone: value });

  it.each(['+051987654321', '+ 051 987 654 321', '+(0)51987654321'])('is not %s', (value) => {
    expect(fault(value)).toMatch(/^is no number in international form; send its country code and digits/);
  });

  it.each(['+51 987 654 321', '+10', '04121234567'])('may be %s', (value) => {
    expect(fault(value)).toBeUndefined();
  });
});
