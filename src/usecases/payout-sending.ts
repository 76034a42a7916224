import type { Beneficiary } from '../domain/beneficiary.js';
import { findPayout } from '../domain/capability.js';
import { isBlockedSince, type Customer } from '../domain/customer.js';
import { missingSenderFields } from '../domain/details.js';
import type { Payout } from '../domain/payout.js';
import { payoutSpec } from '../domain/payout-action.js';
import type { Readiness, SendingNeeds, SentKind } from '../ports/operation.js';
import { isRouted } from './operation.js';

/**
 * How many unsent payouts of a blocked customer or disabled destination fail at once. The rest fail when they come up
 * for sending, which checks again.
 */
export const failedAtOnce = 1_000;

/** How payouts are sent to providers. */
export const payouts: SentKind<Payout> = {
  spec: payoutSpec,
  async loadReadiness(needs, tx, rows) {
    const beneficiaryIds = [...new Set(rows.map(({ beneficiaryId }) => beneficiaryId))];
    const beneficiaries = await tx.find('beneficiary', { id: beneficiaryIds });
    const customerIds = beneficiaries.flatMap(({ customerId }) => customerId ?? []);
    const customers = customerIds.length === 0 ? [] : await tx.find('customer', { id: customerIds });
    const payees = new Map(beneficiaries.map((row) => [row.id, row]));
    const senders = new Map(customers.map((row) => [row.id, row]));
    const readinessOf = (payout: Payout): Readiness => {
      const beneficiary = payees.get(payout.beneficiaryId);
      if (!beneficiary) throw new Error(`${payout.id} has no beneficiary`);
      const customer = senders.get(beneficiary.customerId ?? '');
      return obstacle(needs, payout, { beneficiary, customer }) ?? ready(needs, payout, beneficiary);
    };
    return { of: readinessOf };
  },
  async unsentOf(tx, { accountId, id: customerId }) {
    const beneficiaries = await tx.find('beneficiary', { accountId, customerId }, failedAtOnce);
    if (beneficiaries.length === 0) return [];
    const beneficiaryId = beneficiaries.map(({ id }) => id);
    const unsent = { status: 'processing', sending: 'unsent' } as const;
    return (await tx.find('payout', { accountId, beneficiaryId, ...unsent }, failedAtOnce)).map(
      ({ id }) => id,
    );
  },
};

function ready({ vault }: SendingNeeds, { method }: Payout, { id, details }: Beneficiary): Readiness {
  const opened = vault.decrypt(details, { noun: 'beneficiary', field: 'details', id });
  if (opened === undefined) return { outcome: 'waits' };
  return { outcome: 'ready', method, details: JSON.parse(opened) as Record<string, string> };
}

function obstacle(
  needs: SendingNeeds,
  payout: Payout,
  { beneficiary, customer }: { beneficiary: Beneficiary; customer: Customer | undefined },
): Readiness | undefined {
  if (customer && isBlockedSince(customer, payout.createdAt)) return fails('customer_blocked');
  if (!isRouted(needs, payout)) return fails('no_route');
  const fields = findPayout(needs.catalogue, beneficiary)?.customerFields ?? [];
  if (fields.length === 0) return undefined;
  const profile = customer?.profile ? profileOf(needs, customer.id, customer.profile) : {};
  if (profile === undefined) return { outcome: 'waits' };
  const missing = missingSenderFields(fields, customer && { ...customer, profile });
  return missing.length > 0 ? fails('invalid_instruction') : undefined;
}

const fails = (code: string): Readiness => ({ outcome: 'fails', code });

function profileOf({ vault }: SendingNeeds, id: string, sealed: string): unknown {
  const opened = vault.decrypt(sealed, { noun: 'customer', field: 'profile', id });
  return opened === undefined ? undefined : (JSON.parse(opened) as unknown);
}
