import { randomInt } from 'node:crypto';
import { clabeDigit } from '../../domain/check-digit.js';
import { textOf, type Sandbox, type JsonResource } from './sandbox.js';

const digits = (count: number): string => Array.from({ length: count }, () => String(randomInt(10))).join('');

/** A new CLABE account number. */
function clabe(): string {
  const stem = `032180${digits(11)}`;
  return stem + clabeDigit(stem);
}

export const idOf = (resource: JsonResource): string => textOf(resource, 'id');
const made = async (resource: Promise<JsonResource>): Promise<string> => idOf(await resource);

const rails = { MXN: 'spei', USD: 'ach', PEN: 'bank_transfer' } as const;
type Currency = keyof typeof rails;

export const openFunding = (sandbox: Sandbox, more: object = {}): Promise<string> =>
  made(
    sandbox.post('/v1/funding-accounts', {
      method: 'spei',
      currency: 'MXN',
      settlement_currency: 'MXN',
      ...more,
    }),
  );

async function payable(sandbox: Sandbox, id: string): Promise<string> {
  const path = `/v1/funding-accounts/${id}`;
  await sandbox.until(path, `the opening of ${id}`, (resource) => resource['status'] === 'active');
  return id;
}

/** A funding account that is ready for payments. */
export async function activeFunding(sandbox: Sandbox, currency: Currency = 'MXN'): Promise<string> {
  const more = { method: rails[currency], currency, settlement_currency: currency };
  return payable(sandbox, await openFunding(sandbox, more));
}

export async function deposit(
  sandbox: Sandbox,
  fundingAccountId: string,
  more: object = { amount: '100.00' },
): Promise<JsonResource> {
  return sandbox.post('/v1/sandbox/deposits', { funding_account_id: fundingAccountId, ...more });
}

/** A pay-in of 100.00, credited to the balance. */
export async function fund(sandbox: Sandbox, currency: Currency = 'MXN'): Promise<string> {
  const id = idOf(await deposit(sandbox, await activeFunding(sandbox, currency)));
  await sandbox.until(`/v1/payins/${id}`, `the confirmation of ${id}`, (resource) => {
    return resource['status'] === 'completed';
  });
  return id;
}

export const beneficiary = (sandbox: Sandbox): Promise<string> =>
  made(
    sandbox.post('/v1/beneficiaries', {
      method: 'spei',
      currency: 'MXN',
      details: { name: 'Rosa Campos', clabe: clabe() },
    }),
  );

const memo = (description: string | undefined) => description !== undefined && { description };

async function item(sandbox: Sandbox, description?: string): Promise<object> {
  return {
    beneficiary_id: await beneficiary(sandbox),
    source_currency: 'MXN',
    amount: '10.00',
    amount_side: 'source',
    ...memo(description),
  };
}

export async function pay(sandbox: Sandbox, description?: string): Promise<JsonResource> {
  await fund(sandbox);
  return sandbox.post('/v1/payouts', await item(sandbox, description));
}

export async function payMany(sandbox: Sandbox, description?: string): Promise<string> {
  await fund(sandbox);
  const items = [await item(sandbox, description), await item(sandbox, description)];
  return made(sandbox.post('/v1/payout-batches', { items }));
}

export async function giveBack(sandbox: Sandbox, reason?: string): Promise<JsonResource> {
  const payinId = await fund(sandbox);
  return sandbox.post('/v1/refunds', { payin_id: payinId, ...(reason !== undefined && { reason }) });
}

/** A remittance and the funding account that its payer uses. */
export async function remit(
  sandbox: Sandbox,
  description?: string,
): Promise<{ readonly id: string; readonly into: string }> {
  const target = { method: 'mobile_payment', currency: 'VES' };
  const details = {
    phone: `0414${digits(7)}`,
    bank_code: '0102',
    document: { type: 'V', number: '12345678' },
  };
  const beneficiaryId = await made(sandbox.post('/v1/beneficiaries', { ...target, details }));
  const into = await payable(sandbox, await openFunding(sandbox, { settlement_currency: 'USDT' }));
  const quoteId = await made(
    sandbox.post('/v1/quotes', {
      product: 'remittance',
      ...target,
      source_currency: 'MXN',
      amount: '100.00',
      amount_side: 'source',
    }),
  );
  const source = { funding_account_id: into };
  const body = { quote_id: quoteId, beneficiary_id: beneficiaryId, source, ...memo(description) };
  return { id: await made(sandbox.post('/v1/remittances', body)), into };
}

/** A remittance whose deposit has arrived. */
export async function remitPaid(sandbox: Sandbox, description?: string): Promise<string> {
  const { id, into } = await remit(sandbox, description);
  const { source } = await sandbox.get(`/v1/remittances/${id}`);
  await deposit(sandbox, into, { amount: textOf(source as JsonResource, 'amount') });
  return id;
}

export const customer = (sandbox: Sandbox): Promise<string> =>
  made(
    sandbox.post('/v1/customers', {
      external_id: `trigger-${digits(12)}`,
      type: 'individual',
      country: 'MX',
      display_name: 'Rosa Campos',
    }),
  );

/** The id of the risk decision that holds the operation. */
export const heldBy = (resource: JsonResource): string => textOf(resource, 'risk_decision_id');
