import { Refusal } from '../../../domain/refusal.js';
import { noAnswerWithoutKey, noAnswerYet, tooLate } from '../../../usecases/late.js';
import { answerMs, inTimeOr } from '../../deadline.js';
import { logError } from '../../error.js';
import type { Context } from '../context.js';

/** With less time left, a mutation is not started. A timer may also fire slightly early. */
const leastMs = 5;

interface Standing {
  /** A repeat with the same key returns the outcome. */
  readonly isKeyed: boolean;
  /** The mutation's own time limit. */
  readonly limitMs?: number | undefined;
}

/**
 * Isolates the mutations of a document. If one fails or times out, its field is null and the results of the others
 * remain, such as a secret that is shown once. Each mutation's result is read after it, never from earlier reads.
 */
export async function standAlone<T>(
  context: Context,
  { isKeyed, limitMs }: Standing,
  act: () => Promise<T>,
): Promise<T> {
  const { due, load } = context;
  if (due.leftMs < leastMs) throw tooLate();
  // Drops what earlier mutations have read.
  load.forget();
  const run = () => {
    const patience = { ms: due.leftMs, tooLate: isKeyed ? noAnswerYet : noAnswerWithoutKey };
    return inTimeOr(act(), patience, late(context));
  };
  try {
    // An act that is stopped at its limit needs a moment to report its progress.
    return await (limitMs === undefined ? run() : due.apart(limitMs + answerMs, run));
  } catch (error) {
    throw isKeyed ? error : withoutKey(error);
  } finally {
    load.forget();
  }
}

/** If the database did not answer, the change may have been made, and without a key the caller cannot find out. */
function withoutKey(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.cause === undefined || error.code !== 'temporarily_unavailable')
    return error;
  return Object.assign(noAnswerWithoutKey(), { cause: error.cause });
}

/** If a field of a mutation's result is late, only that field fails. */
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
  return (error) => logError(ports.log, { request_id: requestId, route: '/graphql' }, error);
}
