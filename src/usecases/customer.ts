import {
  actOnCustomer,
  createCustomer as decideCustomer,
  searchedName,
  setCompliance as decideCompliance,
  updateCustomer as decideUpdate,
  type ComplianceStatus,
  type Customer,
  type Metadata,
  type Profile,
} from '../domain/customer.js';
import { decide, type Decision, type Moment } from '../domain/decision.js';
import { addressOf } from '../domain/email.js';
import { refuse } from '../domain/refusal.js';
import type { SentKind } from '../ports/operation.js';
import type { Ports } from '../ports/ports.js';
import type { KeyUse, SearchHash, Tx } from '../ports/store.js';
import type { Vault } from '../ports/vault.js';
import { audited, auditedFor, type Operator } from './audit.js';
import { canonical } from './canonical.js';
import type { CreateResult } from './made.js';
import { once, type Outcome } from './once.js';
import { madeDue } from './operation.js';
import { absent, lockOwn } from './own.js';
import { checkSeen } from './seen.js';
import { emailHashOf } from './sign-in.js';

export interface CustomerAsk {
  readonly accountId: string;
  readonly externalId: string;
  readonly type: 'individual' | 'business';
  readonly country: string;
  readonly displayName: string;
  readonly profile?: Profile | undefined;
  readonly metadata?: Metadata | undefined;
  /** The member who asks; absent for an API key. */
  readonly by?: Operator | undefined;
}

/** Returns the existing customer if the external_id repeats with the same identity: 200 (contract §4.9). */
export function createCustomer(
  ports: Pick<Ports, 'store' | 'vault'>,
  ask: CustomerAsk,
  use?: KeyUse,
): Promise<CreateResult<Customer>> {
  return once(ports, { noun: 'customer', use, by: ask.by }, (tx) => registerCustomer(ports, tx, ask));
}

/** Returns a new customer, or the existing one with the same identity. */
export async function registerCustomer(
  { vault }: Pick<Ports, 'vault'>,
  tx: Tx,
  ask: CustomerAsk,
): Promise<Outcome<Customer>> {
  const { accountId, externalId, type, country } = ask;
  const profile = ask.profile === undefined || Object.keys(ask.profile).length === 0 ? null : ask.profile;
  const identityHash = vault.keyedHash(canonical([type, country, ask.displayName, profile]));
  tx.lockNames([`customer:${accountId}:${externalId}`]);
  const [known] = await tx.find('customer', { accountId, externalId });
  if (known && known.identityHash !== identityHash) {
    refuse(
      'external_id_conflict',
      'external_id: belongs to a customer with other data; send the same data, or another external_id.',
      {
        param: 'external_id',
      },
    );
  }
  if (known) return { row: known, decision: decide({}), how: 'existing' };
  const moment = await tx.moment();
  checkBirth(profile, moment);
  const id = moment.newId('customer', moment.now);
  const seal = (field: 'displayName' | 'profile', plain: string) =>
    vault.encrypt(plain, { noun: 'customer', field, id });
  const { customer, ...decision } = decideCustomer(moment, {
    id,
    accountId,
    externalId,
    type,
    country,
    identityHash,
    emailHash: mailHashOf(vault, profile),
    nameHash: nameHashOf(vault, ask.displayName),
    displayName: seal('displayName', ask.displayName),
    profile: profile === null ? null : seal('profile', JSON.stringify(profile)),
    metadata: ask.metadata ?? {},
  });
  return { row: customer, decision };
}

/** Null if the profile has no address, or one that cannot receive mail. */
function mailHashOf(vault: Vault, profile: Profile | null): string | null {
  const email = profile?.email;
  const address = typeof email === 'string' ? addressOf(email) : undefined;
  return address === undefined ? null : emailHashOf(vault, address);
}

/** The hash by which a customer is found by display name. */
export const nameHashOf = (vault: Vault, name: string): string =>
  vault.keyedHash(`customer name\n${searchedName(name)}`);

/**
 * Hashes address and name of customers created before these hashes existed. Returns how many it looked at; undefined
 * if another process is doing it. A value that cannot be decrypted is not hashed.
 */
