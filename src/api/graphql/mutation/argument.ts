import { ArgsType } from 'type-graphql';
import { text } from '../field.js';

/** The argument of every mutation. */
@ArgsType()
export class Reasoned {
  @text('Why, for the audit log: one line.')
  readonly reason!: string;
}
