import { Counter, type Registry } from 'prom-client';
import type { Ports } from '../ports/ports.js';
import { RequestLogWriter } from '../workers/request-log.js';
import type { Config } from './config.js';

/** The request log of this process, with its metric; undefined if switched off. */
export function openRequestLog(
  { requestLog: isOn }: Config,
  ports: Pick<Ports, 'requestLog' | 'clock' | 'log'>,
  registry: Registry,
): RequestLogWriter | undefined {
  if (!isOn) return undefined;
  const logging = new RequestLogWriter(ports);
  new Counter({
    name: 'psp_request_log_lines_total',
    help: 'Lines of the request log, written or dropped.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(logging.counts)) this.inc({ outcome }, count);
    },
  });
  return logging;
}
