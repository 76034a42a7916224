import { enumOf } from '../enum.js';

export const AmountSideEnum = enumOf<'source' | 'destination'>(
  'AmountSide',
  'The side of a conversion on which the amount is exact.',
  { source: 'The amount that is converted.', destination: 'What arrives.' },
);
