/**
 * The type of an event that this version does not know: a text that equals no known type. `switch (event.type)` narrows the
 * known events and leaves this one to `default`. There is no such value; a text alone would narrow nothing.
 */
declare enum LaterEventType {
  later = 'a type that this version does not know',
}

export type { LaterEventType };
