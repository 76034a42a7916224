import { made, nowhere, oneOf, text, words, type Filter } from './declare.js';

const kinds = words(
  {
    end_to_end_id: "Pix's end-to-end id.",
    clave_rastreo: "SPEI's clave de rastreo.",
    trace_number: "ACH's trace number.",
    operation_number: "The bank's operation number.",
    other: 'Any other reference of the bank.',
  },
  { name: 'BankReferenceKind', says: 'Kind of a bank reference.' },
);
export const bankReferenceKinds = kinds;

/** The longest bank reference that is stored; longer text of a provider is cut. */
export const bankReferenceMax = 500;

/** The reference by which a bank finds money that it moved (supplement §11.7). */
export interface BankReference {
  readonly kind: (typeof kinds.values)[number];
  readonly value: string;
}

/** A row with the last bank reference that the bank reported. */
export interface Traced {
  readonly traceKind: BankReference['kind'] | null;
  readonly traceReference: string | null;
}

/** A row without a bank reference. */
export const untraced: Traced = { traceKind: null, traceReference: null };

/** The fields of nouns that move money at a bank. */
export const traced = {
  traceKind: oneOf(kinds, { optional: true, shows: nowhere }),
  traceReference: text('Value of its bank reference.', {
    optional: true,
    shows: nowhere,
    outputName: 'bankReference',
  }),
  trace: made(
    'Reference by which the bank finds the money. Absent until the bank reports one; the last one reported is kept.',
    {
      optional: true,
      outputName: 'bankReference',
      shows: ['list', 'detail', 'event'],
      example: { kind: 'clave_rastreo', value: 'SIM202611206K2M4P6R8T0W1YA' },
    },
  ),
} as const;

/** The list filter by bank reference. */
export const traceFilters = {
  traceReference: { says: 'With exactly this bank reference.', max: bankReferenceMax },
} as const satisfies Readonly<Record<string, Filter>>;

export function bankReferenceOf({ traceKind: kind, traceReference: value }: Traced) {
  return kind === null || value === null ? undefined : ({ kind, value } as const);
}

/** Makes the shown field from the stored ones. */
export const madeOfTrace = { trace: bankReferenceOf } as const;

/** The row with the reported reference; the same object if nothing changed. */
export function tracedBy<T extends Traced>(row: T, trace: BankReference | undefined): T {
  if (trace === undefined || (trace.kind === row.traceKind && trace.value === row.traceReference)) return row;
  return { ...row, traceKind: trace.kind, traceReference: trace.value };
}
