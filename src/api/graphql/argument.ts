import { Arg, ID, Int } from 'type-graphql';
import { isId } from '../../domain/id.js';
import type { IdKind } from '../../domain/noun/prefix.js';
import { refuse } from '../../domain/refusal.js';
import { notIdOf } from '../field.js';
import { pageMax, pageNormal } from './connection.js';

/** The argument `id` of a field that answers with one thing. */
export function idArg(description = 'Its id.'): ReturnType<typeof Arg> {
  return Arg('id', () => ID, { description });
}

/** `first` of a relation that is not paged: its list is short, or asked for by a filter of its own. */
export function firstArg(): ReturnType<typeof Arg> {
  return Arg('first', () => Int, {
    defaultValue: pageNormal,
    description: `Maximum number, 1 to ${pageMax}.`,
  });
}

/** An id in a filter: of its kind, or refused under its name. */
export function filterId(kind: IdKind, name: string, id: string | null | undefined): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (isId(kind, id)) return id;
  return refuse('invalid_parameter', `filter.${name}: ${notIdOf(kind)}.`, {
    param: `filter.${name}`,
  });
}
