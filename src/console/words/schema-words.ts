import type { FaultShape } from './fault.js';

type Texts = Readonly<Record<string, string>>;

/** Words for what the schema and the service name. English has none: its words are the schema's and the service's own. */
export interface SchemaWords {
  readonly fields: Texts;
  /** Types, lists and actions. */
  readonly nouns: Texts;
  readonly states: Texts;
  readonly refusals: Texts;
  /** "#" stands for the figure. */
  readonly faults: Readonly<Record<FaultShape, string>>;
  readonly hints: Texts;
  /** Label, hint, and what to enter if the value is wrong. */
  readonly details: Readonly<Record<string, readonly [label: string, hint: string, wrong: string]>>;
}
