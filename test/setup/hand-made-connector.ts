import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signed, signatureHeader } from '../../src/adapters/providers/connector/signature.js';
import { offered, theirKeys } from './connector.js';

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer in parts that a test may set; the rest is as it should be. */
interface Saying {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** In place of the body's own text: it is signed all the same. */
  readonly text?: string;
  readonly keys?: readonly string[];
  /** Takes the answer in hand: what is written, and when. */
  readonly write?: (answer: ServerResponse, text: string) => void;
}

export interface HandMade {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** From now on such a request is answered so. */
  says(method: string, path: RegExp, saying: Saying): void;
  close(): Promise<void>;
}

const offer = {
  protocol_version: 1,
  environment: 'sandbox',
  capabilities: offered,
  features: ['refund', 'partial_refund', 'returns', 'statement'],
  settling_seconds: 1,
  concurrency: 4,
};

/** A connector that says what a test wants, and signs it. */
export async function aHandMadeConnector(): Promise<HandMade> {
  const requests: ReceivedRequest[] = [];
  const rules: { method: string; path: RegExp; saying: Saying }[] = [
    { method: 'GET', path: /^\/capabilities/, saying: { body: offer } },
    { method: 'GET', path: /^\/balance/, saying: { body: { balances: [] } } },
    { method: 'PUT', path: /^\/operations\//, saying: { body: { outcome: 'accepted' } } },
  ];
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      requests.push({ method, path, headers, body: Buffer.concat(parts).toString('utf8') });
      const { saying = { status: 404 } } =
        rules.findLast((rule) => rule.method === method && rule.path.test(path)) ?? {};
      const text = saying.text ?? JSON.stringify(saying.body ?? {});
      const nonce = /nonce=([^,]+)/.exec(String(headers[signatureHeader]))?.[1] ?? '';
      const message = { method, path, body: Buffer.from(text) };
      const signature = signed(message, { keys: saying.keys ?? theirKeys, nonce, at: new Date() });
      answer.writeHead(saying.status ?? 200, { [signatureHeader]: signature, ...saying.headers });
      if (saying.write) saying.write(answer, text);
      else answer.end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    says: (method, path, saying) => void rules.push({ method, path, saying }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
