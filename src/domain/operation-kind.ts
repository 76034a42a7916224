/** The row of each kind of operation: a kind adds itself beside its rules. */
export interface OperationKinds {}

/** What is sent to a provider, by its noun: its row extends `Operation`. */
export type OperationKind = keyof OperationKinds;

export type AnyOperation = OperationKinds[OperationKind];
