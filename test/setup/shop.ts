import { expect } from 'vitest';
import { clabeDigit } from '../../src/domain/check-digit.js';
import type { Dashboard } from './dashboard-page.js';
import { operatorOf, type Ask } from './graphql.js';
import { advance, openOtherAccount } from './hand.js';
import { enablePage } from './hosted.js';
import { queryRows } from './rows.js';
import { clientOf, type Client, type RunningService } from './running.js';
import { doneId, settlementActs } from './settled.js';
import { deposit, fund, openFunding, openFundingAccount, speiDestination } from './verbs.js';

/** A company with some weeks of business: long names, several currencies, things that failed, wait or are uncertain. */
export interface Shop {
  readonly service: RunningService;
  readonly admin: { readonly token: string; readonly get: Ask };
  /** Ids by what they are. */
  readonly ids: Readonly<Record<string, string>>;
  /** One more payout that waits for an approval; answers with its id. */
  hold(): Promise<string>;
}

const day = 86_400;
const longName = 'Comercializadora y Distribuidora de Alimentos del Noroeste de Hermosillo';

/** A long reference, a long description and as much metadata as is allowed of a real order. */
const wordy = {
  reference: 'FACTURA-2026-11-000000000000000000000000000000000000000001042-A',
  description: `Pago parcial de la orden de compra 1042, segunda entrega. ${'Entregado en Hermosillo. '.repeat(8)}`,
  metadata: {
    order: '1042',
    cost_center_of_the_department: 'logistics-north-west-and-cold-chain',
    note: 'Delivered in two parts; the second invoice replaces the first one and includes the freight. '.repeat(
      4,
    ),
    url: `https://erp.example.com/orders/1042?${'filter=open&'.repeat(12)}page=2`,
  },
};

const payeesOf = async (client: Client): Promise<Record<string, string>> => {
  const make = async (body: object): Promise<string> => {
    const made = await client.post('/v1/beneficiaries', body);
    expect([200, 201], made.text).toContain(made.status);
    return made.get('id');
  };
  const clabe = (number: number): string => {
    const stem = `03218000${String(number).padStart(9, '0')}`;
    return stem + clabeDigit(stem);
  };
  const spei = (name: string, number: number) =>
    make({ method: 'spei', currency: 'MXN', details: { name, clabe: clabe(number) } });
  const pix = (name: string, key: string) =>
    make({ method: 'pix', currency: 'BRL', details: { name, pix_key: key } });
  return {
    rosa: await spei('Rosa Campos', 11),
    long: await spei(longName, 12),
    ana: await pix('Ana Júlia Ferreira dos Santos Albuquerque', 'ana.julia@example.com'),
    joao: await pix('João Batista', 'joao@example.com'),
  };
};

/** What a payout of that beneficiary and amount says besides. */
interface More {
  readonly from?: string;
  readonly [name: string]: unknown;
}

const payer =
  (client: Client) =>
  async (beneficiaryId: string, amount: string, { from = 'MXN', ...more }: More = {}): Promise<string> => {
    const made = await client.post('/v1/payouts', {
      beneficiary_id: beneficiaryId,
      source_currency: from,
      amount,
      amount_side: 'destination',
      ...more,
    });
    expect(made.status, made.text).toBe(201);
    return made.get('id');
  };

const status = (client: Client, path: string, ...wanted: string[]) =>
  client.until(path, (each) => wanted.includes(String(each.at('status'))));

/** An endpoint where nobody listens: after ten attempts in a day it is failing. */
async function failingEndpoint(service: RunningService): Promise<string> {
  const url = 'http://127.0.0.1:9/payments/v1/notifications/of/the/north-west';
  const made = await service.post('/v1/webhook-endpoints', { url });
  await fund(service, 'USD', '12000.00');
  await advance(service, day);
  const path = `/v1/webhook-endpoints/${made.get('id')}`;
  await status(service, path, 'failing');
  return made.get('id');
}

/** Money that came over some weeks, so that the balances have a history. */
async function earn(service: RunningService): Promise<string> {
  for (const [amount, days] of [
    ['182500.75', 6],
    ['94210.00', 5],
    ['310999.99', 9],
  ] as const) {
    await fund(service, 'MXN', amount);
    await advance(service, days * day);
  }
  await fund(service, 'PEN', '48250.50');
  return failingEndpoint(service);
}

