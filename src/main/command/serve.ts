import { readConfig } from '../config.js';
import { createLog, endLog } from '../log.js';
import { startService, type Service } from '../run.js';

/** Runs the service until SIGTERM or SIGINT, which end it within 10 seconds (supplement §8), or a fault does at once. */
export async function serve(greeting: (service: Service) => string): Promise<void> {
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
  const service = await startService(config, log);
  let isEnding = false;
  const end = (signal: NodeJS.Signals): void => {
    // A terminal tells the whole group of processes, and npm tells its own again.
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, 'stopping');
    const late = setTimeout(() => {
      log.error({}, 'the stop took more than ten seconds');
      void exit(1);
    }, 10_000);
    late.unref();
    service.stop().then(
      () => exit(0),
      () => exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.stdout.write(greeting(service));
}
