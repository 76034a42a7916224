import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { answerParent } from '../child.ts';

/** A page as it was answered once. */
export interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly html: string;
}

answerParent(serve);

/** Answers with the same bytes, and does nothing for them. */
async function serve({ headers, html }: Page): Promise<string> {
  const server = fastify();
  server.get('/s/:token/:step', async (_, reply) => reply.headers(headers).send(html));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
