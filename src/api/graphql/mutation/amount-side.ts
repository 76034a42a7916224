import { words } from '../../../domain/noun/declare.js';
import { enumOfWords } from '../enum.js';

export const AmountSideEnum = enumOfWords(
  words(
    { source: 'The amount that is converted.', destination: 'What arrives.' },
    { name: 'AmountSide', says: 'The side of a conversion on which the amount is exact.' },
  ),
);
