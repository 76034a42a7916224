import type { FastifyRequest } from 'fastify';
import type { Log } from '../../ports/log.js';
import { inTime } from '../deadline.js';
import type { Answer } from './route.js';
import { readerMs } from './stream.js';
import { routeOf } from './wide-line.js';

/** Like `inTime`; if the response is too late, its stream is closed. */
export async function answeredInTime(...args: Parameters<typeof inTime<Answer>>): Promise<Answer> {
  try {
    return await inTime(...args);
  } catch (error) {
    const [work] = args;
    work.then(({ stream }) => stream?.close(), ignored);
    throw error;
  }
}

const ignored = (): void => undefined;

/** Time limit and error handler for a streamed response. */
export function streaming(
  request: FastifyRequest,
  options: { readonly readerMs?: number; readonly log: Pick<Log, 'warn'> },
) {
  const context = { request_id: request.id, route: routeOf(request) };
  return {
    waitMs: options.readerMs ?? readerMs,
    failed: (error: unknown): void =>
      options.log.warn({ ...context, err: error }, 'report stream ended early'),
  };
}
