import { archived, archivedEvents, type ArchiveBorder } from '../../domain/archived.js';
import { Refusal } from '../../domain/refusal.js';
import { ClockStepped } from '../../ports/clock.js';

/** The SQLSTATE or the operating system's error code, taken from the error or from its causes. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : sqlState(cause);
}

/**
 * A serialization failure, a deadlock, or two concurrent payments with the same name: running the same transaction
 * again may succeed.
 */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error) ?? '') ||
  (error as { constraint?: unknown } | null)?.constraint === 'payin_payment';

/** Statement timeout, lock timeout, idle transaction timeout, or a server that became a read-only standby. */
const outOfTime = new Set(['57014', '55P03', '25P03', '25006']);
/** Connection errors (08), a server shutdown (57P), no memory, disk or connection slot left (53), file errors (58). */
const outOfReachOrRoom = /^(08|53|57P|58)/;
/** Messages of a server that reports a full disk without a specific code. */
const noRoomLeft = /No space left on device|Disk quota exceeded|Read-only file system|Input\/output error/;
/** Operating system error codes, such as ECONNREFUSED, ENETUNREACH, EAI_AGAIN. */
const isSystemError = (code: string): boolean => /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_');

const whileConnecting = new WeakSet();

/** Marks an error that occurred before the connection was open, so no statement can have run. */
export function failedToConnect(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) whileConnecting.add(error);
  return error;
}

/** Whether the server reported a statement error and the connection is still usable. */
export const isOfStatement = (error: unknown): boolean =>
  (error as { severity?: unknown } | null)?.severity === 'ERROR';

/** Whether the database was unreachable or out of resources, as opposed to a fault in our code. */
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

/** Whether the same error would hit every request: the database is unavailable, or rejects the statement itself. */
export const isForAll = (error: unknown): boolean =>
  error instanceof Refusal
    ? error.code === 'temporarily_unavailable'
    : (sqlState(error)?.startsWith('42') ?? false);

/** The database's clock differs from what the process expects (migrations/functions/platform.sql). */
const clockStepped = 'PSPCT';

/** Entries or events were asked for that are archived (migrations/functions/archive.sql). */
const archivedStates = new Map([
  ['PSPAR', archived],
  ['PSPAE', archivedEvents],
]);

/** `hint` is when the rows begin that are here, `detail` when the others were archived. */
function archivedRefusal(error: unknown, refusalOf: (border: ArchiveBorder) => Refusal): Refusal {
  const { hint, detail, cause } = error as { hint?: unknown; detail?: unknown; cause?: unknown };
  if (typeof hint !== 'string' || typeof detail !== 'string') return archivedRefusal(cause, refusalOf);
  return refusalOf({ until: new Date(hint), archivedAt: new Date(detail) });
}

/** The error that callers get for a temporary failure (supplement §9: 503 within 5 seconds, never 500). */
export function asAnswer(error: unknown): unknown {
  // A text with U+0000 that passed the input checks.
  if (sqlState(error) === '22021')
    return new Refusal('invalid_parameter', 'A text contains U+0000; remove it.');
  const refusalOf = archivedStates.get(sqlState(error) ?? '');
  if (refusalOf) return archivedRefusal(error, (border) => refusalOf(border));
  if (sqlState(error) === clockStepped) return new ClockStepped(error);
  if (error instanceof Refusal || !isMomentary(error)) return error;
  const busy = new Refusal(
    'temporarily_unavailable',
    'The service is temporarily unavailable; retry with the same Idempotency-Key.',
  );
  busy.cause = error;
  return busy;
}
