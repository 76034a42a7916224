import { z } from 'zod';
import { referenceMax } from '../../domain/noun/label.js';
import { metadata, named, text } from '../field.js';

/** Labels in the body of a new resource (supplement §11.6). */
export const labelFields = {
  reference: text(referenceMax)
    .exactOptional()
    .describe('Your own reference, for lists and statements: need not be unique, never personal data.'),
  metadata: metadata.exactOptional(),
};

export const labelsExample = { reference: 'order-1042', metadata: { order: '1042' } };

/** PATCH body of every resource with labels. */
export const labelsUpdateSchema = named(
  'MetadataUpdate',
  z.strictObject({ metadata: metadata.describe('Replaces the whole object.') }),
  { metadata: labelsExample.metadata },
);
