import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { readConfig } from '../config.js';
import { createLog, endLog } from '../log.js';
import { startService, type Service } from '../run.js';

/** Runs the service until it is told to end, which it does within 10 seconds (supplement §8), or a fault ends it at once. */
export async function serve(told: AbortSignal, greeting: (service: Service) => string): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const exit = async (code: number): Promise<void> => {
    await endLog(log);
    process.exit(code);
  };
  let isFaulty = false;
  process.on('uncaughtException', (thrown: unknown) => {
    // A log that cannot be written is a fault too, and to log that is the next.
    if (isFaulty) return;
    isFaulty = true;
    const error = thrown instanceof Error ? thrown : new Error('what was thrown is no error');
    const { name, code = '' } = error as NodeJS.ErrnoException;
    process.stderr.write(`The process ends: nothing caught this fault: ${name} ${code}\n`);
    log.error({ err: error }, 'the process ends: nothing caught this fault');
    void exit(1);
  });
  onceTold(told, () => {
    log.info({ signal: String(told.reason) }, 'stopping');
    const late = setTimeout(() => {
      log.error({}, 'the stop took more than ten seconds');
      void exit(1);
    }, 10_000);
    late.unref();
  });
  // A signal that came while the program was loaded is heard now, before anything is made.
  await turnOfLoop();
  const service = await startService(config, log, told).catch((error: unknown) => {
    if (!told.aborted) throw error;
    if (error !== told.reason) log.warn({ err: error }, 'the start failed when it was told to end');
  });
  // What it had begun has been stopped.
  if (service === undefined) return exit(0);
  onceTold(told, () => {
    service.stop().then(
      () => exit(0),
      () => exit(1),
    );
  });
  process.stdout.write(greeting(service));
}

function onceTold(told: AbortSignal, act: () => void): void {
  if (told.aborted) act();
  else told.addEventListener('abort', act, { once: true });
}
