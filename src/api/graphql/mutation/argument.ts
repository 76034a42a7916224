import { ArgsType } from 'type-graphql';
import { isLine, lineRule } from '../../../domain/text.js';
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
  return refuse('invalid_parameter', `${param}: send ${lineRule}.`, { param });
}
