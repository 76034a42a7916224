import type { Capability } from '../../domain/capability.js';
import { exampleId } from '../field.js';
import type { itemColumns } from './csv.js';

/** Columns of a payout's price and name, with example values. */
const priced: Readonly<Partial<Record<(typeof itemColumns)[number], string>>> = {
  source_currency: 'USDT',
  amount: '10.00',
  amount_side: 'destination',
  reference: 'order-1042',
  description: 'Invoice 1042',
};

/** A CSV template for payouts by one method: a header and an example row. */
export function csvTemplate({
  method,
  currency,
  customerFields = [],
  beneficiaryFields = [],
}: Capability): string {
  const needsCustomer = customerFields.some(({ required }) => required);
  const cells = {
    method,
    currency,
    ...(needsCustomer && { customer_id: exampleId('customer') }),
    ...Object.fromEntries(
      beneficiaryFields.map(({ name, example, enum: [first = ''] = [] }) => [
        `details.${name}`,
        example ?? first,
      ]),
    ),
    ...priced,
  };
  return `${[Object.keys(cells), Object.values(cells)].map((row) => row.map(written).join(',')).join('\r\n')}\r\n`;
}

const written = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
