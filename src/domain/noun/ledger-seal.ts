import { declare, json, ref, text, time, whole, type Example, type RowOf } from './declare.js';

/** A balance at the end of a sealed day, and the number of its last entry. */
export interface ClosingBalance {
  readonly currency: string;
  readonly number: string;
  readonly available: string;
  readonly pending: string;
  readonly reserved: string;
  readonly in_settlement: string;
  readonly earnings: string;
}

const closing: Example = {
  currency: 'MXN',
  number: '4',
  available: '1250.00',
  pending: '0.00',
  reserved: '101.50',
  in_settlement: '0.00',
  earnings: '3.25',
};

/** Supplement §11.12. */
export const ledgerSeal = declare('ledgerSeal', {
  called: ['ledger seal', 'ledger seals'],
  says: "The signed digest of an account's journals of one closed UTC day, chained to the seal before.",
  listedBy: 'account',
  fields: {
    accountId: ref('account', 'Account whose journals are sealed.', { as: 'account', fixed: true }),
    day: text('UTC day that is sealed.', { fixed: true, example: '2026-11-20', format: 'day' }),
    number: whole('Number of the seal: the first seal of an account is 1.', { fixed: true, example: 1 }),
    journals: whole('Number of journals of the day.', { fixed: true, example: 3 }),
    root: text('Root of the Merkle tree of the journals, in hex.', {
      fixed: true,
      example: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
    }),
    previous: text('`hash` of the seal before, in hex; zeros for the first seal.', {
      fixed: true,
      example: '0'.repeat(64),
    }),
    balances: json<readonly ClosingBalance[]>()('Balances at the end of the day.', {
      fixed: true,
      example: [closing],
    }),
    keyId: text('Id of the key that signed it.', { fixed: true, example: 's1' }),
    signature: text('Ed25519 signature of the canonical seal, in base64.', {
      fixed: true,
      example: 'GxzgW4Q9p0FmT7gH1TnLXr7uTzq0b1xXxGvOe7ZQhM3Q1mCq0f8fVbRyMLkS6K4Nn0fIYBv2bHk3l6vFq4x2Dw==',
    }),
    hash: text('SHA-256 of the canonical seal, in hex; the next seal names it.', {
      fixed: true,
      example: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
    }),
    createdAt: time('Time of creation.', { fixed: true, example: '2026-11-21T00:05:00.120Z' }),
  },
  filters: { day: { says: 'Only of this UTC day, such as 2026-11-20.' } },
  indexes: [{ by: ['accountId', 'day'] }, { by: ['accountId'] }],
});

export type LedgerSeal = RowOf<typeof ledgerSeal>;
