import type { CapabilityKey, Override } from '../../domain/capability.js';
import { showTerms, type LimitUpdate, type MethodUpdate } from '../../domain/terms.js';
import { setAccountTerms } from '../../usecases/terms.js';
import { act, Miswritten, type Writing } from './act.js';
import { flag, form, id, listOf, product, stateOf, text, whole } from './field.js';

const bps = (words: string) => whole(words).nullish();
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
    perOperation: text('The most that one operation may move.').nullish(),
    daily: text('The most that 24 hours may total.').nullish(),
  },
});

const method = form('MethodInput', {
  type: 'Whether an account may use a method.',
  words: 'A method.',
  fields: { ...capability, enabled: flag('Whether it may.') },
});

const input = form('AccountTermsInput', {
  type: "A field that is left out stays; null is the catalogue's default again.",
  words: 'What to change.',
  fields: {
    platformFeeBps: bps('Of the principal, in hundredths of a percent, 0 to 10000.'),
    tenantMarkupBps: bps("The account's own markup, in hundredths of a percent, 0 to 10000."),
    withdrawalFee: money('What a withdrawal costs.').nullish(),
    approvalThreshold: money('From what amount on a withdrawal waits for an approval.').nullish(),
    limits: listOf(limit, 'Limits to set; one that is lowered touches nothing accepted.').nullish(),
    methods: listOf(method, 'Methods to enable or to take away.').nullish(),
  },
});

interface Given {
  readonly platformFeeBps?: number | typeof usual;
  readonly tenantMarkupBps?: number | typeof usual;
  readonly limit?: readonly LimitUpdate[];
  readonly enable?: readonly MethodUpdate[];
  readonly disable?: readonly MethodUpdate[];
}

/** The catalogue's own, where nothing is agreed with the account. */
const usual = 'usual';

const options: readonly Writing[] = [
  {
    flags: '--platform-fee-bps <number>',
    words: 'in hundredths of a percent of the principal, or usual',
    parse: parseBps,
  },
  { flags: '--tenant-markup-bps <number>', words: "the account's own markup, likewise", parse: parseBps },
  {
    flags: '--limit <limit>',
    words: 'like payout:pix:BRL:500.00:10000.00, at once and a day, or payout:pix:BRL:usual; repeatable',
    parse: parseLimit,
  },
  { flags: '--enable <rail>', words: 'like payout:pix:BRL; repeatable', parse: parseMethod(true) },
  { flags: '--disable <rail>', words: 'like payout:pix:BRL; repeatable', parse: parseMethod(false) },
];

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
    written: { of: ['input'], options, read },
  },
  run({ ports, by }, { accountId, input: asked }) {
    const { limits, methods, ...rest } = asked;
    const update = { ...rest, limits: limits ?? undefined, methods: methods ?? undefined };
    return setAccountTerms(ports, by, { accountId, update });
  },
  tell(terms) {
    const { overrides, platformFeeBps, tenantMarkupBps } = showTerms(terms);
    return {
      json: {
        account_id: terms.accountId,
        platform_fee_bps: platformFeeBps,
        tenant_markup_bps: tenantMarkupBps,
        overrides: overrides.map(showOverride),
      },
      text: `The terms of ${terms.accountId} are set.`,
    };
  },
});

export function showOverride({ perOperation, ...rest }: Override) {
  return { ...rest, per_operation: perOperation };
}

function read({ platformFeeBps, tenantMarkupBps, limit: limits, enable = [], disable = [] }: Given) {
  const methods = [...enable, ...disable];
  if (platformFeeBps === undefined && tenantMarkupBps === undefined && !limits && methods.length === 0) {
    throw new Miswritten(
      'give what to set: --platform-fee-bps, --tenant-markup-bps, --limit, --enable or --disable',
    );
  }
  const [fee, markup] = [platformFeeBps, tenantMarkupBps].map((each) => (each === usual ? null : each));
  return { input: { platformFeeBps: fee, tenantMarkupBps: markup, limits, methods } };
}

function parseBps(text: string): number | typeof usual {
  if (text === usual) return usual;
  if (/^[0-9]{1,5}$/.test(text)) return Number(text);
  throw new Miswritten('It is a whole number, in hundredths of a percent, or usual.');
}

function parseLimit(text: string, before: readonly LimitUpdate[] = []): readonly LimitUpdate[] {
  const [key, [perOperation = '', daily = '', ...rest]] = railOf(text);
  if (perOperation === usual && daily === '') return [...before, { ...key, perOperation: null, daily: null }];
  if (daily !== '' && rest.length === 0) return [...before, { ...key, perOperation, daily }];
  throw new Miswritten('A limit is written like payout:pix:BRL:500.00:10000.00, or payout:pix:BRL:usual.');
}

function parseMethod(enabled: boolean) {
  return (text: string, before: readonly MethodUpdate[] = []): readonly MethodUpdate[] => {
    const [key, rest] = railOf(text);
    if (key.currency !== '' && rest.length === 0) return [...before, { ...key, enabled }];
    throw new Miswritten('A method is written like payout:pix:BRL.');
  };
}

function railOf(text: string): [CapabilityKey, string[]] {
  const [asked = '', method = '', currency = '', ...rest] = text.split(':');
  return [{ product: asked, method, currency } as CapabilityKey, rest];
}
