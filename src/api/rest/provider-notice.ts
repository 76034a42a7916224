import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import { takeProviderNotices } from '../../usecases/provider-notice.js';
import { answerMs, inTime } from '../deadline.js';

/** The path of the public listener where connectors send notices. */
export const noticesPath = '/providers/{name}/notices';

const bodyLimit = 256 * 1024;

interface Serving {
  readonly ports: Ports;
  readonly errorLogger: (request: FastifyRequest) => (error: unknown) => void;
  readonly send: (reply: FastifyReply, status: number, text: string) => FastifyReply;
}

/**
 * Receives notices from connectors. The signature over the raw bytes is verified; the response is sent after
 * the commit.
 */
export function serveNotices(server: FastifyInstance, { ports, errorLogger, send }: Serving): void {
  server.route({
    method: 'POST',
    url: noticesPath.replace(/\{(\w+)\}/, ':$1'),
    config: { isOfProvider: true },
    bodyLimit,
    handler: async (request, reply) => {
      const { name } = request.params as { readonly name: string };
      const provider = ports.providers.get(name);
      const { remote } = provider ?? {};
      if (provider === undefined || remote === undefined)
        throw new Refusal('not_found', 'This connector does not exist.');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['connector-signature']?.toString();
      const { notices, signatureOf } = remote.receive({
        method: request.method,
        path: request.raw.url ?? '',
        body,
        signature,
      });
      const taking = async (): Promise<void> =>
        takeProviderNotices(ports, provider, await remote.proven(notices).catch(cannotBeReached));
      const work = taking();
      request.admitted?.lastUntil(work);
      await inTime(work, answerMs, errorLogger(request));
      const text = JSON.stringify({ taken: notices.length });
      reply.header(...signatureOf(text));
      return send(reply, 200, text);
    },
  });
}

/** The connector sends the notices again. */
function cannotBeReached(error: unknown): never {
  const away = new Refusal(
    'temporarily_unavailable',
    'The notices could not be verified with the connector; send them again.',
  );
  away.cause = error;
  throw away;
}
