import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { stdnum } from 'stdnum';
import { describe, expect, it } from 'vitest';
import { isBankNumber, isBrazilianTaxId, isRif, isRuc } from '../../src/domain/check-digit.js';
import { findPayin, findPayout, type FieldSpec } from '../../src/domain/capability.js';
import { checkDetails, checkPayer, faultOf, identityOf } from '../../src/domain/details.js';
import { identityDocumentFault } from '../../src/domain/identity-document.js';
import type { Refusal } from '../../src/domain/refusal.js';
import { loadCatalogue } from '../../src/main/catalogue.js';

const catalogue = loadCatalogue();

/** Reads one field of a payout method: returns the stored text or the fault. */
function read(method: string, currency: string, [name, value]: readonly [string, string]): string {
  const fields = findPayout(catalogue, { method, currency })?.beneficiaryFields ?? [];
  const rest = Object.fromEntries(
    fields.filter((field) => !field.name.includes('.')).map((field) => [field.name, field.example]),
  );
  const document = fields.some((field) => field.name === 'document.type') && {
    document: { type: 'V', number: '12345678' },
  };
  try {
    const checked = checkDetails(fields, { ...rest, ...document, [name]: value }, 'details');
    return checked[name] ?? 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

const wrongDigits = (name: string) => new RegExp(`^details\\.${name}: has wrong check digits; send `);
const wrongForm = (name: string) =>
  new RegExp(`^details\\.${name}: has the wrong format; send a value like `);

describe('a PIX key', () => {
  it.each([
    // CPF and CNPJ, of digits and with letters (the Receita's own example, and others).
    ['52998224725', '52998224725'],
    ['12345678909', '12345678909'],
    ['11222333000181', '11222333000181'],
    ['12ABC34501DE35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
    ['A1B2C3D4E5F668', 'A1B2C3D4E5F668'],
    // E-mail addresses that DICT accepts.
    ["d'avila@example.com", "d'avila@example.com"],
    ['loja#1@example.com', 'loja#1@example.com'],
    ['+ana@example.com', '+ana@example.com'],
    ['+5511987654321@example.com', '+5511987654321@example.com'],
    ['Ana.Lima+pix@EXAMPLE.com', 'ana.lima+pix@example.com'],
    [`${'a'.repeat(65)}@example.com`, `${'a'.repeat(65)}@example.com`],
    ['a{b|c}~`^_?=/&!$*-@x-1.example', 'a{b|c}~`^_?=/&!$*-@x-1.example'],
    ['+5511987654321', '+5511987654321'],
    ['+558532101234', '+558532101234'],
    ['123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ])('may be %s', (key, expected) => {
    expect(read('pix', 'BRL', ['pix_key', key])).toBe(expected);
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
    ['x@ex..ample.com', /is not an e-mail address that DICT accepts; send at most 77 characters/],
    ['x@.example.com', /DICT/],
    ['x@-example.com', /DICT/],
    ['x@example-.com', /DICT/],
    ['x@example.com.', /DICT/],
    [`x@${'b'.repeat(64)}.com`, /DICT/],
    [`${'a'.repeat(66)}@example.com`, /DICT/],
    ['x@y@example.com', wrongForm('pix_key')],
    ['+05511987654321', wrongForm('pix_key')],
    // No area code has a zero, mobile numbers begin with 9, and landlines with 2 to 5.
    ['+5501987654321', wrongForm('pix_key')],
    ['+5510987654321', wrongForm('pix_key')],
    ['+5511187654321', wrongForm('pix_key')],
    ['+551198765432', wrongForm('pix_key')],
    ['00000000-0000-0000-0000-000000000000', /is not a random key; send /],
  ])('is not %s', (key, fault) => {
    expect(read('pix', 'BRL', ['pix_key', key])).toMatch(fault);
  });

  it('has one normal form, and an e-mail that begins like a phone is not a phone', () => {
    const pix = findPayout(catalogue, { method: 'pix', currency: 'BRL' });
    if (pix === undefined) throw new Error('no PIX');
    const identity = (pix_key: string) =>
      identityOf(pix, checkDetails(pix.beneficiaryFields ?? [], { name: 'Jo', pix_key }, 'details'));
    expect(identity('12abc34501de35')).toBe(identity('12ABC34501DE35'));
    expect(identity('Ana@Example.com')).toBe(identity('ana@example.com'));
    expect(identity('+5511987654321')).not.toBe(identity('+5511987654321@example.com'));
  });

  it('is checked in linear time', () => {
    const longest = ['a'.repeat(200), '+'.repeat(200), `a@${'.-'.repeat(99)}`, `${'a@'.repeat(100)}`];
    const start = process.cpuUsage();
    for (let round = 0; round < 500; round += 1) {
      for (const key of longest) read('pix', 'BRL', ['pix_key', key]);
    }
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});

describe('the rule of an account number', () => {
  it.each([
    ['spei', 'MXN', 'clabe', '032180000118359719', '032180000118359718'],
    ['spei', 'MXN', 'clabe', '002010077777777771', '002010077777777717'],
    ['ach', 'USD', 'routing_number', '021000021', '123456789'],
    ['ach', 'USD', 'routing_number', '011401533', '011401535'],
    ['bank_transfer', 'PEN', 'document_number', '20100047218', '20100047219'],
    ['bank_transfer', 'PEN', 'document_number', '20131312955', '20131312950'],
    ['bank_transfer', 'PEN', 'document_number', '10254824220', '10254824224'],
  ])('of %s %s %s takes %s and refuses %s', (method, currency, name, right, wrong) => {
    expect(read(method, currency, [name, right])).toBe(right);
    expect(read(method, currency, [name, wrong])).toMatch(wrongDigits(name));
  });

  it.each([
    [
      'bank_transfer',
      'PEN',
      'document_number',
      '00000000',
      /document_number: is not a DNI; send its 8 digits/,
    ],
    ['bank_transfer', 'PEN', 'document_number', '30100047218', wrongForm('document_number')],
    ['bank_transfer', 'PEN', 'cci', '00019300123456789012', wrongForm('cci')],
    ['bank_transfer', 'PEN', 'cci', '00000000000000000000', wrongForm('cci')],
    ['spei', 'MXN', 'clabe', '000000000000000000', wrongForm('clabe')],
    ['ach', 'USD', 'routing_number', '000000000', wrongDigits('routing_number')],
    // The check digit is right, but no ABA range begins so.
    ['ach', 'USD', 'routing_number', '131000009', wrongForm('routing_number')],
    ['ach', 'USD', 'routing_number', '990000005', wrongForm('routing_number')],
    ['ach', 'USD', 'account_number', '0000', /account_number: is not an account number; send /],
    ['ach', 'USD', 'account_number', '12-34', wrongForm('account_number')],
    ['ach', 'USD', 'account_type', 'cheque', /account_type: is not an allowed value/],
    ['mobile_payment', 'VES', 'phone', '04134567890', wrongForm('phone')],
    ['mobile_payment', 'VES', 'phone', '+584141234567', wrongForm('phone')],
    ['bank_transfer', 'VES', 'account_number', '0102012345012345678', wrongForm('account_number')],
  ])('of %s %s %s refuses %s', (method, currency, name, value, fault) => {
    expect(read(method, currency, [name, value])).toMatch(fault);
  });

  it('accepts any DNI and CCI', () => {
    expect(read('bank_transfer', 'PEN', ['document_number', '12345679'])).toBe('12345679');
    expect(read('bank_transfer', 'PEN', ['cci', '00219300123456789013'])).toBe('00219300123456789013');
  });

  it.each([
    ['bank_transfer', 'account_number', '01340123450123456789', /account_number: does not match bank_code/],
    ['bank_transfer', 'bank_code', '0134', /account_number: does not match bank_code/],
    ['mobile_payment', 'bank_code', '0134', /^0134$/],
    ['mobile_payment', 'bank_code', '9999', /bank_code: is not a bank code of Venezuela; send /],
    ['mobile_payment', 'bank_code', '0000', /bank_code: is not a bank code of Venezuela; send /],
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
  ])('of an IBAN is required of %s wherever a field has that type', (iban, fault) => {
    const field: FieldSpec = { name: 'iban', type: 'iban', required: true, description: 'IBAN' };
    const found = faultOf(field, { iban });
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(fault);
  });
});

describe('a name', () => {
  it.each([
    ['José Hernández', 'José Hernández'],
    ['  3M México, S.A. de C.V. ', '3M México, S.A. de C.V.'],
    ["D'Ávila-Ñahui", "D'Ávila-Ñahui"],
    ['李小龍', '李小龍'],
  ])('may be %j', (name, expected) => expect(read('spei', 'MXN', ['name', name])).toBe(expected));

  it.each([
    '   ',
    '12',
    '--',
    'Ana\u202egro',
    'A\u200bna',
    'Ana\u2028Paz',
    'Ana\u0085Paz',
    'Ana\u007fPaz',
    'Ana\nPaz',
  ])('is not %j', (name) =>
    expect(read('spei', 'MXN', ['name', name])).toMatch(
      /^details\.name: (is not a name|contains|has U\+|has a line break)/,
    ),
  );
});

describe('a document of Venezuela', () => {
  const fields =
    findPayout(catalogue, { method: 'mobile_payment', currency: 'VES' })?.beneficiaryFields ?? [];
  /** Returns the stored number, or code, param and message of the refusal. */
  const storedNumber = (type: string, number: string): string => {
    const details = { phone: '04141234567', bank_code: '0102', document: { type, number } };
    try {
      return checkDetails(fields, details, 'details')['document.number'] ?? 'nothing';
    } catch (error) {
      const { code, param, message } = error as Refusal;
      return `${code} ${param} ${message}`;
    }
  };

  it.each([
    ['V', '12345678', '12345678'],
    ['V', '6543210', '6543210'],
    ['V', '06543210', '6543210'],
    ['E', '84567890', '84567890'],
    // RIFs of people: stdnum's own example, and one of github.com/3rn3st0/rif-php.
    ['V', '114702834', '114702834'],
    ['V', '113502963', '113502963'],
    // RIFs published by their owners: Banco Provincial, Banesco, Banco Central de Venezuela.
    ['J', '000029679', '000029679'],
    ['J', '070133805', '070133805'],
    ['G', '200001100', '200001100'],
    ['C', '298765432', '298765432'],
    ['R', '12345678', '12345678'],
    ['P', '123456789', '123456789'],
    ['P', 'AB1234567', 'AB1234567'],
  ])('%s may have the number %s', (type, number, expected) =>
    expect(storedNumber(type, number)).toBe(expected),
  );

  it.each([
    ['V', 'V12345678', /is not a cédula or RIF; send 5 to 8 digits, or 9 for a RIF, without the letter/],
    ['E', 'E84567890', /is not a cédula or RIF/],
    ['J', 'J000029679', /is not a RIF; send its 9 digits, without the letter/],
    ['G', 'G200001100', /is not a RIF/],
    ['C', 'C298765432', /is not a RIF/],
    ['R', 'R12345678', /is not a personal signature number/],
    ['V', '113502960', /has wrong check digits/],
    ['V', '123456789', /has wrong check digits/],
    ['E', '113502963', /has wrong check digits/],
    ['J', '000029670', /has wrong check digits/],
    ['G', '200001101', /has wrong check digits/],
    // A company's digits with the letter of a public body.
    ['G', '000029679', /has wrong check digits/],
    ['J', '12345678', /is not a RIF/],
    ['J', '000000000', /is not a RIF/],
    ['V', '00000000', /is not a cédula/],
    ['V', '1234567890', /is not a cédula/],
    ['P', 'ABCDEFGH', /is not a passport number/],
    ['V', '1', /has the wrong format/],
    ['V', '12.345.678', /has the wrong format/],
    ['V', '١٢٣٤٥٦٧٨', /has the wrong format/],
  ])('%s has no number %s', (type, number, fault) => {
    expect(storedNumber(type, number)).toMatch(
      /^invalid_parameter details\.document\.number details\.document\.number: /,
    );
    expect(storedNumber(type, number)).toMatch(fault);
  });
});

describe('a document of a customer', () => {
  it.each([
    [{ type: 'DNI' }, '12345678', undefined],
    [{ type: 'DNI', country: 'PE' }, '1234567', /is not a DNI/],
    [{ type: 'DNI' }, '00000000', /is not a DNI/],
    [{ type: 'DNI', country: 'AR' }, '5123456', undefined],
    [{ type: 'DNI', country: 'ES' }, '12345678Z', undefined],
    [{ type: 'RUC' }, '20100047218', undefined],
    [{ type: 'RUC' }, '20100047219', /wrong check digits/],
    [{ type: 'RUC' }, '30100047218', /is not a RUC/],
    [{ type: 'RUC', country: 'EC' }, '1790016919001', undefined],
    [{ type: 'CE' }, '001234567', undefined],
    [{ type: 'CE' }, '12345', /is not a document of that type/],
    [{ type: 'PAS' }, 'AB123456', undefined],
    [{ type: 'PTP' }, '!!', /is not a document of that type/],
    [{ type: 'PASSPORT', country: 'US' }, 'ab1234567', undefined],
    [{ type: 'PASSPORT', country: 'US' }, 'ABCDEF', /is not a passport number/],
    [{ type: 'NATIONAL_ID' }, 'anything', undefined],
    [{}, '1', undefined],
  ] as const)('%j has the number %s, or is refused', (document, number, fault) => {
    const found = identityDocumentFault(number, document);
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(fault);
  });
});

describe('a check digit', () => {
  /** The letter of a person, a foreigner, a company or a public body. */
  const letter = fc.constantFrom('V', 'E', 'J', 'G', 'P');
  const of = (country: string, name: string) => {
    const found = stdnum[country]?.[name];
    if (found === undefined) throw new Error(`stdnum has no ${country} ${name}`);
    return found;
  };
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

  it('agrees with the independent library stdnum on any number', () => {
    fc.assert(
      fc.property(letter, digits(9), (kind, number) => {
        expect(isRif(kind, number)).toBe(of('VE', 'rif').validate(`${kind}${number}`).isValid);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom('10', '15', '17', '20'), digits(9), (start, number) => {
        expect(isRuc(start + number)).toBe(of('PE', 'ruc').validate(start + number).isValid);
      }),
    );
    fc.assert(
      // stdnum knows the banks and cities of a CLABE too: these are Banamex in Mexico City.
      fc.property(digits(12), (account) => {
        const number = `002180${account}`;
        expect(isBankNumber(number)).toBe(of('MX', 'clabe').validate(number).isValid);
      }),
    );
    fc.assert(
      fc.property(digits(11), (number) => {
        const isOne = /^(.)\1*$/.test(number);
        expect(isBrazilianTaxId(number)).toBe(!isOne && of('BR', 'cpf').validate(number).isValid);
      }),
    );
  });

  it('is unique among the ten digits', () => {
    fc.assert(
      fc.property(letter, digits(8), (kind, stem) => {
        expect('0123456789'.split('').filter((last) => isRif(kind, stem + last))).toHaveLength(1);
      }),
    );
  });
});

describe('the pattern of a field', () => {
  const all = catalogue.capabilities.flatMap(({ method, currency, ...capability }) =>
    (['beneficiaryFields', 'customerFields', 'paymentMethodFields'] as const).flatMap((list) =>
      (capability[list] ?? []).map((field) => [`${currency} ${method} ${field.name}`, field] as const),
    ),
  );
  const patterns = new Map(all.map(([, { pattern, example }]) => [pattern, example]));

  it('is anchored and means the same in JavaScript, Python and Java', async () => {
    const listed = [...patterns].flatMap(([pattern, example]) =>
      pattern === undefined ? [] : [{ pattern, example }],
    );
    expect(listed.length).toBeGreaterThan(10);
    for (const { pattern, example } of listed) {
      expect(pattern).toMatch(/^\^.*\$$/);
      // Syntax that one of the three languages reads differently: lookbehind, named groups, class escapes, possessive
      // quantifiers.
      const bare = pattern.replaceAll(/\[[^\]]*\]/g, '[]');
      expect(bare).not.toMatch(/\(\?|\\[a-zA-Z]|[+*?}]\+/);
      for (const flags of ['u', 'v', '']) expect(new RegExp(pattern, flags).test(example ?? '')).toBe(true);
    }
    const script =
      'import json, re, sys; print(json.dumps([bool(re.search(each["pattern"], each["example"])) for each in json.load(sys.stdin)]))';
    const python = spawnSync('python3', ['-c', script], { input: JSON.stringify(listed), encoding: 'utf8' });
    expect(JSON.parse(python.stdout), python.stderr).toEqual(listed.map(() => true));
  });

  it.each(all)('%s accepts its own example', (_, field) => {
    expect(faultOf(field, { [field.name]: field.example ?? '' })).toBeUndefined();
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
    expect(fault(value)).toMatch(/^is not an international phone number; send country code and digits/);
  });

  it.each(['+51 987 654 321', '+10', '04121234567'])('may be %s', (value) => {
    expect(fault(value)).toBeUndefined();
  });
});
