import { text, type Metadata } from '../../domain/noun/declare.js';
import { pairsMax } from '../../domain/noun/label.js';
import { invalid, metadataKey, metadataKeyFault, metadataValueMax } from '../field.js';
import { isWithin } from '../../domain/text.js';
import { parts, shape, type ShapeOf } from '../shape.js';

export const metadataPair = shape('MetadataPair', 'A pair of metadata.', {
  key: text('The key: 1 to 40 of A-Z, a-z, 0-9, full stop, underscore and hyphen.'),
  value: text('The value, 500 characters at most.'),
});
export type MetadataPair = ShapeOf<typeof metadataPair>;

/** The labels in the input of a new resource. */
export const labels = {
  reference: text('Your own reference, 1 to 64 characters; it need not be unique.', { optional: true }),
  metadata: parts(metadataPair, 'Your own pairs, 20 at most; never personal data.', { optional: true }),
};

/** Turns pairs into an object. A repeated key is refused. */
export function metadataOf(
  pairs: readonly MetadataPair[] | null | undefined,
  param: string,
  most = pairsMax,
): Metadata | undefined {
  if (pairs === null || pairs === undefined) return undefined;
  if (pairs.length > most) invalid(param, `has too many keys; send ${most} at most`);
  for (const { key, value } of pairs) {
    if (!metadataKey.test(key)) invalid(`${param}.key`, metadataKeyFault);
    if (!isWithin(value, metadataValueMax) || value.includes('\0'))
      invalid(`${param}.value`, `is too long or no text; send ${metadataValueMax} characters at most`);
  }
  const metadata = new Map(pairs.map(({ key, value }) => [key, value]));
  if (metadata.size < pairs.length) invalid(param, 'has a key twice; send each once');
  return Object.fromEntries(metadata);
}
