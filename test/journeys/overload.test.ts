import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryRows } from '../setup/rows.js';
import { freshKey, openService, type RunningService } from '../setup/running.js';
import { inParallel } from '../setup/parallel.js';
import { answersIn, receivedUntilClose, openSocket } from '../setup/raw-http.js';
import { balanceOf, countByStatus, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

/** More than the 250 slots of one account. */
const [connections, perConnection] = [4, 100];
const refusals = 'psp_requests_refused_total{lot="accounts",code="rate_limited"}';

let service: RunningService;
let beneficiary: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '100000.00');
  beneficiary = await speiBeneficiary(service);
});
afterAll(() => service.stop());

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.internalUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

const payoutCount = async (): Promise<number> =>
  (await queryRows(service.databaseUrl, 'select 1 from payout')).length;

/** Requests payouts with all these keys at once, over connections with more streams than one account has slots. */
async function payAtOnce(keys: readonly string[]): Promise<{ status: number; id: unknown }[]> {
  const lists = Array.from({ length: connections }, (_, nth) =>
    keys.slice(nth * perConnection).slice(0, perConnection),
  );
  const answers = lists.map(async (own) => {
    const socket = await openSocket({ port: Number(new URL(service.baseUrl).port) });
    const received = receivedUntilClose(socket);
    socket.write(own.map((key, nth) => payoutText(key, nth === own.length - 1)).join(''));
    return answersIn(await received).map(({ status, body }) => ({
      status,
      id: JSON.parse(body).id as unknown,
    }));
  });
  return (await Promise.all(answers)).flat();
}

function payoutText(key: string, isLast: boolean): string {
  const body = JSON.stringify(mxnPayout(beneficiary, '1.00'));
  const lines = [
    'POST /v1/payouts HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${service.apiKey}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Connection: ${isLast ? 'close' : 'keep-alive'}`,
  ];
  return [...lines, '', body].join('\r\n');
}

test('retrying a partly refused burst with the same keys gives every payout once', async () => {
  const before = await balanceOf(service, 'MXN');
  const keys = Array.from({ length: connections * perConnection }, freshKey);
  const refusedBefore = await metric(refusals);
  const answers = await payAtOnce(keys);
  const { 201: made = 0, 429: refused = 0, 503: late = 0 } = countByStatus(answers);
  // On a slow machine a payout may wait longer than 2 seconds for its turn.
  expect(made + refused + late).toBe(keys.length);
  expect(made).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(await metric(refusals)).toBe(refusedBefore + refused);
  expect(await payoutCount()).toBe(made);
  await inParallel([...answers.entries()], 50, async ([index, { status, id }]) => {
    const again = await service.post('/v1/payouts', mxnPayout(beneficiary, '1.00'), {
      idempotencyKey: keys[index] ?? '',
    });
    expect(again.status).toBe(status === 201 ? 200 : 201);
    if (status === 201) expect(again.at('id')).toBe(id);
  });
  expect(await payoutCount()).toBe(keys.length);
  const idle = '/v1/payouts?status=processing';
  await service.until(idle, (page) => (page.at('data') as unknown[]).length === 0);
  const after = await balanceOf(service, 'MXN');
  expect(Number(before['available']) - Number(after['available'])).toBeCloseTo(keys.length * 1.02, 2);
  expect(await metric('psp_requests_under_way{lot="accounts"}')).toBe(0);
  await service.check();
});
