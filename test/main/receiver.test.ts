import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhooks } from '../../sdk/typescript/src/index.js';
import { systemDns } from '../../src/adapters/dns/resolver.js';
import { httpSender } from '../../src/adapters/http/sender.js';
import { tryReceiver } from '../../src/tools/receiver/trial.js';
import { forLibrary, standardOf } from '../setup/standard-webhook.js';

const secret = `whsec_${'aB3-_'.repeat(8)}xyz`;
const seen = new Set<string>();

/** Receivers at paths of one server: a correct one, and some with one fault each. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answer = (status: number): void => void response.writeHead(status).end();
    const body = Buffer.concat(chunks);
    const { url: path = '', headers } = request;
    if (path === '/trusting') return answer(204);
    if (path === '/refusing') return answer(400);
    if (path === '/standard') return answer(isStandard(body, headers) ? 204 : 400);
    const tolerance = path === '/patient' ? { toleranceSeconds: 1e9 } : {};
    webhooks.verify({ body, headers, secret }, tolerance).then(
      ({ id, type }) => {
        if (path === '/once' && seen.has(id)) return answer(409);
        seen.add(id);
        return answer(path === '/strict' && String(type) === 'thing.of_later' ? 422 : 204);
      },
      () => answer(400),
    );
  });
});
function isStandard(body: Buffer, headers: IncomingHttpHeaders): boolean {
  try {
    new Webhook(forLibrary(secret)).verify(body, standardOf(headers));
    return true;
  } catch {
    return false;
  }
}
const sender = httpSender({ dns: systemDns(), allowInsecure: true });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await sender.stop();
  await new Promise((resolve) => server.close(resolve));
});

const takings = [
  'accepts an event',
  'accepts the same event again',
  'accepts events of two resources out of order',
  'accepts an event that is a day late',
  'accepts an unknown event type',
  'accepts either of two signatures',
];
const refusals = [
  'rejects the signature of another secret',
  'rejects a changed body',
  'rejects a delivery without a signature',
  'rejects a signature that is an hour old',
];

it.each([
  ['/good', []],
  ['/standard', []],
  ['/trusting', refusals],
  ['/refusing', takings],
  ['/patient', refusals.slice(3)],
  ['/once', ['accepts the same event again']],
  ['/strict', ['accepts an unknown event type']],
])('the receiver at %s gets exactly its faults reported', async (path, wrong) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const names: string[] = [];
  const trial = { url, secret, environment: 'sandbox', sender, now: () => new Date() };
  const findings = await tryReceiver(trial, ({ name }) => names.push(name));
  expect(names).toEqual([...takings, ...refusals]);
  expect(findings.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual(wrong);
});

it('a receiver that cannot be reached fails every check', async () => {
  const trial = { url: 'http://127.0.0.1:1/', secret, environment: 'sandbox', sender, now: () => new Date() };
  const findings = await tryReceiver(trial, () => undefined);
  expect(findings.filter(({ holds }) => holds)).toEqual([]);
});
