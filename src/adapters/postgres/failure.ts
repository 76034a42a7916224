import { archived } from '../../domain/archived.js';
import { Refusal } from '../../domain/refusal.js';
import { ClockStepped } from '../../ports/clock.js';

/** SQLSTATE of a driver's error, or the operating system's code, wherever the layers above it put it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : sqlState(cause);
}

/**
 * A serialization failure, a deadlock, or two payments with one name that came at once: the same transaction may well
 * succeed when run again.
 */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error) ?? '') ||
  (error as { constraint?: unknown } | null)?.constraint === 'payin_payment';

/**
 * A statement or a wait for a lock that took too long, a transaction that nobody went on with, a server that takes no
 * writes: it became a standby.
 */
const outOfTime = new Set(['57014', '55P03', '25P03', '25006']);
/** No connection (08) or one that the server ends (57P), no room, in memory or on the disk (53), a file that fails it (58). */
const outOfReachOrRoom = /^(08|53|57P|58)/;
/** The words of a server that has no code of its own for a full disk. */
const noRoomLeft = /No space left on device|Disk quota exceeded|Read-only file system|Input\/output error/;
/** The operating system's words for a connection: ECONNREFUSED, ENETUNREACH, EAI_AGAIN, … */
const isSystemError = (code: string): boolean => /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_');

const whileConnecting = new WeakSet();

/** Marks what went wrong before there was a connection: nothing was begun on it, whatever the server called it. */
export function failedToConnect(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) whileConnecting.add(error);
  return error;
}

/** Whether the server itself said so, over a connection that goes on. */
export const isOfStatement = (error: unknown): boolean =>
  (error as { severity?: unknown } | null)?.severity === 'ERROR';

/** Whether the database could not be reached or had no room, as opposed to a fault of ours. */
export function isMomentary(error: unknown): boolean {
  if (typeof error === 'object' && error !== null && whileConnecting.has(error)) return true;
  const state = sqlState(error) ?? '';
  if (outOfTime.has(state) || outOfReachOrRoom.test(state) || isSystemError(state)) return true;
  if (isRetryable(error)) return true;
  const message = error instanceof Error ? error.message : '';
  if (state === 'XX000' && noRoomLeft.test(message)) return true;
  return /timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|connection timeout|Client was closed|not queryable/i.test(
    message,
  );
}

/** A database that is away is away for all, and a statement that it does not take is wrong for all. */
export const isForAll = (error: unknown): boolean =>
  error instanceof Refusal
    ? error.code === 'temporarily_unavailable'
    : (sqlState(error)?.startsWith('42') ?? false);

/** The database's clock is not where the process expects it (migrations/functions/platform.sql). */
const clockStepped = 'PSPCT';

/** Entries were asked for that are archived (migrations/functions/archive.sql). */
const isArchived = 'PSPAR';

/** `hint` is when the entries begin that are here, `detail` when the others were archived. */
function archivedRefusal(error: unknown): Refusal {
  const { hint, detail, cause } = error as { hint?: unknown; detail?: unknown; cause?: unknown };
  if (typeof hint !== 'string' || typeof detail !== 'string') return archivedRefusal(cause);
  return archived({ until: new Date(hint), archivedAt: new Date(detail) });
}

/** The answer that callers see of a momentary failure (supplement §9: 503 within 5 seconds, never 500). */
export function asAnswer(error: unknown): unknown {
  // A text with U+0000 that no edge has looked for.
  if (sqlState(error) === '22021')
    return new Refusal('invalid_parameter', 'A text contains U+0000; remove it.');
  if (sqlState(error) === isArchived) return archivedRefusal(error);
  if (sqlState(error) === clockStepped) return new ClockStepped(error);
  if (error instanceof Refusal || !isMomentary(error)) return error;
  const busy = new Refusal(
    'temporarily_unavailable',
    'The service is temporarily unavailable; retry with the same Idempotency-Key.',
  );
  busy.cause = error;
  return busy;
}
