import { Arg, ID, Int } from 'type-graphql';
import { isId } from '../../domain/id.js';
import type { IdKind } from '../../domain/noun/prefix.js';
import { refuse } from '../../domain/refusal.js';
import { notIdOf } from '../field.js';
import { pageMax, pageNormal } from './connection.js';

/** The argument `id` of a field that returns one object. */
export function idArg(description = 'Its id.'): ReturnType<typeof Arg> {
  return Arg('id', () => ID, { description });
}

/** `first` of a relation without paging, whose list is short or has a filter. */
export function firstArg(): ReturnType<typeof Arg> {
  return Arg('first', () => Int, {
    defaultValue: pageNormal,
    description: `Maximum number, 1 to ${pageMax}.`,
  });
}

/** An id in a filter. An id of another kind is refused, with the filter's name as param. */
export function filterId(kind: IdKind, name: string, id: string | null | undefined): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (isId(kind, id)) return id;
  return refuse('invalid_parameter', `filter.${name}: ${notIdOf(kind)}.`, {
    param: `filter.${name}`,
  });
}