async function payouts(service: RunningService, payees: Record<string, string>) {
  const pay = payer(service);
  const { rosa = '', long = '', ana = '', joao = '' } = payees;
  const ids = {
    completed: await pay(long, '18750.25', wordy),
    pix: await pay(ana, '2350.10', { from: 'USD', reference: 'invoice 2207' }),
    failed: await pay(rosa, '1200.00', { reference: 'invoice 77', description: 'sim:fail' }),
    returned: await pay(joao, '410.00', { from: 'USD', reference: 'payroll 11', description: 'sim:return' }),
    uncertain: await pay(rosa, '940.00', { reference: 'invoice 78', description: 'sim:uncertain' }),
    review: await pay(long, '64999.99', { reference: 'invoice 79', description: 'sim:review' }),
    second: await pay(rosa, '3456.00', { reference: 'invoice 80', description: 'sim:review' }),
    queued: await pay(rosa, '75.00', { description: 'sim:queue:86000000' }),
  };
  await pay(rosa, '9999999.00', { reference: 'too much' });
  for (const [name, wanted] of [
    ['completed', 'completed'],
    ['pix', 'completed'],
    ['failed', 'failed'],
    ['uncertain', 'verification_pending'],
  ] as const)
    await status(service, `/v1/payouts/${ids[name]}`, wanted);
  const items = ['1500.00', '1620.40', '980.00', '2100.00'].map((amount, nth) => ({
    beneficiary_id: nth % 2 === 0 ? rosa : long,
    source_currency: 'MXN',
    amount,
    amount_side: 'destination',
    reference: `payroll 2026-11 ${nth + 1}`,
    ...(nth === 2 && { description: 'sim:fail' }),
  }));
  const made = await service.post('/v1/payout-batches', { items, description: 'Payroll of November' });
  expect(made.status, made.text).toBe(201);
  return { ...ids, batch: made.get('id') };
}

/** What waits for an operator besides payouts. */
async function waiting(service: RunningService, get: Ask) {
  await get(
    `mutation ($accountId: ID!) { setAccountTerms(accountId: $accountId, reason: "agreed",
      input: { approvalThreshold: { amount: "50000.00", currency: "MXN" } }) { approvalThreshold { amount } } }`,
    { accountId: service.accountId },
  );
  const destinationId = await speiDestination(service, 1, 'Operating account, Banco del Norte');
  const withdrawal = await service.post('/v1/withdrawals', {
    destination_id: destinationId,
    amount: '75000.00',
  });
  const account = await openFunding(service, { method: 'spei', currency: 'MXN', amount: '1250.00' });
  const wrong = await service.post('/v1/sandbox/deposits', {
    funding_account_id: account.get('id'),
    amount: '1200.00',
  });
  const input = { accountId: service.accountId, currency: 'MXN', interval: 'manual', destinationId };
  const schedule = doneId(await settlementActs(get).put(input));
  return {
    destination: destinationId,
    withdrawal: withdrawal.get('id'),
    exception: wrong.get('reconciliation_exception_id'),
    schedule,
  };
}

async function people(service: RunningService) {
  const make = (external_id: string, display_name: string, type = 'individual', country = 'MX') =>
    service.post('/v1/customers', { external_id, type, country, display_name });
  const ana = await make('crm-20391', 'Ana Torres');
  await make('crm-20392', `${longName} S.A. de C.V.`, 'business');
  return { customer: ana.get('id') };
}

/** Settings of a service with a shop: its endpoint has no https. */
export const shopSettings = { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' } as const;

/** Opens the shop in the demo account; another account is empty. */
export async function openShop(dashboard: Dashboard): Promise<Shop> {
  const { service } = dashboard;
  const admin = await operatorOf(service, 'admin');
  await queryRows(
    service.databaseUrl,
    `update account set name = 'Remesas Andinas del Noroeste' where id = $1`,
    [service.accountId],
  );
  const endpoint = await earn(service);
  const payees = await payeesOf(service);
  const paid = await payouts(service, payees);
  const waits = await waiting(service, admin.get);
  const known = await people(service);
  const payin = (await service.get('/v1/payins')).at('data') as { id: string; currency?: string }[];
  const mxn = await openFundingAccount(service, 'MXN');
  const refundable = await deposit(service, { funding_account_id: mxn, amount: '5000.00' });
  const refund = await service.post('/v1/refunds', {
    payin_id: refundable.get('id'),
    amount: '450.00',
    reason: 'The order was cancelled by the customer before it was sent.',
  });
  await enablePage(service, { public_start: true });
  const session = await service.post('/v1/hosted-sessions', {});
  await dashboard.invite('admin', 'developer', 'viewer');
  const owner = await dashboard.asOwner();
  await owner.call('PUT', '/v1/approval-policy', {
    body: { payouts: { above: [{ currency: 'MXN', amount: '20000.00' }] } },
  });
  const hold = (): Promise<string> =>
    payer(service)(payees['long'] ?? '', '24000.00', { reference: 'invoice 90' });
  const held = await hold();
  const other = await openOtherAccount(service);
  await clientOf(service.baseUrl, other.key).get('/v1/balances');
  const ids = {
    account: service.accountId,
    other: other.id,
    payin: payin[0]?.id ?? '',
    refundable: refundable.get('id'),
    refund: refund.get('id'),
    session: session.get('id'),
    held,
    endpoint,
    ...payees,
    ...paid,
    ...waits,
    ...known,
  };
  return { service, admin, ids, hold };
}
