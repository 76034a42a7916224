import type { Schemas } from './call.js';

export type Event = Schemas['Event'];

/** Events of types that this version knows; others may come, and are to be ignored. */
type Known<Each = Event> = Each extends Schemas['OtherEvent'] ? never : Each;

/** Types of which the shape of `data` is known to this version. */
export type EventType = Known['type'];

type EventOf<T extends EventType, Each = Known> = Each extends { type: infer Types }
  ? T extends Types
    ? Each & { type: T }
    : never
  : never;

/** Whether the event is of one of the types; its `data` has their shape then. */
export function isEvent<T extends EventType>(event: Event, ...types: T[]): event is EventOf<T> {
  return (types as string[]).includes(event.type);
}
