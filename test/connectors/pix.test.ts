import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundIdOf } from '../../connectors/pix/record.ts';
import { exact } from '../../src/domain/money.js';
import type { Notice, Provider, Submission } from '../../src/ports/provider.js';
import { aConnector } from '../setup/connector.js';
import { eventually } from '../setup/patience.js';
import { projectText } from '../setup/source.js';
import type { Fault } from './institution.js';
import { openPixWorld, type PixWorld } from './pix-world.js';

let world: PixWorld;
let provider: Provider;
beforeAll(async () => {
  world = await openPixWorld();
  world.configure({ charge: 'cobv', overlap_seconds: 30 });
  await world.program.start();
  provider = aConnector(world.url, { name: 'pix', tls: world.tls });
  await provider.remote?.refresh();
});
afterAll(async () => {
  await provider.stop();
  await world.close();
});

let count = 0;
const refundOf = (payment: string, amount: string): Submission => ({
  reference: `refund-${(count += 1)}`,
  kind: 'refund',
  method: 'pix',
  amount: exact(amount),
  currency: 'BRL',
  details: { payment_reference: payment },
  accountId: 'acct_1',
  memo: 'goods came back',
  sendBy: new Date(Date.now() + 10_000),
});

const findingOf = async ({ reference }: Submission): Promise<string> =>
  (await provider.lookUp([reference])).get(reference)?.outcome ?? '';

async function noticesAbout(endToEndId: string): Promise<readonly Notice[]> {
  const { notices = [] } = (await provider.remote?.notices()) ?? {};
  return notices.filter((notice) => 'paymentReference' in notice && notice.paymentReference === endToEndId);
}

const isPut = (method: string, path: string): boolean => method === 'PUT' && path.includes('/devolucao/');

describe('a refund', () => {
  // Only the first request has the fault.
  const table: [Fault, receipt: string, finding: string, returned: number][] = [
    ['cut after', 'uncertain', 'paid', 1],
    ['500 after', 'uncertain', 'paid', 1],
    ['cut before', 'uncertain', 'not_found', 0],
    ['500 before', 'uncertain', 'not_found', 0],
    ['503', 'uncertain', 'not_found', 0],
    ['429', 'paid', 'paid', 1],
    ['401', 'paid', 'paid', 1],
    // None of these proves that the institution will not refund later.
    ['408 before', 'uncertain', 'not_found', 0],
    ['409 before', 'uncertain', 'not_found', 0],
    ['409 after', 'uncertain', 'paid', 1],
    ['423 before', 'uncertain', 'not_found', 0],
    ['425 before', 'uncertain', 'not_found', 0],
    ['404 page', 'uncertain', 'not_found', 0],
  ];
  test.each(table)(
    'with %s is %s, is found %s, and is sent once',
    async (fault, receipt, finding, returned) => {
      const { institution } = world;
      const pix = institution.rules.pay('b'.repeat(30), '10.00');
      let isMet = false;
      institution.fault = (method, path) => {
        if (isMet || !isPut(method, path)) return undefined;
        isMet = true;
        return fault;
      };
      const order = refundOf(pix.endToEndId, '4.00');
      expect((await provider.submit(order)).outcome).toBe(receipt);
      institution.fault = () => undefined;
      expect(await findingOf(order)).toBe(finding);
      expect(pix.devolucoes).toHaveLength(returned);
      // The order is repeated: an existing refund is returned, a missing one is sent once.
      expect((await provider.submit(order)).outcome).toBe('paid');
      expect((await provider.submit(order)).outcome).toBe('paid');
      expect(pix.devolucoes).toHaveLength(1);
    },
  );

  test('is permanently refused if the institution refuses it', async () => {
    const { rules } = world.institution;
    const { endToEndId } = rules.pay('b'.repeat(30), '10.00');
    const orders: [Submission, string][] = [
      [refundOf(endToEndId, '10.01'), 'pix_devolucao_invalida'],
      [refundOf(`E${'0'.repeat(31)}`, '1.00'), 'pix_nao_encontrado'],
      [refundOf('no payment', '1.00'), 'payment_not_found'],
      [{ ...refundOf(endToEndId, '1.00'), currency: 'USD' }, 'not_offered'],
      [{ ...refundOf(endToEndId, '1.00'), kind: 'payout' }, 'not_offered'],
    ];
    for (const [order, code] of orders) {
      expect(await provider.submit(order)).toEqual({ outcome: 'refused', code });
      expect(await provider.submit(order)).toEqual({ outcome: 'refused', code });
      expect(await findingOf(order)).toBe('not_executed');
    }
    expect(rules.received.get(endToEndId)?.devolucoes).toEqual([]);
  });

  test('that exists at the institution is found, not refused', async () => {
    const { rules } = world.institution;
    const { endToEndId } = rules.pay('b'.repeat(30), '10.00');
    const order = refundOf(endToEndId, '6.00');
    // Sent by a connector whose journal is lost.
    rules.serve('PUT', `/pix/${endToEndId}/devolucao/${refundIdOf(order.reference)}`, '{"valor":"6.00"}');
    expect((await provider.submit(order)).outcome).toBe('paid');
    expect(rules.received.get(endToEndId)?.devolucoes).toHaveLength(1);
  });

  test('that the institution failed to execute is not executed', async () => {
    const { rules } = world.institution;
    rules.refunds = 'EM_PROCESSAMENTO';
    const { endToEndId } = rules.pay('b'.repeat(30), '10.00');
    const order = refundOf(endToEndId, '3.00');
    expect(await provider.submit(order)).toEqual({ outcome: 'accepted' });
    expect(await findingOf(order)).toBe('in_flight');
    rules.end(endToEndId, 'NAO_REALIZADO');
    rules.refunds = 'DEVOLVIDO';
    expect((await provider.lookUp([order.reference])).get(order.reference)).toEqual({
      outcome: 'not_executed',
      code: 'nao_realizado',
    });
  });
});

