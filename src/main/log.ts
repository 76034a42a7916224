import { channel } from 'node:diagnostics_channel';
import { pino } from 'pino';
import type { DestinationStream, LogFn, Logger } from 'pino';
import type { LogLevel } from './config.js';
import { forTerminal } from './log-terminal.js';

/**
 * Fields that a log line may have. Any other field, and any value that is not plain text, a number or a
 * boolean, is dropped, so that no body, header, detail, name or key is logged by accident.
 */
const FIELDS: ReadonlySet<string> = new Set([
  'request_id',
  'correlation_id',
  'account_id',
  'credential_id',
  'method',
  'route',
  'status',
  'error_code',
  'param',
  'replayed',
  'duration_ms',
  'skew_ms',
  'trace_id',
  'span_id',
  'worker',
  // Mails, which a sandbox without a mail server logs.
  'mail_to',
  'mail_subject',
  'operation',
  'operation_id',
  'resource_id',
  'resource_type',
  'repeats_id',
  'event_type',
  'provider',
  'intent',
  'notice',
  'alarm',
  'reason',
  'reference',
  'outcome',
  'attempt',
  'count',
  'pool_total',
  'pool_idle',
  'pool_waiting',
  'environment',
  'roles',
  'port',
  'internal_port',
  'signal',
  'migrations',
  'version',
  'lines',
  'in_flight',
  'raised',
  'unknown',
  'changed',
  // Sealed values that cannot be decrypted.
  'table',
  'column',
  'row_id',
]);

const LONGEST = 300;
const readerMs = 1_000;
/**
 * Most bytes waiting to be written. Failing writes, as on a full disk, are retried; lines above the limit are
 * lost.
 */
const waitingMax = { whileRead: 8 * 1024 * 1024, whileFailing: 64 * 1024 };
const buffering = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 };

/**
 * One JSON object a line on stdout, or readable text on a terminal. The message is a constant; variable parts
 * are fields.
 */
export function createLog(level: LogLevel, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: 'message',
    formatters: { level: (label: string) => ({ level: label }), log: allowed },
    hooks: { logMethod: constantMessage },
  };
  const log = pino(options, alsoPublished(stream ?? output()));
  // pino applies formatters to calls but not to child bindings; children inherit this method.
  const child = Reflect.get(log, 'child') as Logger['child'];
  log.child = function (this: Logger, bindings: Record<string, unknown>, more?: object) {
    return child.call(this, allowed(bindings), more) as ReturnType<typeof child>;
  } as typeof child;
  return log;
}

const lines = channel('psp:log');

/** Each line is also published on the channel `psp:log`, in the span in which it is written. */
function alsoPublished(stream: Output): Output {
  return {
    write(line) {
      if (lines.hasSubscribers) lines.publish(line);
      stream.write(line);
    },
    flush: (ended) => (stream.flush ? stream.flush(ended) : ended()),
  };
}

interface Output extends DestinationStream {
  flush?(ended: () => void): void;
}

let lost = 0;

/** Number of lines this process could not write. */
export const linesLost = (): number => lost;

/**
 * Errors of stdout and stderr, such as a full disk or a closed pipe, lose lines but do not end the process.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => (lost += 1));
}

/**
 * Writes asynchronously and in batches. Lines are passed as bytes: for strings, sonic-boom measures the whole
 * queue again for each line, which is 20 KB of garbage a line.
 */
function output(): DestinationStream & { flush(ended: () => void): void } {
  const settings = { dest: 1, sync: false, contentMode: 'buffer', ...buffering } as const;
  const destination = pino.destination(settings) as unknown as BufferedDestination;
  const closed = Promise.withResolvers<void>();
  let waiting = 0;
  let isFailing = false;
  const { flushSync } = destination;
  // sonic-boom would retry endlessly: `retryEAGAIN` is not asked about other errors, such as a full disk.
  destination.flushSync = () => {
    if (!isFailing) flushSync.call(destination);
  };
  destination.once('close', closed.resolve);
  destination.on('error', () => (isFailing = true));
  destination.on('write', (bytes) => {
    isFailing = false;
    waiting -= bytes;
  });
  return {
    write(line) {
      const bytes = Buffer.from(process.stdout.isTTY ? forTerminal(line) : line);
      const most = isFailing ? waitingMax.whileFailing : waitingMax.whileRead;
      if (destination.destroyed || waiting + bytes.length > most) {
        lost += 1;
        return;
      }
      waiting += bytes.length;
      destination.write(bytes);
    },
    flush(ended) {
      // Only a write from now on shows whether the last lines can be written; an earlier error may be
      // outdated.
      const gone = Promise.withResolvers<void>();
      destination.once('error', gone.resolve);
      void closed.promise.then(gone.resolve);
      const late = setTimeout(gone.resolve, readerMs);
      const disarm = (): void => {
        clearTimeout(late);
        destination.flushSync = () => undefined;
      };
      void gone.promise.then(disarm).then(ended);
      // `flush` of sonic-boom calls back while up to `minLength` bytes are still unwritten, so `end` is used.
      if (!destination.destroyed) destination.end();
    },
  };
}

interface BufferedDestination {
  readonly destroyed: boolean;
  write(line: Buffer): void;
  end(): void;
  once(event: 'close' | 'error', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'write', listener: (bytes: number) => void): void;
  /** Called at process exit; if no one reads any more, it would block indefinitely. */
  flushSync: () => void;
}

/** Writes the remaining lines, within a second. Lines logged later are not written. */
export const endLog = (log: Logger): Promise<void> => new Promise((done) => log.flush(() => done()));

// Without a message pino uses the error's message, and it replaces %s with values; both would bypass the
// field list.
function constantMessage(this: Logger, args: unknown[], write: LogFn): void {
  const [first, second] = args;
  if (typeof first === 'string') return write.call(this, first);
  const fields = first instanceof Error ? { err: first } : first;
  write.call(this, fields, typeof second === 'string' ? second : 'unexpected');
}

function allowed(fields: Record<string, unknown>): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Error) Object.assign(line, errorFields(value));
    else if (FIELDS.has(name) && isPlain(value)) line[name] = typeof value === 'string' ? cut(value) : value;
  }
  return line;
}

/**
 * The type and place of an error. Messages of a database are left out, because they repeat statements and
 * values.
 */
function errorFields(error: Error): Record<string, unknown> {
  const chain = errorChain(error);
  // The innermost code: a refusal has the same code for every cause.
  const code = chain.map((each) => ('code' in each ? each.code : undefined)).findLast(isPlain);
  const ofDatabase = chain.some((each) => 'severity' in each || 'sqlMessage' in each || 'query' in each);
  const constraint = chain.map((each) => ('constraint' in each ? each.constraint : undefined)).find(isPlain);
  return {
    error_name: error.name,
    ...(code === undefined ? {} : { error_cause: code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(ofDatabase ? {} : { error_message: cut(error.message) }),
    error_stack: frames(error),
  };
}

function errorChain(error: Error): Error[] {
  const chain: Error[] = [];
  for (let each: unknown = error; each instanceof Error && chain.length < 5; each = each.cause)
    chain.push(each);
  return chain;
}

function frames(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines
    .slice(0, 12)
    .map((line) => line.trim())
    .join('\n');
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
