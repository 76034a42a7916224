import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { thresholdRisk } from '../../src/adapters/risk/threshold.js';
import { limitOf, rateOf, type Capability } from '../../src/domain/capability.js';
import { exact } from '../../src/domain/money.js';
import { loadCatalogue } from '../../src/main/catalogue.js';

const shipped = new URL('../../config/catalogue.json', import.meta.url);
const directory = mkdtempSync(join(tmpdir(), 'catalogue-'));
afterAll(() => rmSync(directory, { recursive: true }));

const file = (text: string): string => {
  const path = join(directory, 'catalogue.json');
  writeFileSync(path, text);
  return path;
};

interface Edited {
  [key: string]: unknown;
  rates: Record<string, unknown>[];
  limits: Record<string, unknown>[];
  payins: Record<string, unknown>[];
  payouts: (Record<string, unknown> & { beneficiaryFields: Record<string, unknown>[] })[];
  remittances: Record<string, unknown>[];
}
const edited = (edit: (content: Edited) => void): string => {
  const content = JSON.parse(readFileSync(shipped, 'utf8')) as Edited;
  edit(content);
  return file(JSON.stringify(content));
};
const problemsOf = (path: string): string[] => {
  try {
    loadCatalogue(path);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
};

describe('the shipped catalogue', () => {
  const catalogue = loadCatalogue();
  const of = (product: string): Capability[] =>
    catalogue.capabilities.filter((each) => each.product === product);
  const rail = ({ currency, method, country }: Capability): string => `${currency} ${method} ${country}`;

  it('has no amount limit below its payment limits', () => {
    const risk = thresholdRisk(catalogue, false);
    for (const payout of of('payout')) {
      const most = exact(limitOf(payout, []).perOperation);
      const own = { principal: most, sourceCurrency: payout.currency, recentCount: 0, memo: null };
      const rate = rateOf(catalogue, 'USDT', payout.currency) ?? '';
      const bought = { ...own, principal: most.dividedBy(rate), sourceCurrency: 'USDT' };
      expect([rail(payout), risk.assess(own), risk.assess(bought)]).toEqual([
        rail(payout),
        { outcome: 'allow' },
        { outcome: 'allow' },
      ]);
    }
  });

  it('has the pay-ins of the contract', () => {
    expect(of('payin').map((each) => [rail(each), each.collection?.join(), each.features?.join()])).toEqual([
      ['PEN bank_transfer PE', 'account,payment', 'refund,partial_refund'],
      ['BRL pix BR', 'payment', 'refund,partial_refund'],
      ['MXN spei MX', 'account,payment', 'refund,partial_refund'],
      ['USD ach US', 'account', 'refund'],
    ]);
    for (const payin of of('payin')) {
      expect(payin).toMatchObject({
        paymentCurrency: payin.currency,
        settlementAsset: 'USDT',
        settlementCurrencies: ['USDT', payin.currency],
        provider: 'sandbox',
      });
      expect(payin.paymentMethodFields?.some(({ required }) => required) ?? false).toBe(false);
    }
  });

  it('has the payouts of the contract', () => {
    expect(of('payout').map(rail)).toEqual([
      'PEN bank_transfer PE',
      'BRL pix BR',
      'VES mobile_payment VE',
      'VES bank_transfer VE',
      'MXN spei MX',
      'USD ach US',
    ]);
  });

  it('has a remittance for every two different currencies of the contract', () => {
    const pairs = of('remittance').map((each) => `${each.sourceCurrency} ${each.currency} ${each.method}`);
    const expected = ['PEN', 'BRL', 'MXN', 'USD'].flatMap((source) =>
      ['VES mobile_payment', 'VES bank_transfer', 'PEN bank_transfer', 'BRL pix', 'MXN spei']
        .filter((end) => !end.startsWith(source))
        .map((end) => `${source} ${end}`),
    );
    expect(pairs.toSorted()).toEqual(expected.toSorted());
    expect(of('remittance')[0]).toMatchObject({
      method: 'mobile_payment',
      country: 'VE',
      sourceMethod: 'bank_transfer',
      sourceCountry: 'PE',
      paymentCurrency: 'PEN',
      settlementAsset: 'USDT',
      provider: 'sandbox',
      limits: [{ currency: 'VES' }],
    });
  });

  it('leaves room for 10,000,000 USD a day', () => {
    for (const { limits } of catalogue.capabilities) {
      for (const { currency, daily } of limits) {
        const dollars = exact(daily).dividedBy(rateOf(catalogue, 'USD', currency) ?? '0');
        expect(dollars.toNumber()).toBeGreaterThan(10_000_000);
      }
    }
  });

  it('requires a complete sender where the contract does, and has an example of every field', () => {
    const complete = of('payout').filter(({ customerFields }) => customerFields !== undefined);
    expect(complete.map(rail)).toEqual(['PEN bank_transfer PE']);
    for (const each of catalogue.capabilities) {
      const fields = [each.beneficiaryFields, each.customerFields, each.paymentMethodFields].flat();
      for (const field of fields) expect(field === undefined || field.example).toBeTruthy();
    }
  });
});

describe('a catalogue file', () => {
  it('reports all its problems at once', () => {
    const path = edited((content) => {
      content.colour = 'blue';
      content.fees = { platformFeeBps: '100', tenantMarkupBps: 50 };
      content.rates = content.rates.filter(({ from }) => from !== 'VES');
      content.payouts.push({ ...content.payouts[1]!, beneficiaryFields: [] });
      content.payouts[0]!.beneficiaryFields[0]!.pattern = '^[0-9{20}$';
      content.payouts[1]!.beneficiaryFields[1]!.example = '52998224724';
      content.payouts[5]!.beneficiaryFields[0]!.pattern = '^([a-z]+)+$';
    });
    const problems = problemsOf(path).join('\n');
    expect(problems).toMatch(/the file: .*colour/);
    expect(problems).toMatch(/fees\.platformFeeBps: /);
    expect(problems).toMatch(/payout BRL pix is listed twice/);
    expect(problems).toMatch(/payout PEN .*: cci has a pattern that does not compile/);
    expect(problems).toMatch(
      /payout BRL .*: pix_key has an example that its own rules reject: .* check digits/,
    );
    expect(problems).toMatch(/payout USD .*: name has a pattern with a repetition inside a repetition/);
    expect(problems).toMatch(/no rate VES to USDT/);
    expect(problems).toMatch(/no rate VES to PEN/);
  });

  const first = <T>(items: readonly T[]): T => items[0] as T;
  it.each<[string, (content: Edited) => unknown, RegExp]>([
    [
      'an unknown currency',
      (c) => (first(c.limits).currency = 'XXX'),
      /limits\.0\.currency: is not a known currency/,
    ],
    ['an amount that is a number', (c) => (first(c.limits).daily = 5), /limits\.0\.daily: /],
    ['an amount too fine', (c) => (first(c.limits).daily = '5.001'), /limit of PEN is not an amount of PEN/],
    [
      'a daily limit below one',
      (c) => (first(c.limits).daily = '5'),
      /limit of PEN allows less in a day than in one operation/,
    ],
    ['no limit', (c) => c.limits.shift(), /no limit of PEN/],
    [
      'a rate of 13 digits',
      (c) => (first(c.rates).rate = '3.123456789012'),
      /rate USDT to PEN: .*12 significant/,
    ],
    ['a rate with zeros', (c) => (first(c.rates).rate = '3.360'), /rate USDT to PEN has needless zeros/],
    ['a rate that gains', (c) => (first(c.rates).rate = '3.5'), /rates PEN to USDT and back gain/],
    ['a rate twice', (c) => c.rates.push(first(c.rates)), /rate USDT to PEN is listed twice/],
    [
      'a currency that is only a rate',
      (c) => c.rates.push({ from: 'USDT', to: 'EUR', rate: '0.9' }),
      /no rate EUR to USDT/,
    ],
    [
      'a pattern that no browser takes',
      (c) => (first(first(c.payouts).beneficiaryFields).pattern = '^[0-9&&]{20}$'),
      /cci has a pattern that does not compile/,
    ],
    ['a rate to itself', (c) => (first(c.rates).to = 'USDT'), /rate USDT to itself/],
    [
      'no identity',
      (c) => first(c.payouts).beneficiaryFields.forEach((field) => delete field.identity),
      /payout PEN bank_transfer: no field is marked identity/,
    ],
    [
      'no hint',
      (c) => delete first(first(c.payouts).beneficiaryFields).hint,
      /one field must be marked hint/,
    ],
    [
      'a field that nobody can be asked for in Portuguese',
      (c) => delete (first(first(c.payouts).beneficiaryFields)['words'] as Record<string, unknown>)['pt'],
      /payout PEN bank_transfer beneficiaryFields: cci has no text in pt/,
    ],
    [
      'a value without a name',
      (c) => (first(c.payouts)['customerFields'] as { enum?: string[] }[])[2]?.enum?.push('VISA'),
      /customerFields: identity_document_type has no label for VISA in en/,
    ],
    [
      'a field twice',
      (c) => first(c.payouts).beneficiaryFields.push(first(first(c.payouts).beneficiaryFields)),
      /cci is listed twice/,
    ],
    [
      'a field and group',
      (c) => (first(first(c.payouts).beneficiaryFields).name = 'first_name.x'),
      /first_name is both a field and a group/,
    ],
    [
      'an empty enum',
      (c) => (first(first(c.payouts).beneficiaryFields).type = 'enum'),
      /cci is an enum without values/,
    ],
    [
      'a remittance to itself',
      (c) => (first(c.remittances).source = { method: 'x', currency: 'VES' }),
      /currencies are equal/,
    ],
    [
      'a remittance from nowhere',
      (c) => c.payins.shift(),
      /remittance PEN bank_transfer to BRL pix: no such payin/,
    ],
    [
      'a remittance to nowhere',
      (c) => c.payouts.shift(),
      /remittance BRL pix to PEN bank_transfer: no such payout/,
    ],
    [
      'a pay-in without the asset',
      (c) => (first(c.payins).settlementCurrencies = ['PEN']),
      /cannot settle in USDT/,
    ],
    [
      'too little time to settle',
      (c) => (c.settlingSeconds = 3),
      /settlingSeconds: must be at least 4: a call to the bank may take 3 seconds/,
    ],
  ])('with %s is refused', (_, edit, problem) => {
    expect(problemsOf(edited((content) => void edit(content))).join('\n')).toMatch(problem);
  });

  it('may not let the bank settle in less time than a call takes', () => {
    expect(loadCatalogue(edited((content) => (content.settlingSeconds = 4))).settlingSeconds).toBe(4);
  });

  it('may have a capability without a provider', () => {
    const { capabilities } = loadCatalogue(edited((content) => void delete first(content.payins).provider));
    const served = capabilities.filter(({ provider }) => provider === undefined);
    expect(served.map(({ product }) => product)).toEqual(['payin', ...Array<string>(4).fill('remittance')]);
  });

  it('that is missing or not JSON is refused', () => {
    expect(() => loadCatalogue(join(directory, 'absent.json'))).toThrow(/cannot be read/);
    expect(() => loadCatalogue(file('{'))).toThrow(/cannot be read/);
    expect(problemsOf(file('[]'))).not.toEqual([]);
    expect(problemsOf(file('null'))).not.toEqual([]);
  });
});
