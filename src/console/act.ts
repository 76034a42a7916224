import { bare, catalogue, isRequired, suffices, type Role } from './catalogue.js';
import { localText, serviceNow } from './clock.js';
import { heldBy } from './held.js';
import { textOf } from './text.js';
import { stateText } from './words/label.js';
import { words } from './words/speech.js';

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
  addNote: catalogue.timelines,
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

/** A note is possible everywhere, so it comes after what the screen is for. */
const all: readonly Act[] = Object.keys(catalogue.mutations)
  .map(actOf)
  .toSorted((one, other) => Number(one.name === 'addNote') - Number(other.name === 'addNote'));

export const actNamed = (name: string): Act | undefined => all.find((each) => each.name === name);

export interface Who {
  readonly kind: 'operator' | 'member';
  readonly name: string;
  readonly role: Role;
  /** Whether a member's role may write; if absent, the service decides. */
  readonly writes?: boolean;
  readonly manages?: boolean;
  /** The memberships of a signed-in member. The dashboard does not request them. */
  readonly members?: readonly {
    readonly email: string;
    readonly role: string;
    readonly account: { readonly name: string };
  }[];
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
  (field: string, ...states: readonly string[]): Fit =>
  (row) =>
    states.includes(textOf(row[field]))
      ? undefined
      : words.act.statusIs(stateText(textOf(row[field]), `${textOf(row['__typename'])}Status`));
const unless =
  (field: string, says: string): Fit =>
  (row) =>
    row[field] === null || row[field] === undefined ? undefined : says;

/** The suspensions in force of an account or the platform; undefined if they were not read. */
const inForce = ({ suspensions }: Row): readonly Row[] | undefined =>
  (suspensions as { readonly nodes: readonly Row[] } | undefined)?.nodes.filter(
    ({ liftedAt }) => liftedAt === null,
  );

/** Whether an operation in progress was certainly not sent from here. */
const isUnsent = (row: Row): boolean =>
  ['pending_approval', 'pending_review'].includes(textOf(row['status'])) ||
  heldBy(row) !== undefined ||
  (row['status'] === 'processing' && (row['dispatch'] as Row | null | undefined)?.['sending'] === 'unsent');

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
    row['verificationStatus'] === 'verified' ? 'Already verified, which is final.' : undefined,
  failBeneficiaryVerification: (row) =>
    row['verificationStatus'] === 'verified' ? 'Already verified, which is final.' : undefined,
  disableDestination: isStill('status', 'active'),
  closeSchedule: isStill('status', 'active'),
  runSettlement: isStill('status', 'active'),
  holdSettlement: isStill('status', 'processing'),
  releaseSettlement: isStill('status', 'on_hold'),
  recordEvidence: (row) =>
    isUnsent(row) && row['isRestored'] !== true ? 'It has not been sent.' : undefined,
  resumeCapability: (row) => {
    if (row['__typename'] === 'Suspension') return unless('liftedAt', 'Already lifted.')(row);
    return inForce(row)?.length === 0 ? 'Nothing is suspended.' : undefined;
  },
  resetPasskeys: (row) => (row['hasPasskey'] === false ? 'This member has no passkey.' : undefined),
  revokeApiKey: unless('revokedAt', 'Already revoked.'),
  releaseHostedDomain: unless('releasedAt', 'Already released.'),
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
export function argumentsOf(act: Act, row: Row) {
  const { args = {} } = catalogue.mutations[act.name] ?? {};
  const known = new Set(['reason', 'seen', 'idempotencyKey', ...Object.keys(knownArguments(act, row))]);
  return Object.entries(args)
    .filter(([name]) => !known.has(name))
    .sort(([, a], [, b]) => Number(isRequired(b.type)) - Number(isRequired(a.type)));
}

/** An adjustment is the amount of one exception, so an act on several has none. */
export const isOfOne = (argument: string): boolean => argument === 'adjustment';

/** Switches: the act's name says whether it turns them on or off. */
const switched: Readonly<Record<string, (row: Row) => Row>> = {
  setPayoutKillSwitch: (row) => ({ on: row['payoutsStopped'] !== true }),
  setEndpointRough: (row) => ({ on: typeof row['roughSince'] !== 'string' }),
};

export function knownArguments({ name, subject }: Act, row: Row): Row {
  const { args = {} } = catalogue.mutations[name] ?? {};
  const { id, accountId, __typename } = row;
  const isAccount = __typename === 'Account';
  return {
    ...(subject && id !== undefined && { [subject]: id }),
    ...(args['accountId'] && isAccount && { accountId: id }),
    ...(args['accountId'] && !isAccount && accountId !== undefined && { accountId }),
    ...switched[name]?.(row),
  };
}

/** Initial values of a form: those in force, if it changes some. */
export function presetOf({ name }: Act, row: Row): Row {
  if (name === 'putScheduleInForce') return { input: { accountId: row['id'], ...scheduleOf(row) } };
  if (name === 'setAccountTerms') return { input: agreed(row['terms']) };
  if (name === 'resumeCapability') return suspendedIn(row);
  if (name !== 'replayDeliveries') return {};
  const now = serviceNow();
  const since = row['failingSince'];
  const from = typeof since === 'string' ? new Date(since) : new Date(now.getTime() - dayMs);
  const whole = (at: number): string => localText(new Date(at)).slice(0, 16);
  return { from: whole(from.getTime()), to: whole(now.getTime() + minuteMs) };
}

/** What a suspension stops, or the only one in force. */
function suspendedIn(row: Row): Row {
  const [one = {}, ...others] = row['__typename'] === 'Suspension' ? [row] : (inForce(row) ?? []);
  if (others.length > 0) return {};
  const { product, method, currency } = one;
  return { product, method, currency };
}

/** The schedule in force, if the account has exactly one. Its destination can be chosen only while it is active. */
function scheduleOf({ schedules }: Row): Row {
  const [one, ...others] = (schedules ?? []) as readonly Row[];
  if (others.length > 0 || schedules === undefined) return {};
  if (one === undefined) return { interval: 'daily' };
  const { destination, minimumAmount, ...fields } = one;
  const { id, status } = (destination ?? {}) as Row;
  const { amount } = minimumAmount as Row;
  return { ...fields, minimumAmount: amount, ...(status === 'active' && { destinationId: id }) };
}

/** The agreed terms that a form can set. Limits and methods are shown beside, because each is set on its own. */
const agreed = (terms: unknown): Row => {
  const { platformFeeBps, tenantMarkupBps, withdrawalFee, approvalThreshold } = (terms ?? {}) as Row;
  const all = { platformFeeBps, tenantMarkupBps, withdrawalFee, approvalThreshold };
  return Object.fromEntries(
    Object.entries(all).flatMap(([field, value]) =>
      value === null || value === undefined ? [] : [[field, plain(value)]],
    ),
  );
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Initial values of a section of a form, set when it opens. */
export function offeredTo({ name }: Act, row: Row): Row {
  const money = (row['actual'] ?? row['difference'] ?? row['expected']) as Row | null | undefined;
  if (name !== 'resolveException' || !money) return {};
  const { amount, currency } = money;
  return { adjustment: { direction: 'credit', bucket: 'available', amount, currency } };
}
