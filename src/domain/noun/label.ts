import { metadata, text, type Filter, type Metadata } from './declare.js';

/** The longest `reference` (supplement §11.6). */
export const referenceMax = 64;
/** Pairs of metadata by which one list can be narrowed at once. */
export const pairsMax = 5;

/** What a caller calls a thing, and notes on it. Found by both at once, from indexes (supplement §11.6). */
export interface Labels {
  readonly clientReference: string | null;
  readonly metadata: Metadata;
}

/** Of what nobody has named or annotated. */
export const unlabelled: Labels = { clientReference: null, metadata: {} };

/** As a body asks for them. */
export interface LabelsAsk {
  readonly clientReference?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

export const labelsOf = ({ clientReference, metadata: pairs }: LabelsAsk): Labels => ({
  clientReference: clientReference ?? null,
  metadata: pairs ?? {},
});

/** The fields of a noun that bears them. Only PATCH changes metadata: no other update writes it. */
export const labels = {
  clientReference: text('Your own reference. It need not be unique, and never changes.', {
    optional: true,
    fixed: true,
    shownAs: 'reference',
    example: 'order-1042',
  }),
  metadata: metadata({ order: '1042' }, { fixed: true }),
} as const;

/** The filters of a list by them. */
export const labelFilters = {
  clientReference: { says: 'With exactly this reference.', max: referenceMax },
  metadata: { says: `With each of these pairs of metadata, ${pairsMax} at most: \`metadata[order]=1042\`.` },
} as const satisfies Readonly<Record<string, Filter>>;
