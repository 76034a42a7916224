import type { Row } from './act.js';
import type { Concern } from './concern.js';
import { spaced } from './spaced.js';
import { grouped, moneyText, textOf, type Money } from './text.js';
import { nounLabel, stateText } from './words/label.js';
import { words } from './words/speech.js';

/** Input of the texts of an act: its subject, and the fields entered so far. */
export interface About extends Concern {
  readonly row: Row;
  readonly values: Row;
}

type Says = (about: About) => string | undefined;
type ActSummary = (about: About, answer: Row) => string;

interface ActWords {
  /** Title of the form and label of the button that opens it. Default: the act's name. */
  readonly title?: (row: Row) => string;
  /** Label of the submit button. Default: the title. */
  readonly confirm?: Says;
  /** What happens to the money. */
  readonly change?: Says;
  readonly done: ActSummary;
  /** What the reason is, if it is more than that. */
  readonly reason?: ReasonWords;
}

interface ReasonWords {
  readonly label: string;
  readonly hint: string;
}

const totalOf = ({ total, money, noun }: About): string => {
  const whole = total ?? money;
  return whole ? moneyText(whole) : words.act.moneyOfNoun(noun);
};
const isBack = (about: About): string => words.act.availableAgain(totalOf(about));

/** One text for yes, another for no, none before a choice. */
const verdict =
  (yes: string, no: string): Says =>
  ({ values: { approve }, what }) => {
    if (approve === undefined) return undefined;
    return `${approve === true ? yes : no} ${what}`;
  };
const decided =
  (yes: Says, no: Says): Says =>
  (about) => {
    if (about.values['approve'] === undefined) return undefined;
    return about.values['approve'] === true ? yes(about) : no(about);
  };

const statusOf = (answer: Row): string => stateText(textOf(answer['status']));
const made: ActSummary = ({ values }, answer) => {
  const { amount, currency } = (values['input'] ?? values) as Partial<Money>;
  const money = amount ? moneyText({ amount, currency: currency ?? '' }).trim() : '';
  return words.act.created(money, statusOf(answer));
};

interface Adjustment extends Partial<Money> {
  readonly direction?: string;
}
const adjustmentOf = ({ values }: About): Adjustment | undefined =>
  values['adjustment'] as Adjustment | undefined;
const adjusted: Says = (about) => {
  const adjustment = adjustmentOf(about);
  if (adjustment === undefined) return 'No money moves.';
  const { direction, amount = '…', currency = '' } = adjustment;
  const whose = about.account?.name ?? 'The account';
  return `${whose} has ${grouped(amount)} ${currency} ${direction === 'debit' ? 'less' : 'more'} available.`;
};

const outcomes: Readonly<Record<string, string>> = {
  paid: 'paid',
  not_executed: 'not executed',
  returned: 'returned',
};

const isStopped = (row: Row): boolean => row['payoutsStopped'] === true;

