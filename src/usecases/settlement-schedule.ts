import type { Decision } from '../domain/decision.js';
import { currencyFrom, decimalsOf } from '../domain/currency.js';
import { parseAmountOrZero, show, zero, type Amount } from '../domain/money.js';
import type { SettlementSchedule } from '../domain/noun/settlement-schedule.js';
import { refuse } from '../domain/refusal.js';
import type { Calendar } from '../domain/settlement-calendar.js';
import { isUsable } from '../domain/settlement-destination.js';
import {
  blockSchedule,
  calendarOf,
  closeSchedule as decideClosing,
  configurationOf,
  putInForce,
  type SettlementConfiguration,
} from '../domain/settlement-schedule.js';
import type { Ports } from '../ports/ports.js';
import type { Follow, Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { absent, lockOwn } from './own.js';
import { checkSeen } from './seen.js';

export interface ScheduleAsk {
  readonly accountId: string;
  readonly currency: string;
  readonly destinationId?: string | null | undefined;
  readonly interval: Calendar['interval'];
  readonly weekday?: number | null | undefined;
  readonly day?: number | null | undefined;
  readonly cutoffTime?: string | null | undefined;
  readonly minimumAmount?: string | null | undefined;
  readonly automatic?: boolean | null | undefined;
}

const midnight = '00:00';

/** Puts a schedule in force and closes the one it replaces in the same currency (supplement §10). */
export async function putScheduleInForce(
  ports: Pick<Ports, 'store' | 'wake'>,
  operator: Operator,
  ask: ScheduleAsk,
): Promise<SettlementSchedule> {
  const fields = fieldsOf(ask);
  const put = await ports.store.transaction(async (tx) => {
    const { accountId, currency, destinationId } = fields;
    tx.lockNames([`settlement_schedule:${accountId}:${currency}`]);
    const [account] = await tx.find('account', { id: accountId });
    if (!account) absent('account', 'accountId');
    if (destinationId !== null) await checkDestination(tx, { accountId, currency, destinationId });
    const [replaced] = await tx.lockFound('settlementSchedule', { accountId, currency, status: 'active' });
    await tx.lockAvailable(accountId, currency);
    const settledSeq = await tx.lastEntry(accountId, currency);
    const moment = await tx.moment();
    // Only one schedule per currency may be in force, so the old one closes first.
    if (replaced) await tx.record([decisionOf(decideClosing(moment, replaced))]);
    const { schedule, ...decision } = putInForce(moment, { ...fields, settledSeq });
    const entry = audited(moment, operator, {
      action: 'schedule.put_in_force',
      accountId,
      subjectId: schedule.id,
      before: replaced ? { id: replaced.id, ...auditFields(replaced) } : null,
      after: auditFields(schedule),
    });
    await tx.record([decision, entry]);
    return schedule;
  });
  ports.wake('settlementSchedule');
  return put;
}

/** Closes a schedule: its cut-offs make no more settlements, and those under way go on. */
export function closeSchedule(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  { id }: { readonly id: string },
): Promise<SettlementSchedule> {
  return ports.store.transaction(async (tx) => {
    const [schedule] = await tx.lock('settlementSchedule', [id]);
    if (!schedule) return absent('settlementSchedule');
    const { accountId, status } = schedule;
    checkSeen(operator, { subjectId: id, state: { status } });
    const moment = await tx.moment();
    const { schedule: closed, ...decision } = decideClosing(moment, schedule);
    const entry = audited(moment, operator, {
      action: 'schedule.close',
      accountId,
      subjectId: id,
      before: { status },
      after: { status: closed.status },
    });
    await tx.record([decision, entry]);
    return closed;
  });
}

/** How each currency of an account settles (contract §4.8), or only the given one. */
export async function settlementConfiguration(
  { reader }: Pick<Ports, 'reader'>,
  { accountId, currency }: { readonly accountId: string; readonly currency?: string | undefined },
): Promise<SettlementConfiguration> {
  const where = { status: 'active' } as const;
  const [{ rows: schedules }, balances] = await Promise.all([
    reader.page('settlementSchedule', { sight: [accountId], where, limit: currenciesMax }),
    reader.balances([accountId]),
  ]);
  const held = balances.map((balance) => balance.currency);
  const whole = configurationOf(schedules, currency === undefined ? held : [...held, currency]);
  if (currency === undefined) return whole;
  return { ...whole, currencies: whole.currencies.filter((each) => each.currency === currency) };
}

/** More than there are currencies. */
const currenciesMax = 500;

/** Blocks active schedules that use a disabled destination, in the same transaction. */
export const followDestinations: Follow = async (tx, decisions) => {
  const disabled = decisions
    .flatMap(({ changes }) => changes)
    .flatMap((change) =>
      change.noun === 'settlementDestination' && !change.isNew && !isUsable(change.row) ? [change.row] : [],
    );
  if (disabled.length === 0) return [];
  const schedules = await tx.lockFound('settlementSchedule', {
    accountId: disabled.map(({ accountId }) => accountId),
    status: 'active',
    destinationId: disabled.map(({ id }) => id),
  });
  const moment = await tx.moment();
  return schedules.map((schedule) => blockSchedule(moment, schedule));
};

function fieldsOf({ accountId, currency, interval, destinationId = null, ...ask }: ScheduleAsk) {
  currencyFrom(currency, 'currency');
  const { weekday = null, day = null, cutoffTime, automatic } = ask;
  const calendar = calendarOf({ interval, weekday, day, cutoffTime: cutoffTime ?? midnight });
  const isManual = interval === 'manual';
  if (isManual && automatic === true) {
    refuse('invalid_parameter', 'automatic: is not accepted for a manual schedule; leave it out.', {
      param: 'automatic',
    });
  }
  return {
    accountId,
    currency,
    destinationId,
    ...calendar,
    automatic: automatic ?? !isManual,
    minimumAmount: minimumOf(ask.minimumAmount, currency),
  };
}

function minimumOf(text: string | null | undefined, currency: string): Amount {
  if (text === null || text === undefined) return zero;
  const wanted = `one with at most ${decimalsOf(currency)} decimals, or 0`;
  return (
    parseAmountOrZero(text, currency) ??
    refuse('invalid_parameter', `minimumAmount: is not an amount of ${currency}; send ${wanted}.`, {
      param: 'minimumAmount',
    })
  );
}

interface DestinationRef {
  readonly accountId: string;
  readonly currency: string;
  readonly destinationId: string;
}

/** Locks the destination, so that disabling it meanwhile finds the schedule to block. */
async function checkDestination(
  tx: Tx,
  { accountId, currency, destinationId: id }: DestinationRef,
): Promise<void> {
  const param = 'destinationId';
  const destination = await lockOwn(tx, 'settlementDestination', { accountId, id, param });
  if (!isUsable(destination)) refuse('destination_disabled', 'The destination is disabled.', { param });
  if (destination.currency === currency) return;
  refuse(
    'invalid_parameter',
    `${param}: receives ${destination.currency}; send a destination for ${currency}.`,
    {
      param,
    },
  );
}

function decisionOf({ schedule: _, ...decision }: ReturnType<typeof decideClosing>): Decision {
  return decision;
}

const auditFields = ({
  currency,
  destinationId,
  interval,
  weekday,
  day,
  cutoffTime,
  minimumAmount,
  automatic,
  status,
}: SettlementSchedule) => ({
  status,
  currency,
  destinationId,
  interval,
  weekday,
  day,
  cutoffTime,
  automatic,
  minimumAmount: show(minimumAmount, currency),
});
