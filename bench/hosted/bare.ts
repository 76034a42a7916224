import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { answerParent } from '../child.ts';

/** A recorded page. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

answerParent(serve);

/** Serves the same bytes without any work. */
async function serve({ headers, html }: Page): Promise<string> {
  const server = fastify();
  server.get('/s/:token/:step', async (_, reply) => reply.headers(headers).send(html));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
