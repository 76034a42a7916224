import { isId } from '../domain/id.js';
import { refuse } from '../domain/refusal.js';
import { roughenEndpoint, type WebhookEndpoint } from '../domain/webhook.js';
import type { Ports } from '../ports/ports.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

/** Starts or stops testing the receiver of an endpoint. Earlier events are delivered as the endpoint was then. */
export async function setRough(
  ports: Pick<Ports, 'store' | 'wake' | 'environment'>,
  operator: Operator,
  { endpointId, on }: { readonly endpointId: string; readonly on: boolean },
): Promise<WebhookEndpoint> {
  if (ports.environment === 'live') refuse('invalid_request', 'Rough delivery exists only in sandbox.');
  const changed = await ports.store.transaction(async (tx) => {
    const [known] = isId('webhookEndpoint', endpointId)
      ? await tx.find('webhookEndpoint', { id: endpointId })
      : [];
    if (known === undefined) return absent('webhookEndpoint', 'endpointId');
    const { accountId } = known;
    await tx.lanes.catchUp(accountId, [endpointId]);
    const [endpoint] = await tx.lock('webhookEndpoint', [endpointId]);
    if (endpoint === undefined || endpoint.deletedAt !== null) return absent('webhookEndpoint', 'endpointId');
    const { roughSince, updatedAt: changedAt } = endpoint;
    checkSeen(operator, { subjectId: endpointId, state: { roughSince }, changedAt });
    const moment = await tx.moment();
    const { endpoint: next, ...decision } = roughenEndpoint(moment, endpoint, on);
    if (!on) await tx.lanes.hurry(endpointId);
    await tx.lanes.wake([endpointId]);
    const entry = audited(moment, operator, {
      action: 'webhook.rough',
      accountId,
      subjectId: endpointId,
      before: { roughSince: roughSince?.toISOString() ?? null },
      after: { roughSince: next.roughSince?.toISOString() ?? null },
    });
    await tx.record([decision, entry]);
    return { ...next, version: next.version + 1 };
  });
  ports.wake('webhook');
  return changed;
}
