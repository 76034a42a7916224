import type { EventType } from '../../domain/event.js';
import { recipes } from './recipe.js';
import { Sandbox, textOf, type SandboxAccess, type JsonResource } from './sandbox.js';

/** An event that was caused. */
export interface Triggered {
  readonly eventId: string;
  readonly resourceId: string;
  readonly occurredAt: string;
}

/** Causes an event of the type by real operations, and waits until it is in the log. */
export async function trigger(
  called: SandboxAccess,
  type: EventType,
  say: (line: string) => void,
): Promise<Triggered> {
  const sandbox = new Sandbox(called, say);
  say(recipes[type].says);
  try {
    const resourceId = await recipes[type].make(sandbox);
    const path = `/v1/events?type=${type}&resource_id=${resourceId}&limit=1`;
    const page = await sandbox.until(
      path,
      `${type} of ${resourceId}`,
      (resource) => first(resource) !== undefined,
    );
    const event = first(page) ?? {};
    return { eventId: textOf(event, 'id'), resourceId, occurredAt: textOf(event, 'occurred_at') };
  } finally {
    await sandbox.end();
  }
}

const first = ({ data }: JsonResource): JsonResource | undefined => (data as readonly JsonResource[])[0];
