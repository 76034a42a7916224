import type { FedEvent } from './feed.js';

/** Newest resources first. Events of one resource stay in order, as deliveries guarantee. */
export function outOfOrder(events: readonly FedEvent[]): FedEvent[] {
  const resources = Map.groupBy(events, ({ text }) => resourceOf(text));
  return [...resources.values()].toReversed().flat();
}

function resourceOf(text: string): string {
  const { data } = JSON.parse(text) as { data?: { id?: unknown } };
  return String(data?.id);
}
