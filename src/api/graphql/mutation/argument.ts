import { ArgsType } from 'type-graphql';
import { text } from '../field.js';

/** The argument of every mutation. */
@ArgsType()
export class Reasoned {
  @text('Reason for the audit log, in one line.')
  readonly reason!: string;
}
