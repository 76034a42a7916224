import { readConfig } from '../config.js';
import { createLog } from '../log.js';
import { startService, type Service } from '../run.js';

/** Runs the service until SIGTERM or SIGINT, which end it within 10 seconds (supplement §8). */
export async function serve(greeting: (service: Service) => string): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const service = await startService(config, log);
  process.stdout.write(greeting(service));
  const end = (signal: NodeJS.Signals): void => {
    log.info({ signal }, 'stopping');
    const late = setTimeout(() => process.exit(1), 10_000);
    late.unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
