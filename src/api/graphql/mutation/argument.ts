import { ArgsType } from 'type-graphql';
import { isLine } from '../../../domain/text.js';
import { refuse } from '../../../domain/refusal.js';
import { id, text } from '../field.js';

/** What every mutation takes. */
@ArgsType()
export class Reasoned {
  @text('Why, for the audit log: one line.')
  readonly reason!: string;
}

@ArgsType()
export class Named extends Reasoned {
  @id('Its id.')
  readonly id!: string;
}

/** One line for people to read, or refused under its name. */
export function lineOf(given: string, param: string): string {
  if (isLine(given)) return given.trim();
  return refuse('invalid_parameter', `${param} must be one line of 1 to 500 characters.`, { param });
}