describe('a received Pix', () => {
  test('is announced once, whether the webhook arrives late, repeatedly, out of order or never', async () => {
    const { institution } = world;
    const seen: object[] = [];
    institution.deliver = (pix) => (seen.push(...pix), []);
    const silent = institution.rules.pay('c'.repeat(30), '1.00');
    const other = institution.rules.pay(undefined, '2.00');
    await eventually(async () => expect(await noticesAbout(silent.endToEndId)).toHaveLength(1));
    await eventually(async () => expect(await noticesAbout(other.endToEndId)).toHaveLength(1));
    institution.deliver = () => [[...seen, ...seen], seen.toReversed(), seen];
    await institution.call(silent);
    expect(institution.webhooks.slice(-3)).toEqual([200, 200, 200]);
    institution.deliver = (pix) => [pix];
    const next = institution.rules.pay('d'.repeat(30), '3.00');
    await eventually(async () => expect(await noticesAbout(next.endToEndId)).toHaveLength(1));
    expect(await noticesAbout(silent.endToEndId)).toHaveLength(1);
  });

  test('that appears late is found by the overlap, and one known only from a webhook is ignored', async () => {
    const { institution } = world;
    institution.deliver = () => [];
    const late = institution.rules.pay('e'.repeat(30), '5.00', new Date(Date.now() - 20_000).toISOString());
    await eventually(async () => expect(await noticesAbout(late.endToEndId)).toHaveLength(1));
    institution.deliver = (pix) => [pix];
    const forged = { ...late, endToEndId: `E${'f'.repeat(31)}` };
    const reads = (): number =>
      institution.calls.filter((call) => call === `GET /pix/${forged.endToEndId}`).length;
    await institution.call(forged);
    await eventually(() => expect(reads()).toBeGreaterThan(0));
    expect(await noticesAbout(forged.endToEndId)).toEqual([]);
    const confirmations = await provider.confirmPayins([forged.endToEndId, late.endToEndId, 'none']);
    expect([...confirmations.values()].map(({ outcome }) => outcome)).toEqual([
      'not_confirmed',
      'confirmed',
      'not_confirmed',
    ]);
  });

  test('that the institution returns is reversed if complete, and booked as an unknown order if partial', async () => {
    const { institution } = world;
    const whole = institution.rules.pay('g'.repeat(30), '8.00');
    const part = institution.rules.pay('h'.repeat(30), '9.00');
    institution.rules.takeBack(whole.endToEndId, '8.00');
    const { rtrId } = institution.rules.takeBack(part.endToEndId, '1.00');
    await eventually(async () =>
      expect((await noticesAbout(whole.endToEndId)).map(({ type }) => type)).toEqual([
        'payment',
        'payment_result',
      ]),
    );
    await eventually(async () => {
      const { lines } = await provider.statement();
      const of = (reference: string) => lines.filter((line) => line.reference === reference);
      expect(of(whole.endToEndId).map(({ kind }) => kind)).toEqual(['payment', 'payment_reversed']);
      expect(of(rtrId).map(({ kind, amount }) => [kind, amount.toFixed()])).toEqual([['order', '1']]);
    });
    expect((await noticesAbout(part.endToEndId)).map(({ type }) => type)).toEqual(['payment']);
  });

  test('is confirmed while the institution is unreachable if it was read before, and waits otherwise', async () => {
    const { institution } = world;
    const known = institution.rules.pay('i'.repeat(30), '1.00');
    await eventually(async () => expect(await noticesAbout(known.endToEndId)).toHaveLength(1));
    institution.fault = () => '500 before';
    institution.deliver = () => [];
    const unread = institution.rules.pay('j'.repeat(30), '1.00');
    const confirmations = await provider.confirmPayins([known.endToEndId, unread.endToEndId]);
    institution.fault = () => undefined;
    institution.deliver = (pix) => [pix];
    expect([...confirmations.values()].map(({ outcome }) => outcome)).toEqual(['confirmed', 'pending']);
    await eventually(async () => expect(await noticesAbout(unread.endToEndId)).toHaveLength(1));
  });
});

