import { Refusal } from '../../../domain/refusal.js';
import { noAnswerWithoutKey, noAnswerYet, tooLate } from '../../../usecases/late.js';
import { answerMs, inTimeOr } from '../../deadline.js';
import { tellError } from '../../error.js';
import type { Context } from '../context.js';

/** In less nothing is done, and the timer of the one before may have been heard a little early. */
const leastMs = 5;

interface Standing {
  /** A repeat under its key tells what became of it. */
  readonly isKeyed: boolean;
  /** The time of its own that it may take. */
  readonly limitMs?: number | undefined;
}

/**
 * Each mutation of a document stands by itself. One that fails, or is late, is null and takes nothing of the others
 * away, such as a secret that is shown once; and each answers with how things stand after it, whatever was read before.
 */
export async function standAlone<T>(
  context: Context,
  { isKeyed, limitMs }: Standing,
  act: () => Promise<T>,
): Promise<T> {
  const { due, load } = context;
  if (due.leftMs < leastMs) throw tooLate();
  // The answers of those before it were read before it acts.
  load.forget();
  const run = () => {
    const patience = { ms: due.leftMs, tooLate: isKeyed ? noAnswerYet : noAnswerWithoutKey };
    return inTimeOr(act(), patience, late(context));
  };
  try {
    // An act that is stopped at its limit takes a moment to say how far it came.
    return await (limitMs === undefined ? run() : due.apart(limitMs + answerMs, run));
  } catch (error) {
    throw isKeyed ? error : withoutKey(error);
  } finally {
    load.forget();
  }
}

/** A change that the database did not answer may be done all the same, and no key tells. */
function withoutKey(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.cause === undefined || error.code !== 'temporarily_unavailable')
    return error;
  return Object.assign(noAnswerWithoutKey(), { cause: error.cause });
}

/** A field that a mutation is asked to show is late by itself: the rest of it is told. */
export function readInTime(context: Context, value: unknown): unknown {
  const isOfMutation = context.line.operation?.startsWith('mutation') ?? false;
  if (!isOfMutation || !(value instanceof Promise)) return value;
  return inTimeOr(value, { ms: context.due.leftMs, tooLate: notRead }, late(context));
}

function notRead(): Refusal {
  return new Refusal(
    'temporarily_unavailable',
    'The change was made, but there was no time to read this; query it.',
  );
}

function late({ ports, requestId }: Context): (error: unknown) => void {
  return (error) => tellError(ports.log, { request_id: requestId, route: '/graphql' }, error);
}
