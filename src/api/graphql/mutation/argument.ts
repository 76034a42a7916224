import { ArgsType } from 'type-graphql';
import { text } from '../field.js';

/** What every mutation takes. */
@ArgsType()
export class Reasoned {
  @text('Why, for the audit log: one line.')
  readonly reason!: string;
}
