import { expect } from 'vitest';
import { eventsOf, walk } from '../setup/verbs.js';
import { accepted, type World } from './world.js';

interface Item {
  readonly status: string;
  readonly updated_at: string;
}
interface Batch {
  readonly id: string;
  readonly status: string;
  readonly description?: string;
  readonly cancellation?: { readonly status: string };
  readonly updated_at: string;
  readonly finished_at?: string;
}
interface Exception {
  readonly type: string;
  readonly resource?: { readonly id: string };
}

/** Reports a payment again with another outcome. Pay-ins that had ended are remembered in `late`. */
export async function resend({ client, random, deposits, late }: World): Promise<void> {
  if (deposits.length === 0) return;
  const { payinId, body } = random.pick(deposits);
  const outcome = random.pick(['completed', 'failed'] as const);
  const { status } = accepted(await client.get(`/v1/payins/${payinId}`)).body;
  accepted(await client.post('/v1/sandbox/deposits', { ...body, outcome }));
  if (status !== 'processing' && status !== outcome) late.add(payinId);
}

/** Checks that exactly the pay-ins contradicted after their end have one exception. */
export async function judgeEvidence({ client, late, deposits }: World): Promise<string[]> {
  const exceptions = await walk<Exception>(
    client,
    '/v1/reconciliation-exceptions?type=late_payment_evidence&limit=100',
  );
  const about = exceptions.flatMap(({ resource }) => (resource?.id.startsWith('pin_') ? [resource.id] : []));
  expect(new Set(about).size, about.join()).toBe(about.length);
  expect([...late].filter((id) => !about.includes(id))).toEqual([]);
  const known = new Set(deposits.map(({ payinId }) => payinId));
  expect(about.filter((id) => !known.has(id))).toEqual([]);
  return late.size === 0 ? [] : ['late evidence'];
}

/**
 * Supplement §11.1: checks that the status follows from the items in any order, and that each change is published.
 */
export async function judgeBatches({ client, archived }: World): Promise<string[]> {
  const ends: string[] = [];
  for (const batch of await walk<Batch>(client, '/v1/payout-batches?limit=100')) {
    const items = await walk<Item>(client, `/v1/payout-batches/${batch.id}/items?limit=100`);
    const isOpen = items.some(({ status }) =>
      ['pending', 'processing', 'verification_pending'].includes(status),
    );
    expect(batch.status, batch.id).toBe(isOpen ? 'processing' : statusOf(items));
    if (isOpen || batch.cancellation?.status === 'in_progress') continue;
    const changed = Math.max(...items.map(({ updated_at: at }) => Date.parse(at)));
    expect(Date.parse(batch.updated_at), batch.id).toBeGreaterThanOrEqual(changed);
    const {
      description: _,
      approval,
      ...rest
    } = accepted(await client.get(`/v1/payout-batches/${batch.id}`)).body as {
      readonly description?: string;
      readonly approval?: Approval;
    };
    // An event contains its approval's id and status.
    if (approval) Object.assign(rest, { approval: { id: approval.id, status: approval.status } });
    const last = (await eventsOf(client, batch.id)).at(-1);
    if (last || !archived) expect(last?.[1], batch.id).toEqual(rest);
    if (items.some(({ status }) => status === 'returned')) ends.push('batch with a return');
  }
  return ends;
}

function statusOf(items: readonly Item[]): string {
  const count = (...statuses: string[]) => items.filter(({ status }) => statuses.includes(status)).length;
  if (count('completed', 'returned') === items.length) return 'completed';
  if (count('cancelled') === items.length) return 'cancelled';
  return count('cancelled') > 0 ? 'partially_cancelled' : 'completed_with_failures';
}

interface Approval {
  readonly id: string;
  readonly status: string;
  readonly resource_type: string;
  readonly resource_id: string;
}

/** Supplement §11.9: checks that declined and expired payouts are not paid, and that nothing waits any more. */
export async function judgeApprovals({ client }: World): Promise<string[]> {
  const approvals = await walk<Approval>(client, '/v1/approvals?limit=100');
  for (const { id, status, resource_type: type, resource_id: of } of approvals) {
    expect(status, id).not.toBe('pending');
    if (!['declined', 'expired'].includes(status) || type !== 'payout') continue;
    const { status: ended, failure_code: code } = accepted(await client.get(`/v1/payouts/${of}`)).body;
    // The account may have cancelled it before, or the platform rejected it; the approval is declined with it.
    const ends = [
      `failed approval_${status}`,
      ...(status === 'declined' ? ['failed risk_rejected', 'cancelled cancelled_before_submission'] : []),
    ];
    expect(ends, of).toContain(`${String(ended)} ${String(code)}`);
  }
  return approvals.map(({ status }) => `approval ${status}`);
}
