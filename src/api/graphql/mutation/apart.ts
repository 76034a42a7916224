import {
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { Refusal } from '../../../domain/refusal.js';
import { noAnswerWithoutKey, noAnswerYet, tooLate } from '../../../usecases/late.js';
import { answerMs, inTimeOr } from '../../deadline.js';
import { logError } from '../../error.js';
import type { Context } from '../context.js';
import type { ActExtensions } from './act.js';

type Field = GraphQLField<unknown, Context>;

/** In less nothing is done, and the timer of the one before may have been heard a little early. */
const leastMs = 5;

/**
 * Each mutation of a document stands by itself. One that fails, or is late, is null and takes nothing of the others
 * away, such as a secret that is shown once; and each answers with how things stand after it, whatever was read before.
 */
export function apart(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType();
  if (!mutations) return;
  mutations.description =
    'All changes. They run one after another. A field is null if it failed or was late; the others stay in effect. After the time limit, no further one is started.';
  for (const field of Object.values(mutations.getFields())) standAlone(field);
  for (const field of shownFields(schema, mutations)) readInTime(field);
}

function standAlone(field: Field): void {
  if (isNonNullType(field.type)) field.type = field.type.ofType;
  const { resolve } = field;
  if (resolve === undefined) return;
  const { limitMs } = field.extensions as ActExtensions;
  const isKeyed = field.args.some(({ name }) => name === 'idempotencyKey');
  field.resolve = async (...asked) => {
    const [, , context] = asked;
    const { due } = context;
    if (due.leftMs < leastMs) throw tooLate();
    // The answers of those before it were read before it acts.
    context.load.forget();
    const run = () => {
      const work = Promise.resolve(resolve(...asked));
      const patience = { ms: due.leftMs, tooLate: isKeyed ? noAnswerYet : noAnswerWithoutKey };
      return inTimeOr(work, patience, late(context));
    };
    try {
      // An act that is stopped at its limit takes a moment to say how far it came.
      return await (limitMs === undefined ? run() : due.apart(limitMs + answerMs, run));
    } catch (error) {
      throw isKeyed ? error : withoutKey(error);
    } finally {
      context.load.forget();
    }
  };
}

/** A change that the database did not answer may be done all the same, and no key tells. */
function withoutKey(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.cause === undefined || error.code !== 'temporarily_unavailable')
    return error;
  return Object.assign(noAnswerWithoutKey(), { cause: error.cause });
}

function shownFields(schema: GraphQLSchema, mutations: GraphQLObjectType): Field[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types
    .filter((type) => type !== mutations && !isIntrospectionType(type))
    .flatMap((type) => Object.values(type.getFields()));
}

/** A field that a mutation is asked to show is late by itself: the rest of it is told. */
function readInTime(field: Field): void {
  const { resolve } = field;
  if (resolve === undefined) return;
  field.resolve = (...asked) => {
    const [, , context, { operation }] = asked;
    const value: unknown = resolve(...asked);
    if (operation.operation !== 'mutation' || !(value instanceof Promise)) return value;
    return inTimeOr(value, { ms: context.due.leftMs, tooLate: notRead }, late(context));
  };
}

function notRead(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'The change was made, but there was no time to read this; query it.',
  );
}

function late({ ports, requestId }: Context): (error: unknown) => void {
  return (error) => logError(ports.log, { request_id: requestId, route: '/graphql' }, error);
}
