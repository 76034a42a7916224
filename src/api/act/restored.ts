import { present, isoTime } from '../../domain/event.js';
import { show, sum, type Amount } from '../../domain/money.js';
import type { Difference } from '../../usecases/bank-record.js';
import { enterRestored, leaveRestored, type Comparison } from '../../usecases/restored.js';
import { act, type Group, type CommandOutput, type Work } from './act.js';

/** Most items named in the text for people; the JSON has all. */
const namedMost = 20;

const counting =
  ({ progress }: Work) =>
  (orders: number): void =>
    progress(`${orders} orders so far`);

const begin = act({
  name: 'enterRestored',
  words:
    'Enter restored mode, before anything is sent from a restored or outdated database. Until restored end, each provider is asked about an operation before its first send. What providers already know is applied and reported.',
  role: 'admin',
  takes: {},
  command: { path: 'restored begin', example: '', isUsual: true },
  run: (work) => enterRestored(work.ports, work.by, counting(work)),
  output: comparisonOutput,
});

const end = act({
  name: 'leaveRestored',
  words:
    'End restored mode: compares once more, then sends continue without asking. Refused while an older call may still reach a provider. Where two operators are required, restored mode stays on until a second operator requests its end within seven days.',
  role: 'admin',
  dangerous: true,
  takes: {},
  command: { path: 'restored end', example: '' },
  run: (work) => leaveRestored(work.ports, work.by, counting(work)),
  output: comparisonOutput,
});

export const restoredActs: Group = {
  name: 'restored',
  words: 'A database that was restored from a backup',
  acts: [begin, end],
};

function comparisonOutput({
  restoredAt,
  isProposed,
  orders,
  differences,
  payments,
  found,
}: Comparison): CommandOutput {
  const {
    decided = [],
    watched = [],
    contradicted = [],
    unknown = [],
  } = Object.groupBy(differences, ({ became }) => became);
  return {
    json: {
      restored_at: isoTime(restoredAt) ?? null,
      ...(isProposed && { proposed: true }),
      payments: payments.read,
      payments_taken: payments.taken.map(({ payin, exception, fundingAccountId }) =>
        present({
          funding_account_id: fundingAccountId,
          payin_id: payin?.id,
          reconciliation_exception_id: exception?.id,
        }),
      ),
      payments_unknown: payments.unknown.map(({ paymentReference, amount, currency }) => ({
        reference: paymentReference,
        amount: show(amount, currency),
        currency,
      })),
      found_at: found,
      orders,
      agreed: orders - differences.length,
      decided: decided.map(differenceJson),
      watched: watched.map(differenceJson),
      contradicted: contradicted.map(differenceJson),
      unknown: unknown.map(differenceJson),
    },
    text: {
      'Restored mode': stateOf(restoredAt, isProposed),
      'Payments of providers': `${payments.read}: ${payments.taken.length} taken in now, ${payments.unknown.length} into accounts that are not in the books${summed('', payments.unknown)}`,
      'At each bank': found
        .map(
          (each) =>
            `${each.provider}: ${each.orders} orders and ${each.payments} payments, ${each.learned} of them new to the books`,
        )
        .join('; '),
      'Orders of providers': `${orders}`,
      'As in the books': `${orders - differences.length}`,
      'Decided by them': counted(decided, ({ is }) => is?.status ?? ''),
      'With them, undecided': watched.length === 0 ? '0' : `${watched.length}, looked up and not sent`,
      Contradictions: named(contradicted),
      'Not in the books': `${counted(unknown, ({ outcome: { outcome } }) => outcome)}${paidOf(unknown)}`,
    },
  };
}

function stateOf(restoredAt: Date | null, isProposed = false): string {
  if (restoredAt === null) return 'ended';
  const since = `on since ${restoredAt.toISOString()}`;
  return isProposed ? `${since}; a second operator must confirm its end` : since;
}

function differenceJson({ provider, reference, accountId, outcome: reported, was, is }: Difference) {
  const { outcome, code, amount, currency } = reported;
  return present({
    provider,
    reference,
    outcome,
    code,
    amount: amount && currency && show(amount, currency),
    currency,
    operation_id: is?.id,
    account_id: is?.accountId ?? accountId,
    was: was?.status,
    is: is?.status,
  });
}

/** Counts by name, such as `12: 10 completed, 2 returned`. */
function counted(all: readonly Difference[], nameOf: (one: Difference) => string): string {
  const groups = [...Map.groupBy(all, nameOf)].map(([name, { length }]) => `${length} ${name}`);
  return [all.length, groups.join(', ')].filter((part) => part !== '').join(': ');
}

function named(all: readonly Difference[]): string {
  if (all.length === 0) return '0';
  const names = all.slice(0, namedMost).map(({ is, outcome: { outcome } }) => `${is?.id} ${outcome}`);
  const rest = all.length > namedMost ? ', …' : '';
  return `${all.length}, each a reconciliation exception: ${names.join(', ')}${rest}`;
}

/** The total that left a provider without a payment of an account. */
function paidOf(unknown: readonly Difference[]): string {
  const paid = unknown.flatMap(({ outcome: { outcome, amount, currency } }) =>
    outcome === 'paid' && amount && currency !== undefined ? [{ amount, currency }] : [],
  );
  return summed('; paid', paid);
}

function summed(what: string, paid: readonly { amount: Amount; currency: string }[]): string {
  const sums = [...Map.groupBy(paid, ({ currency }) => currency)].map(
    ([currency, all]) => `${show(sum(all.map(({ amount }) => amount)), currency)} ${currency}`,
  );
  return sums.length === 0 ? '' : `${what}: ${sums.join(', ')}`;
}
