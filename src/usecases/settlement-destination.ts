import { decide, joined } from '../domain/decision.js';
import { accountHint, checkDetails, identityOf } from '../domain/details.js';
import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import {
  checkNotDisabled,
  createDestination as decideDestination,
  disableDestination as decideDisabling,
} from '../domain/settlement-destination.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { payableBy } from './beneficiary-register.js';
import { warnedOwners } from './mail.js';
import type { CreateResult } from './made.js';
import { once } from './once.js';
import { madeDue } from './operation.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

export interface DestinationAsk {
  readonly accountId: string;
  readonly method: string;
  readonly currency: string;
  readonly country?: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly label?: string | undefined;
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

/**
 * Returns the existing destination if the same bank account is registered again: 200. A bank account that the
 * platform disabled stays refused. The owners get a mail about a new destination, because a thief of a key would
 * start there.
 */
export async function createDestination(
  ports: Pick<Ports, 'store' | 'vault' | 'catalogue' | 'environment' | 'wake'>,
  ask: DestinationAsk,
  use?: KeyUse,
): Promise<CreateResult<SettlementDestination>> {
  const { vault } = ports;
  const { accountId, method, currency, label = null } = ask;
  const made = await once(ports, { noun: 'settlementDestination', use, by: ask.by }, async (tx) => {
    const capability = await payableBy(ports, tx, ask);
    const fields = capability.beneficiaryFields ?? [];
    const values = checkDetails(fields, ask.details, 'details');
    const country = capability.country ?? ask.country;
    const identityHash = vault.keyedHash(identityOf(capability, values, country));
    tx.lockNames([`settlement_destination:${accountId}:${identityHash}`]);
    const same = await tx.find('settlementDestination', { accountId, identityHash });
    checkNotDisabled(same);
    const [known] = same;
    if (known) return { row: known, decision: decide({}), how: 'existing' };
    const moment = await tx.moment();
    const id = moment.newId('settlementDestination', moment.now);
    const at = { noun: 'settlementDestination', field: 'details', id } as const;
    const { destination, ...decision } = decideDestination(moment, {
      id,
      accountId,
      method,
      currency,
      country: country ?? null,
      details: vault.encrypt(JSON.stringify(values), at),
      label,
      accountHint: accountHint(fields, values),
      identityHash,
    });
    const facts = { method, currency, accountHint: destination.accountHint };
    const warned = await warnedOwners(ports, tx, { accountId, kind: 'destination_added', facts });
    return { row: destination, decision: joined([decision, warned]) };
  });
  if (made.how === 'created') ports.wake('mail');
  return made;
}

/** The platform permanently disables a destination (supplement §10). Unsent operations to it fail at once. */
export async function disableDestination(
  ports: Pick<Ports, 'store' | 'operations' | 'wake'>,
  operator: Operator,
  { id }: { id: string },
): Promise<SettlementDestination> {
  const disabled = await ports.store.transaction(async (tx) => {
    const [destination] = await tx.lock('settlementDestination', [id]);
    if (!destination) return absent('settlementDestination');
    const { status, updatedAt: changedAt, accountId } = destination;
    checkSeen(operator, { subjectId: id, state: { status }, changedAt });
    const due = await madeDue(tx, ports.operations, (kind) => kind.unsentTo?.(tx, destination));
    const moment = await tx.moment();
    const { destination: next, ...decision } = decideDisabling(moment, destination);
    const entry = audited(moment, operator, {
      action: 'destination.disable',
      accountId,
      subjectId: id,
      before: { status },
      after: { status: next.status },
    });
    await tx.record([decision, entry, ...due]);
    return next;
  });
  for (const kind of ports.operations.keys()) ports.wake(kind);
  return disabled;
}
