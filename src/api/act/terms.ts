import type { Override } from '../../domain/capability.js';
import { snake } from '../../domain/noun/declare.js';
import { showTerms, type AccountTerms } from '../../domain/terms.js';
import { imposePolicy } from '../../usecases/approval-policy.js';
import { setAccountTerms } from '../../usecases/terms.js';
import { act } from './act.js';
import { argumentsOf } from './argument.js';
import { flag, form, id, listOf, orUsual, product, stateOf, text, whole, withOption } from './field.js';

const bps = (words: string) => orUsual(whole(words));
const amountWords = 'In units of the currency, such as 250.00.';

const money = (words: string) =>
  form('MoneyInput', {
    type: 'An amount of one currency.',
    words,
    fields: { amount: text(amountWords), currency: text('ISO 4217 code, USDT or USDC.') },
  });

const capability = {
  product: product('The product.'),
  method: text('The method.'),
  currency: text('Currency, also of the limits.'),
};

const limit = form('LimitInput', {
  type: "An account's own limits. Omitted fields stay; null restores the catalogue's value.",
  words: 'A limit.',
  fields: {
    ...capability,
    perOperation: orUsual(text('Limit for one operation, such as 500.00.')),
    daily: orUsual(text('Limit for the sum of all operations in 24 hours, such as 10000.00.')),
  },
});

const method = form('MethodInput', {
  type: 'Whether an account may use a method.',
  words: 'A method.',
  fields: {
    ...capability,
    enabled: withOption(flag('Whether it is enabled.'), {
      yes: ['enable', 'enable a method for the account'],
      no: ['disable', 'disable a method for the account'],
    }),
  },
});

const input = form('AccountTermsInput', {
  type: "Omitted fields stay; null restores the catalogue's default.",
  words: 'Terms to change.',
  fields: {
    platformFeeBps: bps('Platform fee on the principal, in basis points, 0 to 10000: 80 is 0.80 %.'),
    tenantMarkupBps: bps("The account's own markup, in basis points, 0 to 10000: 80 is 0.80 %."),
    withdrawalFee: orUsual(money('Fee for a withdrawal.')),
    approvalThreshold: orUsual(money('A withdrawal above this amount waits for approval.')),
    limits: withOption(listOf(limit, 'Limits to set. A lower limit does not affect accepted operations.'), {
      name: 'limit',
    }).nullish(),
    methods: listOf(method, 'Methods to enable or disable.').nullish(),
  },
});

export const setTerms = act({
  name: 'setAccountTerms',
  words: 'Set fees, limits and methods of an account, for operations accepted from now on.',
  role: 'admin',
  dangerous: true,
  takes: { accountId: id('The account.'), input },
  changes: stateOf('SeenAccountTerms', 'Terms of an account', {
    platformFeeBps: whole('Platform fee; null means the default.').nullable(),
    tenantMarkupBps: whole("The account's own markup; null means the default.").nullable(),
    withdrawalFee: money('Fee for a withdrawal; null means the default.').nullable(),
    approvalThreshold: money('Approval threshold of withdrawals; null means the default.').nullable(),
  }),
  answers: 'AccountTerms',
  command: {
    path: 'account terms',
    positionals: ['accountId'],
    example: 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y --platform-fee-bps 80 --limit payout:pix:BRL:500.00:10000.00',
  },
  run({ ports, by }, { accountId, input }) {
    const { limits, methods, ...rest } = input;
    const update = { ...rest, limits: limits ?? undefined, methods: methods ?? undefined };
    return setAccountTerms(ports, by, { accountId, update });
  },
  output: (terms) => ({
    json: { account_id: terms.accountId, ...showAgreed(terms) },
    text: `The terms of ${terms.accountId} are set.`,
  }),
});

/**
 * Supplement §11.9: the platform sets the approval policy if no owner can. It never approves anything itself.
 */
export const requireApprovals = act({
  name: 'requireApprovals',
  words:
    "Require approvals of an account's payouts above an amount, on behalf of its owners; null removes the whole policy.",
  role: 'admin',
  dangerous: true,
  takes: {
    accountId: id('The account.'),
    payoutsAbove: orUsual(money('The amount above which a member has to approve a payout.')),
  },
  answers: 'AccountTerms',
  command: {
    path: 'account approvals',
    positionals: ['accountId'],
    example: 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y --payouts-above 5000.00:USDT',
  },
  run: ({ ports, by }, { accountId, payoutsAbove }) =>
    imposePolicy(ports, by, { accountId, payoutsAbove: payoutsAbove ?? null }),
  output: ({ accountId, approvalPolicy }) => ({
    json: { account_id: accountId, approval_policy: approvalPolicy === null ? null : { ...approvalPolicy } },
    text: `The approval policy of ${accountId} is ${approvalPolicy === null ? 'taken away' : 'set'}.`,
  }),
});

/** The terms that can be agreed with an account, from the declaration of the act that sets them. */
export const termFields = argumentsOf(input);

/** Each term by its name in the act; null or an empty list means the default of the catalogue. */
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

/** JSON for machines: the terms by name, and limits and methods also per rail. */
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
