/** The content of a bank file, converted. Amounts are decimal strings above 0. */
export type BankFile = StatusFile | MovementFile | ResolutionFile | RecallFile;

interface Head {
  readonly kind: string;
  readonly messageId: string;
}

/** pain.002: the status of a file, batch or transfer. */
export interface StatusFile extends Head {
  readonly type: 'status';
  readonly originalMessageId: string;
  readonly items: readonly StatusItem[];
}

export interface StatusItem {
  readonly scope: 'file' | 'batch' | 'transfer';
  /** Id of the batch, or the end-to-end or instruction id of the transfer. */
  readonly id: string;
  readonly status: string;
  readonly reason?: string;
}

/** camt.052, camt.053 or camt.054. */
export interface MovementFile extends Head {
  readonly type: 'movements';
  readonly source: 'camt.052' | 'camt.053' | 'camt.054';
  readonly accounts: readonly AccountReport[];
}

export interface AccountReport {
  readonly id: string;
  /** As the bank writes it. */
  readonly createdAt: string;
  readonly numbers: { readonly ElctrncSeqNb?: string; readonly LglSeqNb?: string };
  readonly page?: { readonly number: string; readonly isLast: boolean };
  readonly account: string;
  readonly currency?: string;
  readonly balances: readonly Balance[];
  readonly entries: readonly Entry[];
}

export interface Balance {
  readonly code: string;
  /** Negative if owed. */
  readonly amount: string;
  readonly currency: string;
  readonly day: string;
}

export type Direction = 'in' | 'out';

export interface Entry {
  readonly direction: Direction;
  readonly isReversal: boolean;
  readonly isBooked: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly bookedOn: string;
  readonly bankReference?: string;
  readonly batchId?: string;
  readonly charges?: string;
  readonly info?: string;
  readonly transactions: readonly Transaction[];
}

export interface Transaction {
  /** In the currency of the entry. */
  readonly amount?: string;
  readonly direction?: Direction;
  readonly endToEndId?: string;
  readonly instructionId?: string;
  readonly batchId?: string;
  /** The bank's references of the transaction, best first. */
  readonly names: readonly BankName[];
  readonly payer: Party;
  /** All free text in which a payer can put a reference. */
  readonly remittance: string;
  readonly returnReason?: string;
}

/** A reference of a movement at the bank, and the field that contained it. */
export interface BankName {
  readonly kind: 'AcctSvcrRef' | 'UETR' | 'TxId' | 'ClrSysRef' | 'entry';
  readonly value: string;
}

export interface Party {
  readonly name?: string;
  readonly account?: string;
  readonly agent?: string;
}

/** camt.029: the answer to a recall of ours. */
export interface ResolutionFile extends Head {
  readonly type: 'resolution';
  readonly items: readonly {
    readonly cancellationId?: string;
    readonly endToEndId?: string;
    readonly status: string;
    readonly reason?: string;
  }[];
}

/** camt.056: the bank asks for a received payment back. */
export interface RecallFile extends Head {
  readonly type: 'recall';
  readonly items: readonly {
    readonly id: string;
    readonly endToEndId?: string;
    readonly amount?: string;
    readonly currency?: string;
    readonly reason?: string;
  }[];
}
