import { added, changed, decide, type Decision, type Moment } from './decision.js';
import { eventOf, type EventType, type Json } from './event.js';
import { can, step } from './flow.js';
import { customer as declaration, customerFlow, type Customer } from './noun/customer.js';
import type { Metadata } from './noun/declare.js';
import { shownAt } from './noun/show.js';
import { refuse } from './refusal.js';

export { customerFlow };
export type { Customer, Metadata };
export type CustomerStatus = Customer['status'];
export type ComplianceStatus = Customer['complianceStatus'];
export type Profile = Readonly<Record<string, Json>>;

/** A name normalised for search: without case, accents and extra blanks. The caller bounds the text. */
export const searchedName = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

export type NewCustomer = Pick<
  Customer,
  | 'id'
  | 'accountId'
  | 'externalId'
  | 'type'
  | 'country'
  | 'displayName'
  | 'profile'
  | 'identityHash'
  | 'emailHash'
  | 'nameHash'
  | 'metadata'
>;

export function createCustomer(moment: Moment, fields: NewCustomer): Decision & { customer: Customer } {
  const customer: Customer = {
    ...fields,
    status: 'active',
    complianceStatus: 'unverified',
    blockedAt: null,
    createdAt: moment.now,
    updatedAt: moment.now,
    version: 1,
  };
  return {
    ...decide({
      changes: [added('customer', customer)],
      events: [fact(moment, customer, 'customer.created')],
    }),
    customer,
  };
}

/** PATCH of a customer: replaces the metadata, or closes the customer (contract §2.7 CustomerUpdate). */
export function updateCustomer(
  moment: Moment,
  customer: Customer,
  update: { metadata?: Metadata | undefined; status?: 'active' | 'closed' | undefined },
): Decision & { customer: Customer } {
  if (customer.status === 'closed') refuse('customer_closed', 'The customer is closed; this is final.');
  const status = update.status ?? customer.status;
  if (customer.status === 'blocked' && update.status !== undefined) {
    refuse('customer_blocked', 'The platform blocked the customer; only the platform can unblock it.');
  }
  const metadata = update.metadata ?? customer.metadata;
  const next: Customer = { ...customer, status, metadata, updatedAt: moment.now };
  const types: EventType[] = [];
  if (!sameMetadata(metadata, customer.metadata)) types.push('customer.updated');
  if (status !== customer.status) types.push('customer.status_changed');
  if (types.length === 0) return { ...decide({}), customer };
  return { ...rewritten(moment, next, types), customer: next };
}

/** Blocks or unblocks, by the platform. */
export function actOnCustomer(
  moment: Moment,
  customer: Customer,
  action: 'block' | 'unblock',
): Decision & { customer: Customer } {
  if (!can(customerFlow, customer.status, action)) {
    refuse('invalid_request', `A ${customer.status} customer cannot be ${action}ed.`);
  }
  const next: Customer = {
    ...customer,
    status: step(customerFlow, customer.status, action),
    blockedAt: action === 'block' ? moment.now : customer.blockedAt,
    updatedAt: moment.now,
  };
  return { ...rewritten(moment, next, ['customer.status_changed']), customer: next };
}

export function setCompliance(
  moment: Moment,
  customer: Customer,
  complianceStatus: ComplianceStatus,
): Decision & { customer: Customer } {
  if (customer.complianceStatus === complianceStatus) return { ...decide({}), customer };
  const next: Customer = { ...customer, complianceStatus, updatedAt: moment.now };
  return { ...rewritten(moment, next, ['customer.updated']), customer: next };
}

/**
 * An operation accepted before a block and not sent by then fails, even if the block is lifted again (supplement §9).
 */
export const isBlockedSince = (customer: Customer, acceptedAt: Date): boolean =>
  customer.status === 'blocked' || (customer.blockedAt !== null && customer.blockedAt >= acceptedAt);

/**
 * Refuses business with a blocked, closed or rejected customer (supplement §9). `param`: the field that named the
 * customer.
 */
export function checkCustomer(
  { id, status, complianceStatus }: Pick<Customer, 'status' | 'complianceStatus'> & { readonly id?: string },
  param?: string,
): void {
  const who = id === undefined ? 'The customer' : `The customer ${id}`;
  const more = param === undefined ? {} : { param };
  if (status === 'closed') refuse('customer_closed', `${who} is closed.`, more);
  if (status === 'blocked') refuse('customer_blocked', `${who} is blocked by the platform.`, more);
  if (complianceStatus === 'rejected')
    refuse('customer_not_active', `${who} failed the platform's checks.`, more);
}

/** Event data: without personal data. */
export const showCustomer = shownAt(declaration, 'event', {});

function fact(moment: Moment, customer: Customer, type: EventType) {
  return eventOf(moment, { accountId: customer.accountId, type, data: showCustomer(customer) });
}

function rewritten(moment: Moment, customer: Customer, types: readonly EventType[]): Decision {
  return decide({
    changes: [changed('customer', customer)],
    events: types.map((type) => fact(moment, customer, type)),
  });
}

function sameMetadata(one: Metadata, other: Metadata): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}
