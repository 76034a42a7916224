import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request as send } from 'undici';
import { authority, local, receiverKey, trusted } from '../setup/certificate.js';
import { PixRules, Refusal, type ReceivedPix } from './pix-rules.js';

/**
 * `after`: executed, but the response does not say so. `before`: not executed. `page`: an HTML response of a
 * proxy.
 */
export type Fault =
  | 'cut before'
  | 'cut after'
  | 'hang after'
  | '429'
  | '503'
  | '401'
  | `${number} ${'before' | 'after' | 'page'}`;

export const credentials = { id: 'client', secret: 'a secret of the client' } as const;

/** A receiving institution over HTTPS with client certificates. It keeps state and can be told to fail. */
export class Institution {
  readonly rules = new PixRules();
  /** The fault of a request; undefined: none. */
  fault: (method: string, path: string) => Fault | undefined = () => undefined;
  /** How webhook calls are made: the list of Pix in each call, in order. */
  deliver: (pix: readonly object[]) => readonly (readonly object[])[] = (pix) => [pix];
  readonly calls: string[] = [];
  /** Requests and responses, except for tokens. */
  readonly exchanges: {
    method: string;
    path: string;
    requestText: string;
    status: number;
    responseBody: object;
  }[] = [];
  readonly webhooks: number[] = [];
  tokenSeconds = 600;
  /** Retry-After of 429 and 503 responses. */
  retryAfter = '1';
  /** Delay of token responses. */
  tokenDelayMs = 0;
  readonly #tokens = new Set<string>();
  readonly #server: Server;
  readonly #agent = new Agent({ connect: { ca: local, cert: trusted, key: receiverKey } });

  constructor() {
    this.#server = createServer(
      { cert: local, key: receiverKey, ca: authority, requestCert: true, rejectUnauthorized: true },
      (request, response) => void this.#serve(request, response).catch(() => response.destroy()),
    );
    this.rules.onChange = (pix) => void this.call(pix);
  }

  async start(port = 0): Promise<string> {
    this.#server.listen(port, 'localhost');
    await once(this.#server, 'listening');
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    await this.#agent.destroy();
  }

  /** Calls the webhook as `deliver` says. */
  async call(pix: ReceivedPix): Promise<void> {
    const url = this.rules.webhookUrl;
    if (url === undefined || pix.txid === undefined) return;
    for (const list of this.deliver([pix])) this.webhooks.push(await this.#callOnce(`${url}/pix`, list));
  }

  /** Status of the response; 0 if there was none. */
  async #callOnce(url: string, pix: readonly object[]): Promise<number> {
    try {
      const answer = await send(url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pix }),
      });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return 0;
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const text = await textOf(request);
    const path = url.replace(/^\/api\/v2/, '');
    this.calls.push(`${method} ${path.split('?')[0]}`);
    if (path === '/oauth/token') return this.#giveToken(request, response, text);
    const fault = this.fault(method, path);
    if (fault === 'cut before') return void response.destroy();
    const [, code = '', when] = /^(\d+) (\w+)$/.exec(fault ?? '') ?? [];
    const wrong = problem(Number(code), 'ErroDaInstituicao');
    if (when === 'before') return answer(response, Number(code), wrong);
    if (when === 'page') return void response.writeHead(Number(code)).end('<html>a proxy</html>');
    if (fault === '503')
      return answer(
        response.setHeader('retry-after', this.retryAfter),
        503,
        problem(503, 'ServicoIndisponivel'),
      );
    if (fault === '429')
      return answer(response.setHeader('retry-after', this.retryAfter), 429, problem(429, 'LimiteExcedido'));
    const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (fault === '401' || !this.#tokens.has(bearer))
      return answer(response, 401, problem(401, 'NaoAutorizado'));
    const { status, body } = this.#decide(method, path, text);
    this.exchanges.push({ method, path, requestText: text, status, responseBody: body });
    if (fault === 'cut after') return void response.destroy();
    if (when === 'after') return answer(response, Number(code), wrong);
    if (fault !== 'hang after') answer(response, status, body);
  }

  #decide(method: string, path: string, text: string): { status: number; body: object } {
    try {
      return this.rules.serve(method, path, text);
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: problem(error.status, error.type) };
      throw error;
    }
  }

  async #giveToken(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
    await sleep(this.tokenDelayMs);
    const decoded = Buffer.from(
      request.headers.authorization?.replace(/^Basic /, '') ?? '',
      'base64',
    ).toString();
    const expected = `${credentials.id}:${encodeURIComponent(credentials.secret)}`;
    if (decoded !== expected || new URLSearchParams(text).get('grant_type') !== 'client_credentials')
      return answer(response, 401, { error: 'invalid_client' });
    const token = randomBytes(16).toString('hex');
    this.#tokens.add(token);
    const body = { access_token: token, token_type: 'Bearer', expires_in: this.tokenSeconds };
    return answer(response, 200, body);
  }

  /** Expires all tokens. */
  revokeTokens(): void {
    this.#tokens.clear();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

const problem = (status: number, type: string): object => ({
  type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
  title: type,
  status,
});

function answer(response: ServerResponse, status: number, body: object): void {
  const type = status < 300 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}
