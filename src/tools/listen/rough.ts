import type { FedEvent } from './feed.js';

/** Those of the resources that came last first; of one resource in their order, which a delivery keeps. */
export function outOfOrder(events: readonly FedEvent[]): FedEvent[] {
  const resources = Map.groupBy(events, ({ text }) => resourceOf(text));
  return [...resources.values()].toReversed().flat();
}

function resourceOf(text: string): string {
  const { data } = JSON.parse(text) as { data?: { id?: unknown } };
  return String(data?.id);
}
