import { enumOf } from '../enum.js';

export const AmountSideEnum = enumOf<'source' | 'destination'>(
  'AmountSide',
  'The side of a conversion on which a stated amount is exact.',
  { source: 'What is converted.', destination: 'What arrives.' },
);
