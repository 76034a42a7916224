import type { Catalogue } from '../domain/capability.js';
import type { Customer } from '../domain/customer.js';
import type { SettlementDestination } from '../domain/noun/settlement-destination.js';
import type { Operation, OperationSpec } from '../domain/operation.js';
import type { AnyOperation, OperationKind } from '../domain/operation-kind.js';
import type { Provider, Submission } from './provider.js';
import type { Tx } from './store.js';
import type { Vault } from './vault.js';

/** What sending needs besides the rows. */
export interface SendingNeeds {
  readonly vault: Vault;
  readonly catalogue: Catalogue;
  readonly providers: ReadonlyMap<string, Provider>;
}

/**
 * Whether an operation may be sent now, and what the provider needs for it. An operation waits while data that the
 * provider needs cannot be decrypted: operators see that, and a missing key decides nothing.
 */
export type Readiness =
  | { readonly outcome: 'waits' }
  | ({ readonly outcome: 'ready' } & Readonly<Pick<Submission, 'method' | 'details'>>)
  | { readonly outcome: 'fails'; readonly code: string };

/** The readiness of each row it was loaded for. */
export interface ReadinessByRow<T extends Operation = AnyOperation> {
  of(row: T): Readiness;
}

/** A kind of operation that is sent to providers: its rules, and how to load what a submission needs. */
export interface SentKind<T extends Operation = AnyOperation> {
  readonly spec: OperationSpec<T>;
  /** Loads the data for submissions of these locked rows. */
  loadReadiness(needs: SendingNeeds, tx: Tx, rows: readonly T[]): Promise<ReadinessByRow<T>>;
  /** Ids of a customer's operations that were not sent yet. Absent for kinds without customers. */
  unsentOf?(tx: Tx, customer: Customer): Promise<readonly string[]>;
  /** Ids of operations to a settlement destination that were not sent yet. Absent for kinds without destinations. */
  unsentTo?(tx: Tx, destination: SettlementDestination): Promise<readonly string[]>;
}

export type SentKinds = ReadonlyMap<OperationKind, SentKind>;
