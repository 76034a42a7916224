import type { Log } from '../ports/log.js';

/** A part of what runs, as the way to end it. */
export type Part = () => Promise<unknown>;

/** The listeners end first, side by side, for each of them may have to wait for others; then the rest, the last first. */
export interface Stops {
  readonly first: Part[];
  readonly last: Part[];
}

/** Thrown once every part has had its stop: the cause is the first fault, and the log has all of them. */
class UncleanStop extends Error {
  constructor(first: unknown) {
    super(`Stopping a part failed: ${first instanceof Error ? first.message : String(first)}`, {
      cause: first,
    });
  }
}

/** Stops the parts one after the other; a fault of one keeps no other from its stop. */
export async function stopInTurn(parts: readonly Part[], log: Log): Promise<void> {
  const faults: (UncleanStop | undefined)[] = [];
  for (const part of parts) faults.push(await faultOf(part, log));
  throwFirst(faults);
}

/** Stops the parts side by side, in the same way. */
export async function stopTogether(parts: readonly Part[], log: Log): Promise<void> {
  throwFirst(await Promise.all(parts.map((part) => faultOf(part, log))));
}

/** The result of the work, once that is stopped; how the stop went changes neither that nor why the work failed. */
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
    // A fault that the part has logged of its own parts is not logged again.
    if (error instanceof UncleanStop) return error;
    log.error({ err: error }, 'stopping a part failed');
    return new UncleanStop(error);
  }
}

function throwFirst(faults: readonly (UncleanStop | undefined)[]): void {
  const first = faults.find((fault) => fault !== undefined);
  if (first) throw first;
}
