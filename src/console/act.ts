import { bare, catalogue, isRequired, suffices, type Role } from './catalogue.js';
import { textOf } from './text.js';

export type Row = Readonly<Record<string, unknown>>;

/** An act that is possible on what is shown. */
export interface Act {
  readonly name: string;
  /** The argument that names its subject. */
  readonly subject: string | undefined;
  readonly types: readonly string[];
}

/** Acts whose subject is not given by an id alone. */
const apart: Readonly<Record<string, readonly string[]>> = {
  setPayoutKillSwitch: ['Platform'],
  advanceClock: ['Platform'],
  openAccount: ['Platform'],
  suspendCapability: ['Platform', 'Account'],
  resumeCapability: ['Platform', 'Account', 'Suspension'],
  putScheduleInForce: ['Account'],
};

function actOf(name: string): Act {
  const { args = {}, type = '' } = catalogue.mutations[name] ?? {};
  const ids = Object.entries(args).filter(
    ([each, field]) => field.type === 'ID!' && !(each === 'accountId' && args['id']),
  );
  const subject = ids[0]?.[0];
  if (apart[name]) return { name, subject, types: apart[name] };
  if (subject === undefined) return { name, subject, types: [] };
  return { name, subject, types: typesOf(subject, bare(type)) };
}

function typesOf(subject: string, answers: string): readonly string[] {
  const known: Readonly<Record<string, readonly string[]>> = {
    id: [answers],
    accountId: ['Account'],
    endpointId: ['WebhookEndpoint'],
    scheduleId: ['SettlementSchedule'],
    decisionId: ['RiskDecision'],
    resourceId: catalogue.unions['Operation'] ?? [],
  };
  return known[subject] ?? [];
}

const all: readonly Act[] = Object.keys(catalogue.mutations).map(actOf);

export const actNamed = (name: string): Act | undefined => all.find((each) => each.name === name);

export interface Who {
  readonly kind: 'operator' | 'member';
  readonly name: string;
  readonly role: Role;
  /** Whether a member's role may write; if absent, the service decides. */
  readonly writes?: boolean;
  readonly manages?: boolean;
}

/** The acts that this person may do on this type. */
export function actsFor(type: string, who: Who): readonly Act[] {
  return all.filter(({ name, types }) => types.includes(type) && mayDo(name, who));
}

export function mayDo(name: string, who: Who): boolean {
  const isOwn = catalogue.acts[name] === undefined;
  if (who.kind === 'member')
    return isOwn && who.writes !== false && !(name === 'decideApproval' && who.manages === false);
  const least = catalogue.roles.mutations[name];
  return least !== undefined && suffices(who.role, least);
}

type Fit = (row: Row) => string | undefined;
const isStill =
  (field: string, ...words: readonly string[]): Fit =>
  (row) =>
    words.includes(textOf(row[field])) ? undefined : `It is ${textOf(row[field]).replaceAll('_', ' ')}.`;
const unless =
  (field: string, words: string): Fit =>
  (row) =>
    row[field] === null || row[field] === undefined ? undefined : words;

/** Whether an act makes sense in the shown state; the service decides in the end. */
const fits: Readonly<Record<string, Fit>> = {
  decideRisk: isStill('status', 'in_review'),
  decideApproval: isStill('status', 'pending'),
  decideWithdrawal: isStill('status', 'pending_approval'),
  resolveException: isStill('status', 'open'),
  cancelPayout: isStill('status', 'processing'),
  cancelPayoutBatch: isStill('status', 'processing'),
  blockCustomer: isStill('status', 'active'),
  unblockCustomer: isStill('status', 'blocked'),
  archiveBeneficiary: isStill('status', 'active'),
  verifyBeneficiary: (row) =>
    row['verificationStatus'] === 'verified' ? 'It is verified already, which is final.' : undefined,
  failBeneficiaryVerification: (row) =>
    row['verificationStatus'] === 'verified' ? 'It is verified, which is final.' : undefined,
  disableDestination: isStill('status', 'active'),
  closeSchedule: isStill('status', 'active'),
  runSettlement: isStill('status', 'active'),
  holdSettlement: isStill('status', 'processing'),
  releaseSettlement: isStill('status', 'on_hold'),
  recordEvidence: (row) => (row['status'] === 'pending_approval' ? 'It is not sent yet.' : undefined),
  revokeApiKey: unless('revokedAt', 'It is revoked already.'),
  releaseHostedDomain: unless('releasedAt', 'It is released already.'),
};

export const whyNot = (name: string, row: Row): string | undefined => fits[name]?.(row);

