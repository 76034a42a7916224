import { describe, expect, it, test } from 'vitest';
import offered from '../../config/catalogue.json' with { type: 'json' };
import { catalogue, ofMember } from '../../console.config.js';
import { riskReasons } from '../../src/adapters/risk/threshold.js';
import { errors } from '../../src/api/error.js';
import { typed, wordsOf } from '../../src/api/wording.js';
import { spelled } from '../../src/console/words/en/spelling.js';
import { faultOf, type FaultShape } from '../../src/console/words/fault.js';
import { details } from '../../src/console/words/es/detail.js';
import { fields } from '../../src/console/words/es/field.js';
import { hints } from '../../src/console/words/es/hint.js';
import { moneyFields } from '../../src/console/words/es/money-field.js';
import { nouns } from '../../src/console/words/es/noun.js';
import { refusals } from '../../src/console/words/es/refusal.js';
import { states } from '../../src/console/words/es/state.js';
import { hintText } from '../../src/console/account-hint.js';
import { notCurrency } from '../../src/domain/currency.js';
import { eventTypes } from '../../src/domain/event.js';
import { accountHint } from '../../src/domain/details.js';
import { amountFrom } from '../../src/domain/money.js';
import { snake } from '../../src/domain/noun/declare.js';
import { cancelRefusals } from '../../src/domain/payout-action.js';
import type { CurrencyConfiguration } from '../../src/domain/settlement-schedule.js';
import { hiddenFault } from '../../src/domain/text.js';
import { webhookTarget } from '../../src/domain/webhook-url.js';

const printed = ofMember();
const whole = catalogue();
/** Why a currency is not settled. */
const unsettled: NonNullable<CurrencyConfiguration['reason']> = 'no_destination';
const ofFields = (all: object): readonly string[] => Object.values(all).flatMap((one) => Object.keys(one));
const missing = (names: readonly string[], known: object): readonly string[] =>
  [...new Set(names)].filter((name) => !(name in known)).toSorted();

/** That Portuguese has the same names as Spanish is the compiler's business. */
describe('what the schema names has words in Spanish and Portuguese', () => {
  it('fields and arguments', () => {
    const args = Object.values(printed.mutations).flatMap((each) => Object.keys(each.args ?? {}));
    const names = [...ofFields(printed.types), ...ofFields(printed.inputs), ...args];
    expect(names.length).toBeGreaterThan(300);
    expect(missing(names, { ...fields, ...moneyFields })).toEqual([]);
  });

  it('lists, actions, and types with a page', () => {
    const lists = Object.entries(printed.queries).filter(([, { type }]) => type.endsWith('Connection!'));
    const pages = Object.values(printed.queries).flatMap(({ type, args }) => (args?.['id'] ? [type] : []));
    const types = pages.filter((type) => printed.types[type] !== undefined);
    const names = [...lists.map(([name]) => name), ...types, ...Object.keys(printed.mutations)];
    expect(names.length).toBeGreaterThan(60);
    expect(missing(names, nouns)).toEqual([]);
  });

  it('states and other values', () => {
    // Names that are alike in every language.
    const named = /^(HostedPageFont|Language|RequestMethod)$/;
    const enums = Object.entries(printed.enums).filter(([type]) => !named.test(type));
    const values = enums.flatMap(([, each]) => Object.keys(each));
    const methods = offered.payouts.map(({ method }) => method);
    expect(missing([...values, ...methods], states)).toEqual([]);
  });

  it('reasons that are no values of the schema', () => {
    expect(missing([...riskReasons, ...cancelRefusals, unsettled], states)).toEqual([]);
  });

  it('types of events, by noun and verb', () => {
    const codes = eventTypes.map((each) => each.split('.') as [string, string]);
    const types = codes.map(([noun]) =>
      noun.replaceAll(/(?:^|_)([a-z])/g, (_, low: string) => low.toUpperCase()),
    );
    expect(missing(types, nouns)).toEqual([]);
    expect(
      missing(
        codes.map(([, verb]) => verb),
        states,
      ),
    ).toEqual([]);
  });

  it('states of a timeline, which come from times', () => {
    const times = printed.timelines.flatMap((type) => Object.keys(printed.types[type] ?? {}));
    const reached = times.filter((name) => name.endsWith('At') && !/^(next|expires|updated)/.test(name));
    const names = reached.map((name) => snake(name.slice(0, -2)));
    expect(names.length).toBeGreaterThan(30);
    expect(missing(names, states)).toEqual([]);
  });

  it('what an action does, and what a report contains', () => {
    const reports = Object.keys(printed.enums['ReportName'] ?? {}).map((each) => `ReportName.${each}`);
    expect(missing([...Object.keys(printed.mutations), ...reports], hints)).toEqual([]);
  });

  it('error codes', () => {
    expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(errors).toSorted());
  });

  it('account details of beneficiaries', () => {
    const names = offered.payouts.flatMap(({ beneficiaryFields }) =>
      beneficiaryFields.map(({ name }) => name),
    );
    expect(missing(names, details)).toEqual([]);
  });
});

/** English has no words of its own for most of the schema's. */
test('in English no value is shown as a code', () => {
  const values = Object.entries(whole.enums).flatMap(([type, each]) =>
    Object.keys(each).map((value) => spelled(value, type)),
  );
  expect(values.length).toBeGreaterThan(200);
  expect(values.filter((each) => /_|^(?:..|tenant|dm sans)$/.test(each) && each !== 'fx')).toEqual([]);
});

test.each([
  ['of a mail address', 'maria@example.com', '····a@…'],
  ['of a long mail address', 'maria.da.silva.souza@example.com', '····ouza@…'],
  ['of a CPF', '11144477735', '····7735'],
  ['of a CNPJ with letters', '12ABC34501DE35', '····DE35'],
  ['of a telephone', '+5511987654321', '····4321'],
  ['of a random key', '123e4567-e89b-12d3-a456-426655440a0f', '····0a0f'],
])('the hint %s says what it is the end of', (_, pixKey, hint) => {
  const fields = [{ name: 'pix_key', type: 'string', required: true, description: '', hint: true }] as const;
  expect(hintText(accountHint(fields, { pix_key: pixKey }))).toBe(hint);
});

const message = (work: () => unknown): string => {
  try {
    work();
  } catch (refusal) {
    return refusal instanceof Error ? refusal.message : '';
  }
  return '';
};
const url = (text: string): string => message(() => webhookTarget(text, { allowInsecure: false }));

test.each<[FaultShape, string, string]>([
  ['decimals', message(() => amountFrom('1.234', 'MXN', 'amount')), '2'],
  ['notAmount', message(() => amountFrom('1,5', 'MXN', 'amount')), ''],
  ['currency', notCurrency('xyz'), ''],
  ['oneLine', hiddenFault('a\nb') ?? '', ''],
  ['invisible', hiddenFault('a\u202eb') ?? '', ''],
  ['publicHttps', url('http://example.com'), ''],
  ['publicHttps', url('https://localhost'), ''],
  ['least', `limit: ${wordsOf({ code: 'too_small', minimum: 1 } as never)}`, '1'],
  ['most', `limit: ${wordsOf({ code: 'too_big', maximum: 250 } as never)}`, '250'],
  ['type', typed('a string')({ input: 1 }), ''],
  ['tooLong', url(`https://example.com/${'a'.repeat(3000)}`), '2048'],
])('the fault %s is recognised in the sentence of the service', (shape, sentence, figure) => {
  expect(sentence).not.toBe('');
  expect(faultOf(sentence)).toEqual({ shape, figure });
});
