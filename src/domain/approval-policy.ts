import { currencyFrom } from './currency.js';
import { exact, parseAmountOrZero, show, type Amount, type MoneyAsk } from './money.js';
import { refuse } from './refusal.js';

/** How a payout to a beneficiary without a matching payee check is treated. */
export const payeeCheckPolicies = ['off', 'warn', 'require'] as const;
export type PayeeCheckPolicy = (typeof payeeCheckPolicies)[number];

/** An account's rules about what its members have to approve (supplement §11.9, §11.10). */
export interface ApprovalPolicy {
  readonly payouts: {
    /** Payouts above any of these amounts need approval. */
    readonly above: readonly MoneyAsk[];
    /** Payouts to a beneficiary younger than this need approval. */
    readonly newBeneficiaryDays: number | null;
  } | null;
  readonly batches: { readonly above: readonly MoneyAsk[] } | null;
  /** Number of members who have to approve. */
  readonly approvals: 1 | 2;
  /** Seconds after which an undecided approval expires. */
  readonly expiresIn: number;
  readonly payeeCheck: PayeeCheckPolicy;
}

const dayMs = 86_400_000;
export const expiresIn = { least: 3_600, most: 30 * 86_400, usual: 7 * 86_400 } as const;

/** Nothing needs approval. */
export const noPolicy: ApprovalPolicy = {
  payouts: null,
  batches: null,
  approvals: 1,
  expiresIn: expiresIn.usual,
  payeeCheck: 'off',
};

export interface Money {
  readonly amount: Amount;
  readonly currency: string;
}

/** The rate from a currency to another; undefined if there is none. */
export type RateOf = (from: string, to: string) => string | undefined;

/** Whether money is above any of the amounts. Money that cannot be converted counts as above. */
export function isAbove(above: readonly MoneyAsk[], money: Money, rateOf: RateOf): boolean {
  return above.some(({ amount, currency }) => {
    const rate = money.currency === currency ? '1' : rateOf(money.currency, currency);
    return rate === undefined || money.amount.times(rate).isGreaterThan(exact(amount));
  });
}

/** Whether members have to approve a payout of this principal to a beneficiary created at that time. */
export function catchesPayout(
  { payouts }: ApprovalPolicy,
  { principal, beneficiarySince }: { readonly principal: Money; readonly beneficiarySince: Date },
  { now, rateOf }: { readonly now: Date; readonly rateOf: RateOf },
): boolean {
  if (payouts === null) return false;
  const { above, newBeneficiaryDays } = payouts;
  const ageMs = now.getTime() - beneficiarySince.getTime();
  if (newBeneficiaryDays !== null && ageMs < newBeneficiaryDays * dayMs) return true;
  return isAbove(above, principal, rateOf);
}

/** Whether members have to approve a batch with these totals per currency. */
export const catchesBatch = (
  { batches }: Pick<ApprovalPolicy, 'batches'>,
  totals: readonly Money[],
  rateOf: RateOf,
): boolean => batches !== null && totals.some((total) => isAbove(batches.above, total, rateOf));

const strictness = (policy: PayeeCheckPolicy): number => payeeCheckPolicies.indexOf(policy);

/** Whether something that needed approval before may not need it now. */
export function isLooser(next: ApprovalPolicy, before: ApprovalPolicy): boolean {
  const isCaught = before.payouts !== null || before.batches !== null;
  return (
    strictness(next.payeeCheck) < strictness(before.payeeCheck) ||
    (isCaught && next.approvals < before.approvals) ||
    losesAmount(next.payouts?.above, before.payouts?.above) ||
    losesAmount(next.batches?.above, before.batches?.above) ||
    (next.payouts?.newBeneficiaryDays ?? 0) < (before.payouts?.newBeneficiaryDays ?? 0)
  );
}

/** Whether the policy requires any approval. */
export const isInForce = (policy: ApprovalPolicy | null | undefined): policy is ApprovalPolicy =>
  policy !== null && policy !== undefined && isLooser(noPolicy, policy);

/** Whether an amount was removed or raised. */
const losesAmount = (next: readonly MoneyAsk[] = [], before: readonly MoneyAsk[] = []): boolean =>
  before.some(
    ({ amount, currency }) =>
      !next.some((each) => each.currency === currency && !exact(each.amount).isGreaterThan(exact(amount))),
  );

/** The requested policy, with amounts in the decimals of their currencies. */
export function checkedPolicy(policy: ApprovalPolicy): ApprovalPolicy {
  const { payouts, batches } = policy;
  return {
    ...policy,
    payouts: payouts && { ...payouts, above: checkedAmounts(payouts.above, 'payouts.above') },
    batches: batches && { above: checkedAmounts(batches.above, 'batches.above') },
  };
}

function checkedAmounts(above: readonly MoneyAsk[], param: string): MoneyAsk[] {
  return above.map(({ amount: text, currency }, index) => {
    const at = `${param}[${index}]`;
    currencyFrom(currency, `${at}.currency`);
    if (above.findIndex((each) => each.currency === currency) !== index)
      refuse('invalid_parameter', `${at}.currency: ${currency} is given twice; send one amount for it.`, {
        param: `${at}.currency`,
      });
    const amount = parseAmountOrZero(text, currency);
    if (amount === undefined)
      refuse(
        'invalid_parameter',
        `${at}.amount: is not an amount of ${currency}; send a string such as "10.00".`,
        {
          param: `${at}.amount`,
        },
      );
    return { amount: show(amount, currency), currency };
  });
}