describe('a one-payment account', () => {
  const tomorrow = new Date(Date.now() + 2 * 86_400_000);
  const ask = { reference: 'fa-1', method: 'pix', currency: 'BRL', amount: exact('25'), expiresAt: tomorrow };

  test('with a payer has a due date, and its code is built from the location', async () => {
    const { rules } = world.institution;
    const payer = { name: 'Loja Ana', document: '12ABC34501DE35' };
    const opened = await provider.openFundingAccount({ ...ask, payer });
    expect(opened).toMatchObject({ outcome: 'opened', instructions: { amount: '25.00', currency: 'BRL' } });
    const charge = [...rules.charges.values()].at(-1);
    expect(charge).toMatchObject({
      kind: 'cobv',
      requestBody: { devedor: { cnpj: payer.document, nome: payer.name } },
    });
    const code = 'instructions' in opened ? (opened.instructions['copy_paste_code'] ?? '') : '';
    expect(code).toContain(
      `25${`pix.example.com/qr/v2/cobv/${charge?.txid}`.length}pix.example.com/qr/v2/cobv/`,
    );
    expect(await provider.openFundingAccount({ ...ask, payer })).toEqual(opened);
    await provider.closeFundingAccount('fa-1');
    await provider.closeFundingAccount('fa-1');
    expect(charge?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });

  test('is opened as one charge although the response was cut off and a token expired', async () => {
    const { institution } = world;
    institution.revokeTokens();
    institution.fault = (method, path) =>
      method === 'PUT' && path.startsWith('/cob/') ? 'cut after' : undefined;
    const one = { ...ask, reference: 'fa-2' };
    await expect(provider.openFundingAccount(one)).rejects.toThrow(/502/);
    const before = institution.rules.charges.size;
    institution.fault = () => undefined;
    expect((await provider.openFundingAccount(one)).outcome).toBe('opened');
    expect(institution.rules.charges.size).toBe(before);
  });

  test('that has expired, or is not paid by Pix, is refused', async () => {
    const over = { ...ask, reference: 'fa-3', expiresAt: new Date(Date.now() - 1_000) };
    expect(await provider.openFundingAccount(over)).toEqual({ outcome: 'refused', code: 'expired' });
    const spei = { reference: 'fa-4', method: 'spei', currency: 'MXN' };
    expect(await provider.openFundingAccount(spei)).toEqual({ outcome: 'refused', code: 'not_offered' });
  });
});

test('every request and response matches the description', () => {
  const description = JSON.parse(projectText('connectors/pix/api-pix.openapi.json')) as {
    paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body> }>>;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...description, $id: 'pix' } as AnySchema);
  const pointer = (...parts: string[]): string =>
    parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
  const used = new Set<string>();
  for (const { method, path, requestText, status, responseBody } of world.institution.exchanges) {
    const [plain = ''] = path.split('?');
    const template = Object.keys(description.paths).find((each) =>
      new RegExp(`^${each.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain),
    );
    const verb = method.toLowerCase();
    const operation = description.paths[template ?? '']?.[verb];
    expect(operation, `${method} ${plain}`).toBeDefined();
    if (template === undefined || operation === undefined) continue;
    const at = (...parts: string[]): string => `pix#${pointer('paths', template, verb, ...parts, 'schema')}`;
    const content = ['content', 'application/json'];
    // A refused request may be invalid on purpose.
    if (operation.requestBody && status < 300)
      expect(
        ajv.validate(at('requestBody', ...content), JSON.parse(requestText)),
        `${method} ${path} ${ajv.errorsText()}`,
      ).toBe(true);
    if (operation.responses[String(status)]?.content)
      expect(
        ajv.validate(at('responses', String(status), ...content), responseBody),
        `${path} ${ajv.errorsText()}`,
      ).toBe(true);
    used.add(`${method} ${template}`);
  }
  expect(used.size).toBe(9);
});

interface Body {
  readonly content?: object;
}
