import { findPayout } from '../domain/capability.js';
import { zero, show, type Amount } from '../domain/money.js';
import type { Settlement } from '../domain/noun/settlement.js';
import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { SettlementSchedule } from '../domain/noun/settlement-schedule.js';
import { refuse } from '../domain/refusal.js';
import {
  createSettlement,
  holdSettlement as decideHold,
  releaseSettlement as decideRelease,
  settlementAmounts,
  type SettlementFigures,
  type SettlementAmounts,
} from '../domain/settlement.js';
import { cutoffBy } from '../domain/settlement-calendar.js';
import { isUsable } from '../domain/settlement-destination.js';
import { blockSchedule, passCutoff } from '../domain/settlement-schedule.js';
import type { Ports } from '../ports/ports.js';
import type { MovedTotals, Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { checkNotStopped } from './kill-switch.js';
import { sendsFrom } from './operation.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

type Needs = Pick<Ports, 'store' | 'vault' | 'catalogue' | 'risk' | 'bank' | 'wake'>;

/** Account terms contain no fee for settlements. */
const fee = zero;

/**
 * Runs the past cut-offs of a schedule: they become one settlement up to the latest of them, or none if the amount is
 * too small. Returns false if another process has the schedule or the kill switch is on.
 */
export async function settleDue(ports: Needs, id: string): Promise<boolean> {
  const hadTurn = await ports.store.transaction(async (tx) => {
    const [stopped, [schedule]] = await Promise.all([
      tx.killSwitch.hold(),
      tx.lockDue('settlementSchedule', 1, { ids: [id] }),
    ]);
    if (stopped || !schedule?.nextStepAt) return false;
    const destination = await destinationOf(tx, schedule);
    if (destination === undefined) {
      await tx.record([blockSchedule(await tx.moment(), schedule)]);
      return true;
    }
    const { figures, cutoff } = await figuresAtCutoff(tx, schedule, schedule.nextStepAt);
    const share = settlementAmounts(figures, { fee, minimum: schedule.minimumAmount });
    const [account] = await tx.find('account', { id: schedule.accountId });
    // Money of a suspended account stays; the first cut-off after the suspension settles it.
    if (share === undefined || account?.status !== 'active') {
      await tx.record([passCutoff(schedule, cutoff)]);
      return true;
    }
    const { decision } = await made(ports, tx, { schedule, destination, figures, share, cutoff });
    await tx.record([decision]);
    return true;
  });
  if (hadTurn) ports.wake('settlement');
  return hadTurn;
}

/** Settles the available money now, independent of the next cut-off (supplement §10). */
export async function runSettlement(
  ports: Needs,
  operator: Operator,
  { scheduleId }: { readonly scheduleId: string },
): Promise<Settlement> {
  const settlement = await ports.store.transaction(async (tx) => {
    checkNotStopped(await tx.killSwitch.hold());
    const [schedule] = await tx.lock('settlementSchedule', [scheduleId]);
    if (!schedule) return absent('settlementSchedule');
    const { accountId, currency, status } = schedule;
    checkSeen(operator, { subjectId: scheduleId, state: { status } });
    if (status === 'closed') refuse('invalid_request', 'The schedule is closed.');
    const destination = (await destinationOf(tx, schedule)) ?? withoutDestination(schedule);
    const figures = await figuresNow(tx, schedule);
    const share = settlementAmounts(figures, { fee, minimum: schedule.minimumAmount });
    const { now: cutoff } = await tx.moment();
    if (share === undefined) tooLittle(schedule, figures.availableNow);
    if (cutoff <= schedule.settledTo) {
      refuse('temporarily_unavailable', 'The schedule has just settled; run it again.');
    }
    const { reason } = operator;
    const done = await made(ports, tx, { schedule, destination, figures, share, cutoff, reason });
    const { id, total } = done.settlement;
    const entry = audited(await tx.moment(), operator, {
      action: 'settlement.run',
      accountId,
      subjectId: id,
      before: null,
      after: { status: done.settlement.status, scheduleId, total: show(total, currency), currency },
    });
    await tx.record([done.decision, entry]);
    return done.settlement;
  });
  ports.wake('settlement');
  return settlement;
}

/** Holds a settlement that was not sent yet (supplement §5). */
export function holdSettlement(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  { id }: { readonly id: string },
): Promise<Settlement> {
  return ports.store.transaction((tx) =>
    decideForOperator(operator, tx, {
      id,
      action: 'settlement.hold',
      decide: async (row) => decideHold(await tx.moment(), row),
    }),
  );
}

/** Releases a held settlement. */
export async function releaseSettlement(
  ports: Pick<Ports, 'store' | 'bank' | 'wake'>,
  operator: Operator,
  { id }: { readonly id: string },
): Promise<Settlement> {
  const released = await ports.store.transaction((tx) =>
    decideForOperator(operator, tx, {
      id,
      action: 'settlement.release',
      decide: async (row) => decideRelease(await tx.moment(), row, sendsFrom(ports, row.createdAt, row.memo)),
    }),
  );
  ports.wake('settlement');
  return released;
}

interface OperatorDecision {
  readonly id: string;
  readonly action: string;
  readonly decide: (row: Settlement) => Promise<ReturnType<typeof decideHold>>;
}

async function decideForOperator(
  operator: Operator,
  tx: Tx,
  { id, action, decide }: OperatorDecision,
): Promise<Settlement> {
  const [row] = await tx.lock('settlement', [id]);
  if (!row) return absent('settlement');
  checkSeen(operator, { subjectId: id, state: { status: row.status }, changedAt: row.updatedAt });
  const { row: next, ...decision } = await decide(row);
  const entry = audited(await tx.moment(), operator, {
    action,
    accountId: row.accountId,
    subjectId: id,
    before: { status: row.status },
    after: { status: next.status },
  });
  await tx.record([decision, entry]);
  return next;
}

/** The schedule's destination, if money may be sent there. */
async function destinationOf(
  tx: Tx,
  { destinationId: id }: SettlementSchedule,
): Promise<SettlementDestination | undefined> {
  if (id === null) return undefined;
  const [destination] = await tx.find('settlementDestination', { id });
  return destination && isUsable(destination) ? destination : undefined;
}

function withoutDestination({ destinationId }: SettlementSchedule): never {
  if (destinationId !== null) {
    refuse('destination_disabled', "The schedule's destination is disabled; put a new schedule in force.");
  }
  return refuse('invalid_request', 'The schedule has no destination; put a new schedule in force.');
}

function tooLittle({ currency, minimumAmount }: SettlementSchedule, available: Amount): never {
  const has = `${show(available, currency)} ${currency}`;
  const least = `${show(minimumAmount, currency)} ${currency}`;
  return refuse('invalid_request', `${has} are available; the schedule settles at least ${least}.`);
}

/** The figures of the period up to the latest past cut-off. Entries before `due` are read without taking locks. */
async function figuresAtCutoff(
  tx: Tx,
  schedule: SettlementSchedule,
  due: Date,
): Promise<{ figures: SettlementFigures; cutoff: Date }> {
  const { accountId, currency, settledSeq: fromSeq } = schedule;
  const before = await tx.movedAfter({ accountId, currency, after: fromSeq, until: due });
  const availableNow = await tx.lockAvailable(accountId, currency);
  const { now } = await tx.moment();
  const cutoff = cutoffBy(schedule, now) ?? due;
  const rest = await tx.movedAfter({ accountId, currency, after: before.last, until: cutoff });
  const later = await tx.movedAfter({ accountId, currency, after: rest.last });
  return { figures: figuresFrom(fromSeq, { moved: addedUp(before, rest), later, availableNow }), cutoff };
}

/** The figures of the period up to now. */
async function figuresNow(tx: Tx, schedule: SettlementSchedule): Promise<SettlementFigures> {
  const { accountId, currency, settledSeq: fromSeq } = schedule;
  const before = await tx.movedAfter({ accountId, currency, after: fromSeq });
  const availableNow = await tx.lockAvailable(accountId, currency);
  const rest = await tx.movedAfter({ accountId, currency, after: before.last });
  const later = { last: rest.last, credits: zero, debits: zero };
  return figuresFrom(fromSeq, { moved: addedUp(before, rest), later, availableNow });
}

const addedUp = (one: MovedTotals, other: MovedTotals): MovedTotals => ({
  last: other.last,
  credits: one.credits.plus(other.credits),
  debits: one.debits.plus(other.debits),
});

/** The opening balance is the current one minus everything moved since. */
function figuresFrom(
  fromSeq: string,
  { moved, later, availableNow }: { moved: MovedTotals; later: MovedTotals; availableNow: Amount },
): SettlementFigures {
  const { last: toSeq, credits, debits } = moved;
  const closing = availableNow.minus(later.credits).plus(later.debits);
  return { fromSeq, toSeq, credits, debits, opening: closing.minus(credits).plus(debits), availableNow };
}

interface SettlementRequest {
  readonly schedule: SettlementSchedule;
  readonly destination: SettlementDestination;
  readonly figures: SettlementFigures;
  readonly share: SettlementAmounts;
  readonly cutoff: Date;
  /** The reason given by the operator who runs it. */
  readonly reason?: string;
}

async function made(
  ports: Pick<Ports, 'vault' | 'catalogue' | 'risk' | 'bank'>,
  tx: Tx,
  { schedule, destination, figures, share, cutoff, reason }: SettlementRequest,
) {
  const { accountId, id, currency } = schedule;
  const { method, country, label } = destination;
  const memo = (ports.bank?.hasOutcomeTag(reason) ? reason : label) ?? null;
  const moment = await tx.moment();
  const capability = findPayout(ports.catalogue, { method, currency, country });
  const fields = {
    ...figures,
    ...share,
    destinationId: destination.id,
    periodTo: cutoff,
    memo,
    // The same cut-off has the same reference, also after a restored backup. Keys of callers cannot contain a space.
    reference: ports.vault.reference(accountId, `settlement ${id} ${cutoff.toISOString()}`),
    provider: capability?.provider ?? null,
    nextStepAt: sendsFrom(ports, moment.now, memo),
  };
  const verdict = ports.risk.assess({
    principal: share.amount,
    sourceCurrency: currency,
    recentCount: 0,
    memo,
  });
  // There is no caller to refuse, so what the risk rules would block is held for review.
  const reviewReasons = verdict.outcome === 'allow' ? [] : verdict.reasons;
  const { settlement, ...decision } = createSettlement(moment, schedule, { fields, reviewReasons });
  return { settlement, decision };
}
