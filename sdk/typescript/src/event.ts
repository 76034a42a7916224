import type { Schemas } from './call.js';

export type Event = Schemas['Event'];

/** Events of known types. Ignore events of other types: later versions of the service may send them. */
type Known<Each = Event> = Each extends Schemas['OtherEvent'] ? never : Each;

/** Event types whose `data` is typed in this version. */
export type EventType = Known['type'];

type EventOf<T extends EventType, Each = Known> = Each extends { type: infer Types }
  ? T extends Types
    ? Each & { type: T }
    : never
  : never;

/** Narrows the event to the given types and their `data`. */
export function isEvent<T extends EventType>(event: Event, ...types: T[]): event is EventOf<T> {
  return (types as string[]).includes(event.type);
}
