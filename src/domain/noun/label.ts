import { metadata, text, type Filter, type Metadata } from './declare.js';

/** The longest `reference` (supplement §11.6). */
export const referenceMax = 64;
/** The most metadata pairs in one filter. */
export const pairsMax = 5;

/** A caller's own reference and notes. Indexed, so lists can be filtered by both (supplement §11.6). */
export interface Labels {
  readonly clientReference: string | null;
  readonly metadata: Metadata;
}

/** Without reference and metadata. */
export const unlabelled: Labels = { clientReference: null, metadata: {} };

/** As given in a body. */
export interface LabelsAsk {
  readonly clientReference?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

export const labelsOf = ({ clientReference, metadata: pairs }: LabelsAsk): Labels => ({
  clientReference: clientReference ?? null,
  metadata: pairs ?? {},
});

/** The fields of a noun with labels. Only PATCH changes metadata: no other update writes it. */
export const labels = {
  clientReference: text('Your own reference. It need not be unique, and never changes.', {
    optional: true,
    fixed: true,
    outputName: 'reference',
    example: 'order-1042',
  }),
  metadata: metadata({ order: '1042' }, { fixed: true }),
} as const;

/** The list filters by labels. */
export const labelFilters = {
  clientReference: { says: 'With exactly this reference.', max: referenceMax },
  metadata: { says: `With each of these pairs of metadata, ${pairsMax} at most: \`metadata[order]=1042\`.` },
} as const satisfies Readonly<Record<string, Filter>>;
