import {
  actOnCustomer,
  createCustomer as decideCustomer,
  setCompliance as decideCompliance,
  updateCustomer as decideUpdate,
  type ComplianceStatus,
  type Customer,
  type Metadata,
  type Profile,
} from '../domain/customer.js';
import { decide } from '../domain/decision.js';
import type { Payout } from '../domain/payout.js';
import { noteOnPayout } from '../domain/payout-action.js';
import { refuse } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { canonical } from './canonical.js';
import type { Made } from './made.js';
import { once } from './once.js';
import { absent, lockOwn } from './own.js';

export interface CustomerAsk {
  readonly accountId: string;
  readonly externalId: string;
  readonly type: 'individual' | 'business';
  readonly country: string;
  readonly displayName: string;
  readonly profile?: Profile | undefined;
  readonly metadata?: Metadata | undefined;
}

/** 200 with the existing customer where the external_id repeats with the same identity (contract §4.9). */
export function createCustomer(
  ports: Pick<Ports, 'store' | 'vault'>,
  ask: CustomerAsk,
  use?: KeyUse,
): Promise<Made<Customer>> {
  const { vault } = ports;
  const { accountId, externalId, type, country } = ask;
  const profile = ask.profile === undefined || Object.keys(ask.profile).length === 0 ? null : ask.profile;
  const identityHash = vault.keyedHash(canonical([type, country, ask.displayName, profile]));
  return once(ports, { noun: 'customer', use }, async (tx, moment) => {
    tx.lockNames([`customer:${accountId}:${externalId}`]);
    const [known] = await tx.find('customer', { accountId, externalId });
    if (known && known.identityHash !== identityHash) {
      refuse('external_id_conflict', 'A customer with this external_id exists with other data.', {
        param: 'external_id',
      });
    }
    if (known) return { row: known, decision: decide({}), how: 'existing' };
    const { customer, ...decision } = decideCustomer(moment, {
      accountId,
      externalId,
      type,
      country,
      identityHash,
      displayName: vault.encrypt(ask.displayName),
      profile: profile === null ? null : vault.encrypt(JSON.stringify(profile)),
      metadata: ask.metadata ?? {},
    });
    return { row: customer, decision };
  });
}

export function updateCustomer(
  ports: Pick<Ports, 'store'>,
  ask: {
    accountId: string;
    id: string;
    metadata?: Metadata | undefined;
    status?: 'active' | 'closed' | undefined;
  },
): Promise<Customer> {
  return ports.store.transaction(async (tx) => {
    const customer = await lockOwn(tx, 'customer', ask);
    const { customer: next, ...decision } = decideUpdate(await tx.moment(), customer, ask);
    await tx.record([decision]);
    return next;
  });
}

/** The platform's block, which nothing but its own unblock lifts (contract §3.4). */
export function blockCustomer(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  ask: { id: string; action: 'block' | 'unblock' },
): Promise<Customer> {
  return change(ports, { operator, id: ask.id, name: `customer.${ask.action}` }, (moment, customer) =>
    actOnCustomer(moment, customer, ask.action),
  );
}

export function setCompliance(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  ask: { id: string; status: ComplianceStatus },
): Promise<Customer> {
  return change(ports, { operator, id: ask.id, name: 'customer.compliance' }, (moment, customer) =>
    decideCompliance(moment, customer, ask.status),
  );
}

function change(
  ports: Pick<Ports, 'store'>,
  act: { operator: Operator; id: string; name: string },
  rule: (moment: Parameters<typeof actOnCustomer>[0], customer: Customer) => ReturnType<typeof actOnCustomer>,
): Promise<Customer> {
  return ports.store.transaction(async (tx) => {
    const [customer] = await tx.lock('customer', [act.id]);
    if (!customer) return absent('customer');
    const unsent = act.name === 'customer.block' ? await lockUnsent(tx, customer) : [];
    const moment = await tx.moment();
    const { customer: next, ...decision } = rule(moment, customer);
    const state = ({ status, complianceStatus }: Customer) => ({ status, complianceStatus });
    const entry = audited(moment, act.operator, {
      action: act.name,
      accountId: customer.accountId,
      subjectId: customer.id,
      before: state(customer),
      after: state(next),
    });
    const due = unsent.map((payout) => noteOnPayout(payout, { nextStepAt: moment.now }));
    await tx.record([decision, entry, ...due]);
    return next;
  });
}

/** What of its payouts has not left, held by risk or not: it fails at once. Beyond a thousand the rest does in its turn. */
async function lockUnsent(tx: Tx, { accountId, id: customerId }: Customer): Promise<Payout[]> {
  const beneficiaries = await tx.find('beneficiary', { accountId, customerId });
  if (beneficiaries.length === 0) return [];
  const unsent = { status: 'processing', sending: 'unsent' } as const;
  const beneficiaryId = beneficiaries.map(({ id }) => id);
  const found = await tx.find('payout', { accountId, beneficiaryId, ...unsent });
  const locked = await tx.lock(
    'payout',
    found.map(({ id }) => id),
  );
  return locked.filter(({ status, sending }) => status === unsent.status && sending === unsent.sending);
}
