import type { Catalogue } from '../domain/capability.js';
import type { Customer } from '../domain/customer.js';
import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Operation, OperationSpec } from '../domain/operation.js';
import type { AnyOperation, OperationKind } from '../domain/operation-kind.js';
import type { Provider, Submission } from './provider.js';
import type { Tx } from './store.js';
import type { Vault } from './vault.js';

/** The means of sending beside the rows. */
export interface SendingNeeds {
  readonly vault: Vault;
  readonly catalogue: Catalogue;
  readonly providers: ReadonlyMap<string, Provider>;
}

/**
 * Whether an operation whose turn it is may be sent, and what the provider needs to know then. It waits while something
 * that the provider needs does not open: operators see that, and nothing is decided by a key that is missing.
 */
export type Readiness =
  | { readonly outcome: 'waits' }
  | ({ readonly outcome: 'ready' } & Readonly<Pick<Submission, 'method' | 'details'>>)
  | { readonly outcome: 'fails'; readonly code: string };

/** Answers for each of the rows that it was gathered of. */
export interface Gathered<T extends Operation = AnyOperation> {
  of(row: T): Readiness;
}

/** A kind of operation that is sent to providers: its rules, and what is to be gathered when it is sent. */
export interface SentKind<T extends Operation = AnyOperation> {
  readonly spec: OperationSpec<T>;
  /** Loads what submissions of these rows, which are locked, are made of. */
  gather(needs: SendingNeeds, tx: Tx, rows: readonly T[]): Promise<Gathered<T>>;
  /** The ids of what of a customer has not left, where this kind has to do with customers. */
  unsentOf?(tx: Tx, customer: Customer): Promise<readonly string[]>;
  /** The ids of what has not left for a settlement destination, where this kind goes to them. */
  unsentTo?(tx: Tx, destination: SettlementDestination): Promise<readonly string[]>;
}

export type SentKinds = ReadonlyMap<OperationKind, SentKind>;
