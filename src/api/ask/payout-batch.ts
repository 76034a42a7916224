import { z } from 'zod';
import { present } from '../../domain/event.js';
import { itemsMax } from '../../domain/payout-batch.js';
import { components, lines, named } from '../field.js';
import { labelFields, labelsExample } from './label.js';
import { payoutRequest, payoutCreateSchema, pricingFault } from './payout.js';

const payoutExample = components.get(payoutCreateSchema)?.example as object;

type PricedItem = Parameters<typeof pricingFault>[0];

/** Checks the price of an item whose fields are valid. */
export const pricing = [
  (item: PricedItem, context: Pick<z.RefinementCtx, 'addIssue'>): void => {
    const [field, what] = pricingFault(item) ?? [];
    if (field !== undefined) context.addIssue({ code: 'custom', path: [field], message: `${what}` });
  },
  { when: ({ issues }: z.core.ParsePayload): boolean => issues.length === 0 },
] as const;

const itemCreateSchema = named(
  'PayoutBatchItemCreate',
  z
    .strictObject({ ...payoutCreateSchema.shape })
    .superRefine(...pricing)
    .meta({ ...payoutCreateSchema.meta() }),
  { ...payoutExample, reference: 'salary-1042' },
);

export const payoutBatchCreateSchema = named(
  'PayoutBatchCreate',
  z.strictObject({
    items: z
      .array(itemCreateSchema)
      .min(1, { message: 'is empty; send 1 to 1000 items' })
      .max(itemsMax)
      .describe('Each item becomes at most one payout, in this order.'),
    description: lines(500, 0)
      .exactOptional()
      .describe('Stored unencrypted; do not send personal data. Items have their own descriptions.'),
    ...labelFields,
  }),
  {
    items: [{ ...payoutExample, reference: 'salary-1042' }],
    description: 'Salaries of November',
    ...labelsExample,
  },
);

/** The use case's request, from a body. */
export function payoutBatchAsk({
  items,
  description,
  reference,
  metadata,
}: z.infer<typeof payoutBatchCreateSchema>) {
  return present({
    description,
    clientReference: reference,
    metadata,
    items: items.map((item) => present({ ask: payoutRequest(item), reference: item.reference })),
  });
}
