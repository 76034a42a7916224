import { createUnionType } from 'type-graphql';
import { kindOf } from '../../domain/id.js';
import { sentNouns } from '../../domain/noun/all.js';
import { capital } from '../../domain/noun/declare.js';
import type { AnyOperation } from '../../domain/operation-kind.js';
import { typeOf } from './type.js';

/** Any kind of operation that is sent to a provider. */
export const OperationUnion = createUnionType({
  name: 'Operation',
  description: 'An operation that is sent to a provider.',
  types: () => sentNouns.map(typeOf),
  resolveType: (row: object) => capital(kindOf((row as AnyOperation).id) ?? ''),
});
