import { inParallel } from '../test/setup/parallel.ts';
import { createLog, keysOf, openAccount, readConfig, wire } from './built.ts';
import type { Sent } from './load.ts';
import type { Subject } from './subject.ts';

/** An account that can pay: key, beneficiary and funding account. */
export interface Payer {
  readonly accountId: string;
  readonly apiKey: string;
  readonly beneficiaryId: string;
  readonly fundingAccountId: string;
}

const atOnce = 8;

type Opened = Pick<Subject, 'baseUrl' | 'databaseUrl' | 'dataDir' | 'settled'>;

/** Opens accounts with the operators' acts, as the command line does, and prepares them over the API. */
export async function openPayers(subject: Opened, count: number): Promise<Payer[]> {
  const opened = await openAccounts(subject, count);
  const payers = await inParallel(opened, atOnce, async ({ accountId, apiKey }) => {
    const post = (path: string, body: object) => create(subject, apiKey, { path, body });
    const funding = { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' };
    const details = { name: 'Rosa Campos', clabe: '032180000118359719' };
    const fundingAccountId = await post('/v1/funding-accounts', funding);
    const beneficiaryId = await post('/v1/beneficiaries', { method: 'spei', currency: 'MXN', details });
    return { accountId, apiKey, fundingAccountId, beneficiaryId };
  });
  await subject.settled();
  await inParallel(payers, atOnce, ({ apiKey, fundingAccountId }) => {
    const body = { funding_account_id: fundingAccountId, amount: '10000000.00' };
    return create(subject, apiKey, { path: '/v1/sandbox/deposits', body });
  });
  await subject.settled();
  return payers;
}

/** An account and its key. */
export type Holder = Pick<Payer, 'accountId' | 'apiKey'>;

/** Opens accounts with the operators' acts. */
export async function openAccounts(
  { databaseUrl, dataDir }: Pick<Subject, 'databaseUrl' | 'dataDir'>,
  count: number,
): Promise<Holder[]> {
  const config = readConfig({ PSP_DATA_DIR: dataDir });
  const log = createLog('error');
  const wired = await wire({ config, databaseUrl, keys: keysOf(config), log, onRetry: () => undefined });
  const operator = { name: 'bench', reason: 'load' };
  const names = Array.from({ length: count }, (_, index) => `Payer ${index + 1}`);
  try {
    return await inParallel(names, atOnce, async (name) => {
      const { account, secret } = await openAccount(wired.ports, operator, { name, ownerEmail: null });
      return { accountId: account.id, apiKey: secret };
    });
  } finally {
    await wired.stop();
  }
}

let customers = 0;

/** A request that creates a new customer, which causes one event. */
export function customerOf({ apiKey }: Pick<Holder, 'apiKey'>): Sent {
  customers += 1;
  const externalId = `customer-${customers}`;
  const body = { external_id: externalId, type: 'individual', country: 'MX', display_name: 'Rosa' };
  return { method: 'POST', path: '/v1/customers', apiKey, body: JSON.stringify(body) };
}

/** Sends a POST and returns the id of the new resource. */
export async function create(
  { baseUrl }: Pick<Subject, 'baseUrl'>,
  apiKey: string,
  { path, body }: { path: string; body: object },
): Promise<string> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const made = (await answer.json()) as { id?: string };
  if (made.id === undefined)
    throw new Error(`POST ${path} answered ${answer.status} ${JSON.stringify(made)}`);
  return made.id;
}
