import { words } from '../../../domain/noun/declare.js';

export const amountSides = words(
  { source: 'The amount that is converted.', destination: 'What arrives.' },
  { name: 'AmountSide', says: 'The side of a conversion on which the amount is exact.' },
);