/** The shown state of what an act changes. */
export function seenBy(name: string, row: Row): Row | undefined {
  const type = catalogue.mutations[name]?.args?.['seen']?.type;
  if (type === undefined) return undefined;
  if (type === 'SeenSuspension') return { suspended: name === 'resumeCapability' };
  const fields = Object.keys(catalogue.inputs[bare(type)] ?? {});
  // An account without own terms has the default ones, with nothing set.
  const usual = Object.fromEntries(fields.map((field) => [field, null]));
  const base = type === 'SeenAccountTerms' ? ((row['terms'] ?? usual) as Row) : row;
  const seen = fields.flatMap((field) => {
    const value = otherwise(field, row) ?? base[field];
    return value === undefined ? [] : [[field, plain(value)] as const];
  });
  return seen.length > 0 ? Object.fromEntries(seen) : undefined;
}

function otherwise(field: string, row: Row): unknown {
  if (field === 'stopped') return row['payoutsStopped'];
  if (field === 'granted') return typeof ((row['terms'] ?? {}) as Row)['whiteLabelAt'] === 'string';
  return undefined;
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== '__typename'));
}

/** The arguments that a person enters; the others are known from what is shown. */
export function askedArguments(act: Act, row: Row) {
  const { args = {} } = catalogue.mutations[act.name] ?? {};
  const known = new Set(['reason', 'seen', 'idempotencyKey', ...Object.keys(knownArguments(act, row))]);
  return Object.entries(args)
    .filter(([name]) => !known.has(name))
    .sort(([, a], [, b]) => Number(isRequired(b.type)) - Number(isRequired(a.type)));
}

export function knownArguments({ name, subject }: Act, row: Row): Row {
  const { args = {} } = catalogue.mutations[name] ?? {};
  const { id, accountId, __typename } = row;
  const isAccount = __typename === 'Account';
  return {
    ...(subject && id !== undefined && { [subject]: id }),
    ...(args['accountId'] && isAccount && { accountId: id }),
    ...(args['accountId'] && !isAccount && accountId !== undefined && { accountId }),
  };
}

interface Money {
  readonly amount: string;
  readonly currency: string;
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;

/** The money that an act concerns, from what is shown. */
export function moneyOf(row: Row): readonly (readonly [string, Money])[] {
  const source = row['source'];
  const found = Object.entries(row).filter((entry): entry is [string, Money] => isMoney(entry[1]));
  if (typeof source !== 'object' || source === null) return found;
  const { total, currency } = source as Record<string, string>;
  return [['total', { amount: total ?? '', currency: currency ?? '' }], ...found];
}

function adjusted(adjustment: unknown): string {
  if (adjustment === undefined) return 'No money moves.';
  const { direction, amount = '…', currency = '', bucket = 'available' } = adjustment as Row;
  const way = direction === 'debit' ? 'less' : 'more';
  return `The account has ${textOf(amount)} ${textOf(currency)} ${way} in ${textOf(bucket)}.`;
}

/** Describes what happens to the money, for acts that move it. */
export function changeOf(name: string, given: Row): string | undefined {
  const approves = given['approve'];
  const chosen: Readonly<Record<string, string | undefined>> = {
    decideWithdrawal:
      approves === true
        ? 'The amount leaves the balance for the bank, and the fee is taken.'
        : 'Amount and fee go from reserved back to available.',
    decideRisk:
      approves === true
        ? 'It goes on: what is reserved is sent.'
        : 'It fails with risk_rejected: what is reserved is available again.',
    decideApproval:
      approves === true
        ? 'With the last approval that is required, the payment is sent.'
        : 'It fails with approval_declined: what is reserved is available again.',
    holdSettlement: 'The money stays where it is until it is released.',
    releaseSettlement: 'The settlement is sent to the bank.',
    runSettlement: 'Everything available in this currency is sent to the destination.',
    recordEvidence:
      given['outcome'] === 'not_executed'
        ? 'The reserved money is available again.'
        : 'The books take it for done at the provider.',
    cancelPayout: 'The reserved money is available again, unless it has left.',
    cancelPayoutBatch: 'The money that has not left is available again.',
    createPayout: 'Principal and fees go from available to reserved, and from there to the bank.',
    createPayoutBatch:
      'For each item, principal and fees go from available to reserved, and from there to the bank.',
    createWithdrawal: 'Amount and fee go from available to reserved, and from there to the bank.',
    createRefund: 'The refunded money goes from available back to the payer.',
    createRemittance: 'The amount of the quote is taken from the pay-in, and paid to the beneficiary.',
    resolveException: adjusted(given['adjustment']),
  };
  return name in chosen && !(name.startsWith('decide') && approves === undefined) ? chosen[name] : undefined;
}
