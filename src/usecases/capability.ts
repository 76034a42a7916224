import type { Suspension } from '../domain/account.js';
import { isSameCapability, type CapabilityKey } from '../domain/capability.js';
import { currencyFrom } from '../domain/currency.js';
import { added, changed, decide } from '../domain/decision.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

export interface SuspensionAsk extends CapabilityKey {
  /** Null: all accounts. */
  readonly accountId: string | null;
}

/**
 * Suspends a capability: using it gives 503 operation_suspended until it is resumed. Repeating it changes nothing.
 */
export function suspendCapability(
  ports: Pick<Ports, 'store' | 'catalogue'>,
  operator: Operator,
  ask: SuspensionAsk,
): Promise<Suspension> {
  currencyFrom(ask.currency, 'currency');
  const exists = ports.catalogue.capabilities.some((each) => isSameCapability(each, ask));
  if (!exists)
    refuse('invalid_parameter', `The catalogue has no ${ask.product} by ${ask.method} in ${ask.currency}.`, {
      param: 'currency',
    });
  return ports.store.transaction(async (tx) => {
    tx.lockNames([nameOf(ask)]);
    if (ask.accountId !== null && (await tx.find('account', { id: ask.accountId })).length === 0)
      absent('account');
    const known = await suspensionInForce(tx, operator, ask);
    const moment = await tx.moment();
    const suspension: Suspension = known ?? {
      ...ask,
      id: moment.newId('suspension', moment.now),
      createdAt: moment.now,
      liftedAt: null,
      version: 1,
    };
    const entry = audited(moment, operator, {
      action: 'capability.suspend',
      accountId: ask.accountId,
      subjectId: suspension.id,
      before: known ? { ...ask, suspended: true } : null,
      after: { ...ask, suspended: true },
    });
    const changes = known ? [] : [added('suspension', suspension)];
    await tx.record([decide({ changes }), entry]);
    return suspension;
  });
}

export function resumeCapability(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  ask: SuspensionAsk,
): Promise<Suspension> {
  currencyFrom(ask.currency, 'currency');
  return ports.store.transaction(async (tx) => {
    tx.lockNames([nameOf(ask)]);
    const known = await suspensionInForce(tx, operator, ask);
    if (!known) return refuse('invalid_request', 'This capability is not suspended for that account.');
    const moment = await tx.moment();
    const lifted: Suspension = { ...known, liftedAt: moment.now };
    const entry = audited(moment, operator, {
      action: 'capability.resume',
      accountId: ask.accountId,
      subjectId: known.id,
      before: { ...ask, suspended: true },
      after: { ...ask, suspended: false },
    });
    await tx.record([decide({ changes: [changed('suspension', lifted)] }), entry]);
    return lifted;
  });
}

/** The suspension with exactly this scope that is in force, if that is what the operator saw. */
async function suspensionInForce(
  tx: Tx,
  operator: Operator,
  ask: SuspensionAsk,
): Promise<Suspension | undefined> {
  const known = await tx.find('suspension', { ...ask });
  const inForce = known.find(({ liftedAt }) => liftedAt === null);
  const last = inForce ?? known.at(-1);
  const state = { suspended: inForce !== undefined };
  checkSeen(operator, { subjectId: last?.id ?? null, state });
  return inForce;
}

const nameOf = ({ product, method, currency, accountId }: SuspensionAsk): string =>
  `suspension:${product}:${method}:${currency}:${accountId ?? ''}`;
