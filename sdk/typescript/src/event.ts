import type { Schemas } from './call.js';

export type Event = Schemas['Event'];

/** Those whose type is one of a list: not that which stands for all others. */
type Typed<Each = Event> = Each extends { type: infer Type } ? (string extends Type ? never : Each) : never;

/** Types of which the shape of `data` is known to this version; others may come, and are to be ignored. */
export type EventType = Typed['type'];

type EventOf<T extends EventType, Each = Typed> = Each extends { type: infer Types }
  ? T extends Types
    ? Each & { type: T }
    : never
  : never;

/** Whether the event is of one of the types; its `data` has their shape then. */
export function isEvent<T extends EventType>(event: Event, ...types: T[]): event is EventOf<T> {
  return (types as string[]).includes(event.type);
}