export function hashSearched(
  { store, vault }: Pick<Ports, 'store' | 'vault'>,
  limit: number,
): Promise<number | undefined> {
  const opened = (field: 'profile' | 'displayName', sealed: string | null, id: string): string | undefined =>
    sealed === null ? undefined : vault.decrypt(sealed, { noun: 'customer', field, id });
  const hash: SearchHash = ({ id, profile, displayName }) => {
    const [plain, name] = [opened('profile', profile, id), opened('displayName', displayName, id)];
    return {
      emailHash: plain === undefined ? null : mailHashOf(vault, JSON.parse(plain) as Profile),
      nameHash: name === undefined ? null : nameHashOf(vault, name),
    };
  };
  return store.hashSearched({ limit, hash });
}

function checkBirth(profile: Profile | null, { now }: Moment): void {
  const birth = profile?.date_of_birth;
  if (typeof birth !== 'string' || birth < now.toISOString().slice(0, 10)) return;
  const param = 'profile.date_of_birth';
  refuse('invalid_parameter', `${param}: is not in the past; send a day of birth.`, { param });
}

export function updateCustomer(
  ports: Pick<Ports, 'store'>,
  ask: {
    accountId: string;
    id: string;
    metadata?: Metadata | undefined;
    status?: 'active' | 'closed' | undefined;
    by?: Operator | undefined;
  },
): Promise<Customer> {
  return ports.store.transaction(async (tx) => {
    const customer = await lockOwn(tx, 'customer', ask);
    const moment = await tx.moment();
    const { customer: row, ...decision } = decideUpdate(moment, customer, ask);
    const entries = auditedFor(moment, ask.by, { noun: 'customer', verb: 'update', row, from: customer });
    await tx.record([decision, ...entries]);
    return row;
  });
}

/** The platform blocks a customer; only the platform can unblock it (contract §3.4). Unsent payouts fail at once. */
export async function blockCustomer(
  ports: Pick<Ports, 'store' | 'operations' | 'wake'>,
  operator: Operator,
  { id, action }: { id: string; action: 'block' | 'unblock' },
): Promise<Customer> {
  const isBlock = action === 'block';
  const changed = await ports.store.transaction(async (tx) => {
    const customer = await lockCustomer(tx, operator, id);
    const unsent = (kind: SentKind) => kind.unsentOf?.(tx, customer);
    const due = isBlock ? await madeDue(tx, ports.operations, unsent) : [];
    const moment = await tx.moment();
    const { customer: next, ...decision } = actOnCustomer(moment, customer, action);
    const entry = changeOf(moment, { operator, name: `customer.${action}`, from: customer, to: next });
    await tx.record([decision, entry, ...due]);
    return next;
  });
  if (isBlock) for (const kind of ports.operations.keys()) ports.wake(kind);
  return changed;
}

export function setCompliance(
  ports: Pick<Ports, 'store'>,
  operator: Operator,
  { id, status }: { id: string; status: ComplianceStatus },
): Promise<Customer> {
  return ports.store.transaction(async (tx) => {
    const customer = await lockCustomer(tx, operator, id);
    const moment = await tx.moment();
    const { customer: next, ...decision } = decideCompliance(moment, customer, status);
    const entry = changeOf(moment, { operator, name: 'customer.compliance', from: customer, to: next });
    await tx.record([decision, entry]);
    return next;
  });
}

/** Refused if the customer has changed since the operator saw it. */
async function lockCustomer(tx: Tx, operator: Operator, id: string): Promise<Customer> {
  const [customer] = await tx.lock('customer', [id]);
  if (!customer) return absent('customer');
  checkSeen(operator, { subjectId: id, state: stateOf(customer), changedAt: customer.updatedAt });
  return customer;
}

const stateOf = ({ status, complianceStatus }: Customer) => ({ status, complianceStatus });

/** The change with its audit entry. */
function changeOf(
  moment: Moment,
  { operator, name, from, to }: { operator: Operator; name: string; from: Customer; to: Customer },
): Decision {
  return audited(moment, operator, {
    action: name,
    accountId: from.accountId,
    subjectId: from.id,
    before: stateOf(from),
    after: stateOf(to),
  });
}
