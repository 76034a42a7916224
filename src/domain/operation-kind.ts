import { kindOf } from './id.js';

/** The row of each kind of operation: a kind adds itself beside its rules. */
export interface OperationKinds {}

/** The kinds of what is sent to a provider, by their nouns: each row extends `Operation`. */
export type OperationKind = keyof OperationKinds;

export type AnyOperation = OperationKinds[OperationKind];

/** Whether the row is of that kind, as the prefix of its id tells. */
export const isOfKind = <K extends OperationKind>(row: AnyOperation, kind: K): row is OperationKinds[K] =>
  kindOf(row.id) === kind;
