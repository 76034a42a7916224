import { GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLError } from 'graphql';
import { parseInstant } from '../../domain/instant.js';

/** A time in UTC with milliseconds. As an argument it may have any offset. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'RFC 3339 timestamp. Answers are in UTC with milliseconds; arguments may have any offset.',
  serialize: (value) => {
    if (value instanceof Date) return value.toISOString();
    throw new Error('a time must be a Date');
  },
  parseValue: instantOf,
  parseLiteral: (node) => instantOf(node.kind === Kind.STRING ? node.value : undefined),
});

/** A value without a fixed shape: metadata, event bodies, states in the audit log. */
export const AnyJson = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value; only in answers.',
  serialize: (value) => value,
  parseValue: refuseInput,
  parseLiteral: (_node: ValueNode) => refuseInput(),
});

function instantOf(value: unknown): Date {
  const at = typeof value === 'string' ? parseInstant(value) : undefined;
  if (at === undefined) throw new GraphQLError('DateTime must be a string such as 2027-01-31T12:00:00Z.');
  return at;
}

function refuseInput(): never {
  throw new GraphQLError('JSON cannot be used as an argument.');
}
