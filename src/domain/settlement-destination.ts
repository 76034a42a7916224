import { added, changed, decide, type Decision, type Moment } from './decision.js';
import type { SettlementDestination } from './noun/settlement-destination.js';
import { refuse } from './refusal.js';

export type NewDestination = Omit<SettlementDestination, 'status' | 'createdAt' | 'updatedAt' | 'version'>;

/** Whether money may be sent to it. */
export const isUsable = ({ status }: Pick<SettlementDestination, 'status'>): boolean => status === 'active';

type DestinationDecision = Decision & { readonly destination: SettlementDestination };

export function createDestination(moment: Moment, fields: NewDestination): DestinationDecision {
  const destination: SettlementDestination = {
    ...fields,
    status: 'active',
    createdAt: moment.now,
    updatedAt: moment.now,
    version: 1,
  };
  return { ...decide({ changes: [added('settlementDestination', destination)] }), destination };
}

/** Permanent; disabling twice changes nothing. */
export function disableDestination(moment: Moment, destination: SettlementDestination): DestinationDecision {
  if (!isUsable(destination)) return { ...decide({}), destination };
  const next: SettlementDestination = { ...destination, status: 'disabled', updatedAt: moment.now };
  return { ...decide({ changes: [changed('settlementDestination', next)] }), destination: next };
}

export function checkDestination(destination: Pick<SettlementDestination, 'status'>, param?: string): void {
  if (isUsable(destination)) return;
  refuse(
    'destination_disabled',
    'The settlement destination is disabled; send an active one.',
    param === undefined ? {} : { param },
  );
}

/** A disabled destination stays disabled, and its owner cannot register the same bank account again. */
export function checkNotDisabled(same: readonly Pick<SettlementDestination, 'status'>[]): void {
  if (same.every(isUsable)) return;
  const message = 'details: the platform disabled this destination; send another account.';
  refuse('destination_disabled', message, { param: 'details' });
}
