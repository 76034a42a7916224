import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { freshKey, type Answer, type Client } from '../setup/running.js';

/** A request to the service; a POST includes the key for repeating it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  /** Another bearer token than the service's own key; null for none. */
  readonly bearer?: string | null;
}

export interface Exchange extends RecordedRequest {
  readonly answer: Answer;
}

export interface Recorder {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  close(): void;
}

/** Forwards requests to the service and records requests and responses. */
export async function openRecorder(service: Pick<Client, 'call'>): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const sent = await text(request);
    const body: unknown = sent === '' ? undefined : JSON.parse(sent);
    const key = headers['idempotency-key'];
    const bearer = headers.authorization?.replace(/^Bearer /, '') ?? null;
    const recorded = { method, path, body, bearer, key: typeof key === 'string' ? key : freshKey() };
    const answer = await send(service, recorded);
    exchanges.push({ ...recorded, answer });
    response.writeHead(answer.status).end(answer.text);
  };
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, exchanges, close: () => server.close() };
}

export function send(service: Pick<Client, 'call'>, request: RecordedRequest): Promise<Answer> {
  const { method, path, body, key, bearer } = request;
  const as = bearer === undefined ? {} : { key: bearer };
  return service.call(method, path, { body, ...as, ...(method === 'POST' && { idempotencyKey: key }) });
}
