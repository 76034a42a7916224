import type { Log } from '../ports/log.js';

/** A function that stops a running part. */
export type Part = () => Promise<unknown>;

/**
 * Listeners stop first, in parallel, because each may wait for others; then the other parts, last started
 * first.
 */
export interface Stops {
  readonly first: Part[];
  readonly last: Part[];
}

/** Thrown after all parts were stopped. The cause is the first fault; all are in the log. */
class UncleanStop extends Error {
  constructor(first: unknown) {
    super(`Stopping a part failed: ${first instanceof Error ? first.message : String(first)}`, {
      cause: first,
    });
  }
}

/** Stops the parts one after the other; a fault does not keep the others from stopping. */
export async function stopInTurn(parts: readonly Part[], log: Log): Promise<void> {
  const faults: (UncleanStop | undefined)[] = [];
  for (const part of parts) faults.push(await faultOf(part, log));
  throwFirst(faults);
}

/** Stops the parts in parallel, with the same rule. */
export async function stopTogether(parts: readonly Part[], log: Log): Promise<void> {
  throwFirst(await Promise.all(parts.map((part) => faultOf(part, log))));
}

/** Runs the work, then stops. A fault while stopping changes neither the result nor the error of the work. */
export async function thenStop<T>(work: () => Promise<T>, stop: () => Promise<void>): Promise<T> {
  try {
    return await work();
  } finally {
    const [stopped] = await Promise.allSettled([stop()]);
    if (stopped.status === 'rejected') process.stderr.write(`${String(stopped.reason)}\n`);
  }
}

async function faultOf(part: Part, log: Log): Promise<UncleanStop | undefined> {
  try {
    await part();
    return undefined;
  } catch (error) {
    // The part has logged its own faults already.
    if (error instanceof UncleanStop) return error;
    log.error({ err: error }, 'stopping a part failed');
    return new UncleanStop(error);
  }
}

function throwFirst(faults: readonly (UncleanStop | undefined)[]): void {
  const first = faults.find((fault) => fault !== undefined);
  if (first) throw first;
}
