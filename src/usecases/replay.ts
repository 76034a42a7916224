import { archivedEvents } from '../domain/archived.js';
import { isId } from '../domain/id.js';
import { refuse } from '../domain/refusal.js';
import type { WebhookEndpoint } from '../domain/webhook.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { audited, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen, type CurrentState } from './seen.js';

export interface ReplayAsk {
  readonly endpointId: string;
  readonly from: Date;
  readonly to: Date;
  /** The event at which an earlier replay of the period stopped. */
  readonly after: string | undefined;
  /** The most events to look at, if fewer than usual. */
  readonly most?: number;
}

export interface Replayed {
  readonly endpoint: WebhookEndpoint;
  readonly made: number;
  /** The event after which the period continues; null at its end. */
  readonly next: string | null;
}

/** Events that one replay looks at: the account's deliveries stay locked meanwhile. */
export const replayMost = 10_000;

/** Redelivers, in order, the events of a period that the endpoint subscribes to. */
export async function replayDeliveries(
  ports: Pick<Ports, 'store' | 'wake'>,
  operator: Operator,
  ask: ReplayAsk,
): Promise<Replayed> {
  const { endpointId, from, to, most = replayMost } = ask;
  if (from >= to) refuse('invalid_parameter', 'to: must be later than from.', { param: 'to' });
  const replayed = await ports.store.transaction(async (tx) => {
    const [known] = isId('webhookEndpoint', endpointId)
      ? await tx.find('webhookEndpoint', { id: endpointId })
      : [];
    if (known === undefined) return absent('webhookEndpoint', 'endpointId');
    const { accountId } = known;
    const after = await positionAfter(tx, accountId, ask.after);
    await tx.lanes.catchUp(accountId, [endpointId]);
    const [endpoint] = await tx.lock('webhookEndpoint', [endpointId]);
    if (endpoint === undefined || endpoint.deletedAt !== null) return absent('webhookEndpoint', 'endpointId');
    checkSeen(operator, currentStateOf(endpoint));
    // The lock of the cursor keeps the border where it is.
    const border = await tx.lanes.eventBorder(accountId);
    if (border && from < border.until) throw archivedEvents(border, `from`);
    const { made, next } = await tx.lanes.replay(endpointId, { after, from, to, most });
    await tx.lanes.wake([endpointId]);
    const period = { from: from.toISOString(), to: to.toISOString(), after: ask.after ?? null };
    const entry = audited(await tx.moment(), operator, {
      action: 'webhook.replay',
      accountId,
      subjectId: endpointId,
      before: null,
      after: { ...period, made, next },
    });
    await tx.record([entry]);
    return { endpoint, made, next };
  });
  ports.wake('webhook');
  return replayed;
}

/** `failing` changes through answers to deliveries, not through operators. */
const currentStateOf = ({ id, failingSince, updatedAt }: WebhookEndpoint): CurrentState => ({
  subjectId: id,
  state: { status: failingSince === null ? 'active' : 'failing' },
  changedBy: 'its receiver',
  changedAt: failingSince ?? updatedAt,
});

async function positionAfter(tx: Tx, accountId: string, after: string | undefined): Promise<string> {
  if (after === undefined) return '0';
  const event = isId('event', after) ? await tx.lanes.event(accountId, after) : undefined;
  return (
    event?.position ??
    refuse(
      'invalid_parameter',
      "after: is not an event of the account; send an event's id, or leave it out.",
      { param: 'after' },
    )
  );
}
