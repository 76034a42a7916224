/** The row of each kind of operation: a kind adds itself beside its rules. */
export interface OperationKinds {}

/** The kinds of what is sent to a provider, by their nouns: each row extends `Operation`. */
export type OperationKind = keyof OperationKinds;

export type AnyOperation = OperationKinds[OperationKind];
