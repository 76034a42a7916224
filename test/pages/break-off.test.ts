import { expect, it, onTestFinished } from 'vitest';
import { openSession } from '../setup/hosted.js';
import { openSocket } from '../setup/raw-http.js';
import { openService } from '../setup/running.js';
import { scrape } from '../setup/scrape.js';

interface Line {
  readonly level: string;
  readonly status?: number;
}

it('a payer who disconnects during a form is not logged and not counted as an error', async () => {
  const lines: Line[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
  const service = await openService({ LOG_LEVEL: 'info' }, { write });
  onTestFinished(() => service.stop());
  const { port } = new URL(service.baseUrl);
  const path = (await openSession(service)).get('path');
  const targets = [`${path}/amount`, `${path}/review`];
  const framings = [
    'Content-Length: 400\r\n\r\namount=10',
    'Transfer-Encoding: chunked\r\n\r\n40\r\namount=10',
  ];
  const type = 'Content-Type: application/x-www-form-urlencoded';
  for (const target of targets)
    for (const framing of framings) {
      const socket = await openSocket({ port: Number(port) });
      socket.write(`POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${type}\r\n${framing}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.destroy();
    }
  // A whole request after them has its line: what was to be said of the others has been said by then.
  await fetch(`${service.baseUrl}/s/nobody`);
  await expect.poll(() => lines.some(({ status }) => status === 404), { timeout: 15_000 }).toBe(true);
  const faults = lines.filter(({ level, status = 0 }) => ['error', 'fatal'].includes(level) || status >= 500);
  expect(faults).toEqual([]);
  const measures = (await scrape(service)).all();
  const isFault = (status = '') => status.startsWith('5');
  expect(measures.filter(({ labels, value }) => isFault(labels['status']) && value > 0)).toEqual([]);
});
