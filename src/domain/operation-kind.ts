/** The row type of each kind of operation. Each kind adds itself, next to its rules. */
export interface OperationKinds {}

/** The kinds of operations sent to a provider, named like their nouns. Each row extends `Operation`. */
export type OperationKind = keyof OperationKinds;

export type AnyOperation = OperationKinds[OperationKind];