/** Texts of each act. Acts that are not listed report "Saved.". */
const actWords: Readonly<Record<string, ActWords>> = {
  decideRisk: {
    confirm: verdict('Approve', 'Reject'),
    change: decided(
      ({ what }) => `${what} will be sent.`,
      (about) => `It fails. ${isBack(about)}`,
    ),
    done: ({ values, what }) =>
      values['approve'] === true ? `Approved. ${what} will be sent.` : `Rejected. ${what} will not be sent.`,
  },
  decideWithdrawal: {
    confirm: verdict('Approve', 'Decline'),
    change: decided(
      ({ what, fee }) => `${what} will be sent${fee ? `; the fee is ${moneyText(fee)}` : ''}.`,
      isBack,
    ),
    done: ({ values, what }) =>
      values['approve'] === true ? `Approved. ${what} will be sent.` : `Declined. ${what} will not be sent.`,
  },
  decideApproval: {
    confirm: decided(
      ({ what }) => words.act.approveWhat(what),
      ({ what }) => words.act.declineWhat(what),
    ),
    change: decided(
      () => words.act.sentWhenApproved,
      (about) => `${words.act.failsDeclined} ${isBack(about)}`,
    ),
    done: ({ values }, answer) => {
      if (values['approve'] !== true) return words.act.declined;
      return answer['status'] === 'pending' ? words.act.approvedOnce : words.act.approved;
    },
  },
  recordEvidence: {
    confirm: ({ values: { outcome }, what }) =>
      outcome === undefined ? undefined : `Record ${what} as ${outcomes[textOf(outcome)]}`,
    change: (about) => {
      const { outcome } = about.values;
      if (outcome === undefined) return undefined;
      if (outcome === 'returned') return 'The amount without fees is available to the account again.';
      return outcome === 'paid' ? 'It counts as paid by the bank.' : isBack(about);
    },
    done: ({ values: { outcome }, what }) => `Recorded: ${what} was ${outcomes[textOf(outcome)]}.`,
  },
  resolveException: {
    confirm: (about) => {
      const { direction, amount, currency } = adjustmentOf(about) ?? {};
      if (!amount || !currency) return 'Resolve without moving money';
      const isDebit = direction === 'debit';
      const whose = about.account ? ` ${isDebit ? `from` : 'to'} ${about.account.name}` : '';
      return `${isDebit ? 'Debit' : 'Credit'} ${grouped(amount)} ${currency}${whose}`;
    },
    change: adjusted,
    done: (about, answer) =>
      answer['status'] === 'open'
        ? 'Proposed. Another operator must request the same adjustment.'
        : `Resolved. ${adjusted(about)}`,
  },
  holdSettlement: {
    confirm: ({ what }) => `Hold ${what}`,
    change: () => 'The money stays where it is until the settlement is released.',
    done: ({ what }) => `${what} is on hold.`,
  },
  releaseSettlement: {
    confirm: ({ what }) => `Send ${what}`,
    change: ({ what }) => `${what} will be sent.`,
    done: ({ what }) => `Released. ${what} will be sent.`,
  },
  runSettlement: {
    confirm: ({ what }) => `Send ${what}`,
    change: ({ money, payee, row }) =>
      money && payee
        ? `The whole available balance, now ${moneyText(money)}, will be sent to ${payee.name}.`
        : `The whole available ${textOf(row['currency'])} balance will be sent to the destination.`,
    done: ({ payee }, answer) =>
      `Settlement created: ${moneyText(answer['amount'] as Money)}${payee ? ` to ${payee.name}` : ''}.`,
  },
  cancelPayout: {
    confirm: ({ what }) => words.act.cancelWhat(what),
    change: (about) => `${isBack(about)} ${words.act.notIfSent}`,
    done: (_about, answer) => words.act.payoutCancelling(statusOf(answer)),
  },
  cancelPayoutBatch: {
    change: () => words.act.batchAvailable,
    done: (_about, answer) => words.act.batchCancelling(statusOf(answer)),
  },
  createPayout: { change: () => words.act.payoutReserves, done: made },
  createPayoutBatch: { change: () => words.act.batchReserves, done: made },
  createWithdrawal: { change: () => words.act.withdrawalReserves, done: made },
  createRefund: { change: () => words.act.refundTakes, done: made },
  createRemittance: { change: () => words.act.remittancePays, done: made },
  createQuote: { done: made },
  createFundingAccount: { done: made },
  setPayoutKillSwitch: {
    title: (row) => (isStopped(row) ? 'Resume payouts' : 'Stop all payouts'),
    done: ({ values }) => (values['on'] === true ? 'Payouts are stopped.' : 'Payouts have resumed.'),
  },
  advanceClock: { done: (_about, answer) => `Business time is ${timeText(answer['now'])} now.` },
  setEndpointRough: {
    title: (row) => (row['roughSince'] ? 'End rough delivery' : 'Start rough delivery'),
    done: ({ values }) => (values['on'] === true ? 'Rough delivery is on.' : 'Rough delivery is off.'),
  },
  replayDeliveries: {
    done: (_about, { made: count, next }) =>
      `${count === 0 ? 'No delivery was' : count === 1 ? '1 delivery is' : `${textOf(count)} deliveries are`} queued.${next ? ' More remain: replay the rest of the period.' : ''}`,
  },
  putScheduleInForce: {
    title: () => 'Activate schedule',
    change: ({ row, values }) => {
      const { currency } = (values['input'] ?? {}) as Row;
      const replaced = (row['schedules'] as readonly Row[] | undefined)?.find(
        (each) => each['currency'] === currency,
      );
      return replaced && `Replaces the ${textOf(replaced['interval'])} schedule in ${textOf(currency)}.`;
    },
    done: (_about, answer) =>
      `The schedule is active${answer['nextCutoffAt'] ? `; its next cut-off is ${timeText(answer['nextCutoffAt'])}` : ''}.`,
  },
  closeSchedule: { done: () => 'The schedule is closed. It makes no more settlements.' },
  disableDestination: { done: ({ name }) => `${name} is disabled. Nothing more is sent to it.` },
  blockCustomer: {
    confirm: ({ name }) => `Block ${name}`,
    done: ({ name }) => `${name} is blocked. Unsent payouts fail.`,
  },
  unblockCustomer: {
    confirm: ({ name }) => `Unblock ${name}`,
    done: ({ name }) => `${name} is active again.`,
  },
  setCustomerCompliance: { done: ({ name, values }) => `${name} is ${textOf(values['status'])} now.` },
  archiveBeneficiary: {
    confirm: ({ name }) => `Archive ${name}`,
    done: ({ name }) => `${name} is archived and can no longer be paid.`,
  },
  verifyBeneficiary: { done: ({ name }) => `${name} is verified.` },
  failBeneficiaryVerification: { done: ({ name }) => `The verification of ${name} has failed.` },
  checkPayee: {
    done: (_about, answer) => words.act.payeeCheck(stateText(textOf(answer['payeeResult']))),
  },
  addNote: {
    confirm: () => 'Add the note',
    done: () => 'The note is added. Operators see it here.',
    reason: {
      label: 'Note',
      hint: 'One line, for operators. Your name is added. No personal data: the audit log is exported.',
    },
  },
  openAccount: { done: ({ values }) => `${textOf(values['name'])} is open.` },
  inviteOwner: { done: ({ values }) => `Invitation sent to ${textOf(values['email'])}.` },
  setAccountStatus: {
    confirm: ({ name, values: { status } }) =>
      status === undefined ? undefined : `${statusVerbs[textOf(status)]} ${name}`,
    done: ({ name, values }) => `${name} is ${textOf(values['status'])} now.`,
  },
  setAccountTerms: { done: () => 'Saved. The terms apply to operations accepted from now on.' },
  requireApprovals: { done: () => 'The approval policy is saved.' },
  setWhiteLabel: {
    done: ({ values }) => `White label is ${values['granted'] === true ? 'granted' : 'withdrawn'}.`,
  },
  issueApiKey: { done: () => 'The key is issued.' },
  revokeApiKey: { done: ({ name }) => `${name} is revoked. Its next request is refused.` },
  resetPasskeys: { done: ({ name }) => `The passkeys of ${name} are deleted.` },
  releaseHostedDomain: { done: ({ name }) => `${name} is released. Anyone may claim it.` },
  suspendCapability: { done: ({ values }) => `${railText(values)} is suspended.` },
  resumeCapability: { done: ({ values }) => `${railText(values)} is available again.` },
};

