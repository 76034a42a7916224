import { ArgsType } from 'type-graphql';
import { text } from '../field.js';

/** The argument that every mutation has. */
@ArgsType()
export class ReasonArgument {
  @text('Reason for the audit log, in one line.')
  readonly reason!: string;
}
