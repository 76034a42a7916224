import type { FaultShape } from './fault.js';

type Texts = Readonly<Record<string, string>>;

/** Amounts whose name says whom they belong to, with their type. */
export type AmountField = 'destination.Money' | 'payer.Money' | 'source.Money' | 'source.Source';

/** Words for what the schema and the service name. English has none: its words are the schema's and the service's own. */
export interface SchemaWords {
  readonly fields: Texts & Readonly<Record<AmountField, string>>;
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