const statusVerbs: Readonly<Record<string, string>> = {
  active: 'Reactivate',
  suspended: 'Suspend',
  closed: 'Close',
};

const railText = ({ product, method, currency }: Row): string =>
  `${spaced(textOf(product))} by ${stateText(textOf(method))} in ${textOf(currency)}`;
const timeText = (at: unknown): string => `${textOf(at).slice(0, 16).replace('T', ' ')} UTC`;

const usualReason: ReasonWords = {
  label: 'Reason',
  hint: 'One line, for the audit log. Your name is added.',
};
export const reasonWords = (name: string): ReasonWords => actWords[name]?.reason ?? usualReason;

export const titleOf = (name: string, row: Row): string => actWords[name]?.title?.(row) ?? nounLabel(name);
/** Label of the submit button for the values entered so far. */
export const confirmOf = (name: string, about: About): string =>
  actWords[name]?.confirm?.(about) ?? titleOf(name, about.row);
/** What happens to the money; undefined for acts that move none, and before a choice. */
export const changeOf = (name: string, about: About): string | undefined => actWords[name]?.change?.(about);
/** The result, in a sentence. */
export const resultOf = (name: string, about: About, answer: Row): string =>
  actWords[name]?.done(about, answer) ?? words.act.saved;

/** Acts that reach far or cannot be undone. */
const dangerous = new Set([
  'setPayoutKillSwitch',
  'setAccountStatus',
  'suspendCapability',
  'blockCustomer',
  'disableDestination',
  'revokeApiKey',
  'closeSchedule',
  'archiveBeneficiary',
  'resetPasskeys',
  'releaseHostedDomain',
  'advanceClock',
  'setEndpointRough',
  'cancelPayout',
  'cancelPayoutBatch',
]);
export const isDangerous = (name: string, row: Row): boolean =>
  dangerous.has(name) && !(name === 'setPayoutKillSwitch' && isStopped(row));
