/** The messages of the protocol, as in schema/connector.openapi.json. */

export type OperationKind = 'payout' | 'refund' | 'withdrawal' | 'settlement';
export type Feature = 'refund' | 'partial_refund' | 'returns' | 'statement' | 'payee_check' | 'payer';
export type TraceKind = 'end_to_end_id' | 'clave_rastreo' | 'trace_number' | 'operation_number' | 'other';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** `at` is the provider's time; `trace_reference` is the bank's reference. */
export interface Moved extends Money {
  readonly at: string;
  readonly trace_reference: string;
  readonly trace_kind?: TraceKind;
}

export interface Capabilities {
  readonly environment: 'sandbox' | 'live';
  readonly capabilities: readonly {
    readonly product: 'payin' | OperationKind;
    readonly method: string;
    readonly currency: string;
    readonly limits?: { readonly per_operation?: string; readonly daily?: string };
  }[];
  readonly features: readonly Feature[];
  readonly settling_seconds: number;
  readonly concurrency: number;
}

export interface Order extends Money {
  readonly kind: OperationKind;
  readonly method: string;
  readonly details: Readonly<Record<string, string>>;
  readonly memo?: string;
  readonly send_by: string;
  readonly account_id: string;
}

export type OrderAnswer =
  | { readonly outcome: 'accepted' }
  | ({ readonly outcome: 'paid' } & Moved)
  | { readonly outcome: 'refused'; readonly code: string };

export type Finding =
  | ({ readonly outcome: 'paid' | 'returned' } & Moved)
  | { readonly outcome: 'not_executed'; readonly code: string }
  | { readonly outcome: 'in_flight' | 'not_found' | 'unknown' };

export interface Opening {
  readonly method: string;
  readonly currency: string;
  /** Only for a one-payment account. */
  readonly amount?: string;
  readonly expires_at?: string;
  /** Only with the feature payer: the payer's data, in the method's fields, such as name and document. */
  readonly payer?: Readonly<Record<string, string>>;
}

export type OpeningAnswer =
  | { readonly outcome: 'opened'; readonly instructions: Readonly<Record<string, string>> }
  | { readonly outcome: 'refused'; readonly code: string };

export type Confirmation =
  | ({ readonly outcome: 'confirmed' } & Moved)
  | { readonly outcome: 'not_confirmed'; readonly code: string }
  | { readonly outcome: 'pending' };

/** Without its sequence, which the journal assigns. */
export type Notice = { readonly id: string } & (
  | ({
      readonly type: 'operation';
      readonly reference: string;
      readonly outcome: 'paid' | 'not_executed' | 'returned' | 'in_flight';
      readonly code?: string;
    } & Partial<Moved>)
  | ({
      readonly type: 'payment';
      readonly funding_reference: string;
      readonly payment_reference: string;
      readonly bank_reference: string;
      readonly trace_kind?: TraceKind;
    } & Money)
  | {
      readonly type: 'payment_result';
      readonly payment_reference: string;
      readonly outcome: 'settled' | 'reversed';
    }
);

/** Without its sequence, which the journal assigns. */
export type StatementLine = Money & {
  readonly reference: string;
  readonly fee?: string;
  readonly booked_on: string;
  readonly trace_reference?: string;
  readonly trace_kind?: TraceKind;
} & (
    | { readonly kind: 'operation' | 'operation_returned'; readonly account_id?: string }
    | {
        readonly kind: 'payment' | 'payment_reversed';
        readonly funding_reference: string;
        readonly bank_reference: string;
      }
  );

/** What a bank's connector does; the protocol's server (server.ts) does the rest. */
export interface Bank {
  capabilities(): Capabilities;
  /**
   * Sends an order to the bank; throws if the outcome is unknown. `isRepeat`: an earlier attempt with this
   * reference had no answer, so the bank may have the order. It is never called twice at the same time for
   * one reference.
   */
  submit(reference: string, order: Order, isRepeat: boolean): Promise<OrderAnswer>;
  find(references: readonly string[]): Promise<ReadonlyMap<string, Finding>>;
  /** Called again with the same body if the first attempt had no answer. */
  open(reference: string, opening: Opening): Promise<OpeningAnswer>;
  close(reference: string): Promise<void>;
  confirm(references: readonly string[]): Promise<ReadonlyMap<string, Confirmation>>;
  /** Reads news from the bank into the journal, before a page of the statement or the balance is returned. */
  refresh(): Promise<void>;
}
