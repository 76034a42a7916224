import type { Override } from '../../domain/capability.js';
import { snake } from '../../domain/noun/declare.js';
import { showTerms, type AccountTerms } from '../../domain/terms.js';
import { setAccountTerms } from '../../usecases/terms.js';
import { act } from './act.js';
import { argumentsOf } from './argument.js';
import { flag, form, id, listOf, orUsual, product, stateOf, text, whole, written } from './field.js';

const bps = (words: string) => orUsual(whole(words));
const amountWords = 'A decimal string.';

const money = (words: string) =>
  form('MoneyInput', {
    type: 'An amount of one currency.',
    words,
    fields: { amount: text(amountWords), currency: text('ISO 4217 code, USDT or USDC.') },
  });

const capability = {
  product: product('The product.'),
  method: text('The method.'),
  currency: text('The currency, which the limits are in too.'),
};

const limit = form('LimitInput', {
  type: "An account's own limits; what is left out stays, null is the catalogue's again.",
  words: 'A limit.',
  fields: {
    ...capability,
    perOperation: orUsual(text('The most that one operation may move.')),
    daily: orUsual(text('The most that 24 hours may total.')),
  },
});

const method = form('MethodInput', {
  type: 'Whether an account may use a method.',
  words: 'A method.',
  fields: {
    ...capability,
    enabled: written(flag('Whether it may.'), {
      yes: ['enable', 'let the account use a method'],
      no: ['disable', 'take a method away'],
    }),
  },
});

const input = form('AccountTermsInput', {
  type: "A field that is left out stays; null is the catalogue's default again.",
  words: 'What to change.',
  fields: {
    platformFeeBps: bps('Of the principal, in hundredths of a percent, 0 to 10000.'),
    tenantMarkupBps: bps("The account's own markup, in hundredths of a percent, 0 to 10000."),
    withdrawalFee: orUsual(money('What a withdrawal costs.')),
    approvalThreshold: orUsual(money('From what amount on a withdrawal waits for an approval.')),
    limits: written(listOf(limit, 'Limits to set; one that is lowered touches nothing accepted.'), {
      name: 'limit',
    }).nullish(),
    methods: listOf(method, 'Methods to enable or to take away.').nullish(),
  },
});

export const setTerms = act({
  name: 'setAccountTerms',
  words: 'Set fees, limits and methods of one account, for what is accepted from now on.',
  role: 'admin',
  takes: { accountId: id('The account.'), input },
  changes: stateOf('SeenAccountTerms', 'The terms of an account', {
    platformFeeBps: whole('Of the principal; null is the usual.').nullable(),
    tenantMarkupBps: whole("The account's own markup; null is the usual.").nullable(),
    withdrawalFee: money('What a withdrawal costs; null is the usual.').nullable(),
    approvalThreshold: money('From what on a withdrawal waits; null is the usual.').nullable(),
  }),
  answers: 'AccountTerms',
  command: {
    path: 'account terms',
    places: ['accountId'],
    example: 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y --platform-fee-bps 80 --limit payout:pix:BRL:500.00:10000.00',
  },
  run({ ports, by }, { accountId, input: asked }) {
    const { limits, methods, ...rest } = asked;
    const update = { ...rest, limits: limits ?? undefined, methods: methods ?? undefined };
    return setAccountTerms(ports, by, { accountId, update });
  },
  tell: (terms) => ({
    json: { account_id: terms.accountId, ...showAgreed(terms) },
    text: `The terms of ${terms.accountId} are set.`,
  }),
});

/** What may be agreed with an account, as the act that sets it declares it. */
export const termFields = argumentsOf(input);

/** Each term under its name in the act; null, and an empty list, stand for what the catalogue has. */
export function agreedTerms(terms: AccountTerms): Readonly<Record<string, unknown>> {
  const { overrides, ...others } = showTerms(terms);
  const limits = overrides.filter((each) => (each.perOperation ?? each.daily) !== undefined);
  const methods = overrides.filter(({ enabled }) => enabled !== undefined);
  return {
    ...others,
    limits: limits.map(({ enabled: _, ...limit }) => limit),
    methods: methods.map(({ perOperation: _, daily: _d, ...method }) => method),
  };
}

/** For machines: each term by its name, and the limits and methods once more by their rail. */
export function showAgreed(terms: AccountTerms) {
  const agreed = agreedTerms(terms);
  const named = termFields.map(({ name }) => [snake(name), snakeKeyed(agreed[name] ?? null)]);
  return { ...Object.fromEntries(named), overrides: terms.overrides.map(showOverride) };
}

function snakeKeyed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeyed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [snake(name), each]));
}

export function showOverride({ perOperation, ...rest }: Override) {
  return { ...rest, per_operation: perOperation };
}
