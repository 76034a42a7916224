import { ObjectType } from 'type-graphql';
import {
  bankReferenceKinds,
  bankReferenceOf,
  type traced,
  type BankReference,
  type Traced,
} from '../../domain/noun/bank-reference.js';
import { declared } from '../../domain/noun/all.js';
import { shownName } from '../../domain/noun/declare.js';
import { enumOfWords } from './enum.js';
import { field, text } from './field.js';
import { answers } from './type.js';

const Kind = enumOfWords(bankReferenceKinds);

@ObjectType('BankReference', { description: 'Reference by which a bank finds the money that it moved.' })
class BankReferenceType {
  @field(() => Kind, 'What kind it is.')
  readonly kind!: BankReference['kind'];

  @text('The reference.')
  readonly value!: string;
}

for (const { noun, fields } of declared) {
  const { trace } = fields as Readonly<Partial<typeof traced>>;
  if (trace === undefined) continue;
  answers(noun, {
    name: shownName('trace', trace),
    type: () => BankReferenceType,
    says: trace.says,
    isOptional: true,
    answer: (row) => bankReferenceOf(row as unknown as Traced) ?? null,
  });
}
