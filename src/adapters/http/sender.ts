import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Posted, Posting, Sender } from '../../ports/sender.js';

const deadlineMs = 10_000;

/** Posts over kept connections; the answer's body is thrown away. */
export function httpSender(): Sender {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });

  const exchange = ({ url, headers, body }: Posting): Promise<number> =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const options = { method: 'POST', headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } };
      const sent = isSecure
        ? httpsRequest(url, { ...options, agent: secure })
        : httpRequest(url, { ...options, agent: plain });
      const timer = setTimeout(() => sent.destroy(new Error('no answer within 10 seconds')), deadlineMs);
      sent.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      sent.on('response', (response) => {
        response.on('error', reject).on('close', () => clearTimeout(timer));
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.end(body);
    });

  return {
    async post(posting: Posting): Promise<Posted> {
      const began = performance.now();
      const outcome = await exchange(posting).then(
        (httpStatus) => ({ httpStatus, error: null }),
        (error: unknown) => ({
          httpStatus: null,
          error: error instanceof Error ? error.message : 'no answer',
        }),
      );
      return { ...outcome, durationMs: performance.now() - began };
    },
    async stop() {
      plain.destroy();
      secure.destroy();
    },
  };
}
