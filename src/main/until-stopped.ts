import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Log } from '../ports/log.js';
import { readConfig } from './config.js';
import { createLog, endLog, outliveOutput } from './log.js';
import { startService, type Service } from './run.js';

const stopMs = 10_000;

type Exit = (code: number) => Promise<void>;

/**
 * Runs the service until a signal or a fault ends it. After SIGTERM, which comes from orchestrators, callers
 * are first sent elsewhere. Then work under way gets 10 seconds to end (supplement §8).
 */
export async function serve(signal: AbortSignal, greeting: (service: Service) => string): Promise<void> {
  const config = readConfig();
  outliveOutput();
  const log = createLog(config.logLevel);
  const exit: Exit = async (code) => {
    await endLog(log);
    process.exit(code);
  };
  endAtFault(log, exit);
  const stop = (running: Service, code = 0): Promise<void> =>
    running.stop().then(
      () => exit(code),
      () => exit(1),
    );
  const now: { running?: Service } = {};
  onceAborted(signal, () => {
    log.info({ signal: String(signal.reason) }, 'stopping');
    if (now.running === undefined) endInTime(log, exit);
    else void endSoon(now.running, signal.reason === 'SIGTERM');
  });
  const endSoon = async (running: Service, isCalled: boolean, code = 0): Promise<void> => {
    if (isCalled) await running.drain();
    endInTime(log, exit);
    await stop(running, code);
  };
  // Handles a signal that came while the program was loading, before anything is created.
  await turnOfLoop();
  const service = await startService(config, log, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    if (error !== signal.reason) log.warn({ err: error }, 'start failed while stopping');
    return undefined;
  });
  // The failed start has stopped what it had started.
  if (service === undefined) return exit(0);
  if (signal.aborted) return stop(service);
  now.running = service;
  void service.superseded.then(() => {
    log.error({}, 'a newer release migrated the database; exiting');
    return endSoon(service, true, 1);
  });
  process.stdout.write(greeting(service));
}

function endAtFault(log: Log, exit: Exit): void {
  let isFaulty = false;
  process.on('uncaughtException', (thrown: unknown) => {
    if (isFaulty) return;
    isFaulty = true;
    const error = thrown instanceof Error ? thrown : new Error('a value that is not an Error was thrown');
    const { name, code = '' } = error as NodeJS.ErrnoException;
    process.stderr.write(`Uncaught exception; exiting: ${name} ${code}\n`);
    log.error({ err: error }, 'uncaught exception; exiting');
    void exit(1);
  });
}

function endInTime(log: Log, exit: Exit): void {
  const late = setTimeout(() => {
    log.error({}, 'stop timed out after 10 seconds');
    void exit(1);
  }, stopMs);
  late.unref();
}

function onceAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
