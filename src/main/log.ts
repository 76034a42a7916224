import { pino } from 'pino';
import type { DestinationStream, LogFn, Logger } from 'pino';
import type { LogLevel } from './config.js';
import { forTerminal } from './log-terminal.js';

/**
 * Every field a log line may bear. Anything else, and any value that is not plain text, a number or a
 * boolean, is dropped: no body, header, detail, name or key can reach the log by accident.
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
  'worker',
  // A mail, where the log of a sandbox stands in for a mail server.
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
  // A sealed value that does not open.
  'table',
  'column',
  'row_id',
]);

const LONGEST = 300;
const readerMs = 1_000;
/** The bytes that may wait to be written: a write that fails, as on a full disk, is tried again, and the rest is lost. */
const waitingMax = { whileRead: 8 * 1024 * 1024, whileFailing: 64 * 1024 };
const gathered = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 };

/**
 * One JSON object a line on stdout, or text for people where that is a terminal; the message is a constant text,
 * everything variable is an allowed field.
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
  const log = pino(options, stream ?? output());
  // pino formats what a call gives but not what a child is born with; children inherit this method.
  const child = Reflect.get(log, 'child') as Logger['child'];
  log.child = function (this: Logger, bindings: Record<string, unknown>, more?: object) {
    return child.call(this, allowed(bindings), more) as ReturnType<typeof child>;
  } as typeof child;
  return log;
}

let lost = 0;

/** How many lines of this process could not be written. */
export const linesLost = (): number => lost;

/** Whatever becomes of where this process writes to, a full disk or a reader that is gone, costs lines and nothing else. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => (lost += 1));
}

/**
 * The event loop does not wait for whoever reads the log, and a line is not a write of its own. Lines go in as bytes:
 * of text, all that waits would be counted again with each of them, which is 20 KB of garbage a line.
 */
function output(): DestinationStream & { flush(ended: () => void): void } {
  const settings = { dest: 1, sync: false, contentMode: 'buffer', ...gathered } as const;
  const gatherer = pino.destination(settings) as unknown as Gatherer;
  const closed = Promise.withResolvers<void>();
  let waiting = 0;
  let isFailing = false;
  const { flushSync } = gatherer;
  // It would try for ever: its own `retryEAGAIN` is asked about no other fault, such as a full disk.
  gatherer.flushSync = () => {
    if (!isFailing) flushSync.call(gatherer);
  };
  gatherer.once('close', closed.resolve);
  gatherer.on('error', () => (isFailing = true));
  gatherer.on('write', (bytes) => {
    isFailing = false;
    waiting -= bytes;
  });
  return {
    write(line) {
      const bytes = Buffer.from(process.stdout.isTTY ? forTerminal(line) : line);
      const most = isFailing ? waitingMax.whileFailing : waitingMax.whileRead;
      if (gatherer.destroyed || waiting + bytes.length > most) {
        lost += 1;
        return;
      }
      waiting += bytes.length;
      gatherer.write(bytes);
    },
    flush(ended) {
      // Only a write from now on tells whether the last lines can be written: one that failed earlier may be long past.
      const gone = Promise.withResolvers<void>();
      gatherer.once('error', gone.resolve);
      void closed.promise.then(gone.resolve);
      const late = setTimeout(gone.resolve, readerMs);
      const disarm = (): void => {
        clearTimeout(late);
        gatherer.flushSync = () => undefined;
      };
      void gone.promise.then(disarm).then(ended);
      // Its own flush calls back with up to `minLength` bytes still to be written.
      if (!gatherer.destroyed) gatherer.end();
    },
  };
}

interface Gatherer {
  readonly destroyed: boolean;
  write(line: Buffer): void;
  end(): void;
  once(event: 'close' | 'error', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  on(event: 'write', listener: (bytes: number) => void): void;
  /** At the end of the process; where nobody reads any more, it would wait for ever. */
  flushSync: () => void;
}

/** Hands what was logged to whoever reads it, who has a second for it: nothing that is logged later is handed on. */
export const endLog = (log: Logger): Promise<void> => new Promise((done) => log.flush(() => done()));

// Without a message pino takes the error's own, and it fills %s with values; neither passes the list above.
function constantMessage(this: Logger, given: unknown[], write: LogFn): void {
  const [first, second] = given;
  if (typeof first === 'string') return write.call(this, first);
  const fields = first instanceof Error ? { err: first } : first;
  write.call(this, fields, typeof second === 'string' ? second : 'unexpected');
}

function allowed(given: Record<string, unknown>): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value instanceof Error) Object.assign(line, errorFields(value));
    else if (FIELDS.has(name) && isPlain(value)) line[name] = typeof value === 'string' ? cut(value) : value;
  }
  return line;
}

/** Where an error arose, without what it says when a database says it: such messages repeat statements and values. */
function errorFields(error: Error): Record<string, unknown> {
  const chain = errorChain(error);
  // The innermost: a refusal's own code is the same for every cause.
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
