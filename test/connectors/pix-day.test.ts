import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Provider } from '../../src/ports/provider.js';
import { compareStatement } from '../../src/usecases/statement.js';
import { withHand } from '../setup/hand.js';
import { freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import { balanceOf, openFunding } from '../setup/verbs.js';
import { openPixWorld, type PixWorld } from './pix-world.js';

let world: PixWorld;
let service: RunningService;

const noticesUrl = (): string => `${service.baseUrl}/providers/pix/notices`;
/** In the second zone the day is always one later than in the first. */
const [early, late] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];

beforeAll(async () => {
  world = await openPixWorld();
  world.configure({ time_zone: early });
  await world.program.start();
  service = await openService({ PSP_CONNECTORS: world.connectors, PSP_SEND_WINDOW_MS: '3000' });
  await restart(early);
});
afterAll(async () => {
  await service.stop();
  await world.close();
});

async function restart(zone: string): Promise<void> {
  await world.program.end('SIGKILL');
  world.configure({ time_zone: zone }, noticesUrl());
  await world.program.start();
}

/** A one-payment account and its charge. */
async function charge(amount: string): Promise<{ id: string; txid: string; opened: Answer }> {
  const known = new Set(world.institution.rules.charges.keys());
  const payer = { 'payer.name': 'João da Silva', 'payer.document': '52998224725' };
  const body = { method: 'pix', currency: 'BRL', settlement_currency: 'BRL', amount, payer };
  const opened = await openFunding(service, body);
  const txid = [...world.institution.rules.charges.keys()].find((each) => !known.has(each)) ?? '';
  return { id: opened.get('id'), txid, opened };
}

const payinOf = (fundingAccountId: string): Promise<Answer> =>
  service.until(
    '/v1/payins',
    (each) =>
      (each.at('data') as { funding_account_id: string; status: string }[]).some(
        ({ funding_account_id: id, status }) => id === fundingAccountId && status === 'completed',
      ),
    120_000,
  );

async function paid(amount: string): Promise<string> {
  const { id, txid } = await charge(amount);
  world.institution.rules.pay(txid, amount);
  return payinIn(await payinOf(id), id);
}

const payinIn = (list: Answer, fundingAccountId: string): string => {
  const all = list.at('data') as { id: string; funding_account_id: string }[];
  return all.find(({ funding_account_id: id }) => id === fundingAccountId)?.id ?? '';
};

async function refund(payin: string, amount: string): Promise<string> {
  const body = { payin_id: payin, amount, reason: 'goods came back' };
  const made = await service.post('/v1/refunds', body, { idempotencyKey: freshKey() });
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

const ended = (id: string): Promise<Answer> =>
  service.until(`/v1/refunds/${id}`, (each) => /^(completed|failed)$/.test(each.get('status')), 120_000);

const returnsOf = (valor: string) =>
  [...world.institution.rules.received.values()]
    .flatMap(({ devolucoes }) => devolucoes)
    .filter((each) => each.valor === valor);

test('a live day over Pix with kills and cut connections loses nothing and repeats nothing', async () => {
  const { institution, program } = world;
  const { txid, id, opened } = await charge('25.00');
  expect(opened.at('instructions.copy_paste_code')).toMatch(/br\.gov\.bcb\.pix/);
  expect(institution.rules.payers).toEqual([{ cpf: '52998224725', nome: 'João da Silva' }]);
  institution.deliver = (pix) => [pix, pix, [...pix, ...pix]];
  institution.rules.pay(txid, '25.00');
  const first = payinIn(await payinOf(id), id);

  // Paid while the connector is down: its webhook cannot be reached.
  const unseen = await charge('40.00');
  await program.end('SIGKILL');
  institution.rules.pay(unseen.txid, '40.00');
  await program.start();
  const second = payinIn(await payinOf(unseen.id), unseen.id);

  const isRefund = (method: string, path: string): boolean =>
    method === 'PUT' && path.includes('/devolucao/');
  institution.fault = (method, path) => (isRefund(method, path) ? 'cut after' : undefined);
  expect((await ended(await refund(first, '5.01'))).at('status')).toBe('completed');
  institution.fault = (method, path) => (isRefund(method, path) ? '500 before' : undefined);
  expect((await ended(await refund(first, '5.02'))).at('failure_code')).toBe('not_submitted');

  // Killed between the order and its response.
  institution.fault = (method, path) => (isRefund(method, path) ? 'hang after' : undefined);
  const hanging = await refund(second, '5.03');
  await expect.poll(() => returnsOf('5.03').length).toBe(1);
  await program.end('SIGKILL');
  institution.fault = () => undefined;
  await program.start();
  expect((await ended(hanging)).at('status')).toBe('completed');

  // The institution processes the refund later.
  institution.rules.refunds = 'EM_PROCESSAMENTO';
  const slow = await refund(second, '5.04');
  await expect.poll(() => returnsOf('5.04').length).toBe(1);
  institution.rules.end(String([...institution.rules.received.values()].at(-1)?.endToEndId), 'DEVOLVIDO');
  expect((await ended(slow)).at('status')).toBe('completed');
  institution.rules.refunds = 'DEVOLVIDO';
  const third = await paid('10.00');
  expect((await ended(await refund(third, '10.00'))).at('status')).toBe('completed');

  expect(['5.01', '5.02', '5.03', '5.04', '10.00'].map((valor) => returnsOf(valor).length)).toEqual([
    1, 0, 1, 1, 1,
  ]);
  expect(await balanceOf(service, 'BRL')).toMatchObject({ available: '49.92', reserved: '0.00' });
  const payins = (await service.get('/v1/payins')).at('data') as unknown[];
  expect(payins).toHaveLength(3);

  await restart(late);
  const report = await withHand(service, async (ports) => {
    const provider = ports.providers.get('pix') as Provider;
    await expect.poll(async () => Number((await provider.statement()).closed), { timeout: 60_000 }).toBe(8);
    return compareStatement(ports, provider);
  });
  expect({ lines: report.lines, raised: report.raised, unknown: report.unknown }).toEqual({
    lines: 7,
    raised: [],
    unknown: [],
  });
  await service.check();
});
