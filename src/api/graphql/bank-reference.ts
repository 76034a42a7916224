import {
  bankReferenceKinds,
  bankReferenceOf,
  traced,
  type Traced,
} from '../../domain/noun/bank-reference.js';
import type { Noun, Nouns } from '../../domain/decision.js';
import { declared } from '../../domain/noun/all.js';
import { oneOf, outputNameOf, text, type Declaration } from '../../domain/noun/declare.js';
import { part, shape } from '../shape.js';
import { answering, type AnswersOf } from './type.js';

const bankReference = shape('BankReference', 'Reference by which a bank finds the money that it moved.', {
  kind: oneOf(bankReferenceKinds, { says: 'What kind it is.' }),
  value: text('The reference.'),
});

const answers: AnswersOf<Traced> = {
  [outputNameOf('trace', traced.trace)]: {
    is: part(bankReference, traced.trace.says, { optional: true }),
    answer: (row) => bankReferenceOf(row) ?? null,
  },
};

type TracedNoun = { [N in Noun]: Nouns[N] extends Traced ? N : never }[Noun];

const isTraced = (declaration: Declaration<Noun>): declaration is Declaration<TracedNoun> =>
  Object.hasOwn(declaration.fields, 'trace');

/** For each noun that moves money at a bank. */
export const traceAnswers = declared.filter(isTraced).map(({ noun }) => answering(noun, answers));
