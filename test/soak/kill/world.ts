import { readCredentials } from '../../../src/main/credentials.js';
import type { Random } from '../../fuzz/random.js';
import { openOtherAccount } from '../../setup/hand.js';
import type { Book } from './book.js';
import { Client, type Account } from './client.js';
import type { Fleet } from './fleet.js';
import { requireApprovals } from './operator.js';

/** Three funded accounts; the last has little money, so that its payouts compete. */
export async function openAccounts(fleet: Fleet, book: Book, random: Random): Promise<Account[]> {
  const { account_id: id = '', api_key: apiKey = '' } = readCredentials(fleet.dataDir);
  const [second, third] = [await openOtherAccount(fleet), await openOtherAccount(fleet)];
  const known = [{ id, apiKey }, ...[second, third].map((other) => ({ id: other.id, apiKey: other.key }))];
  await requireApprovals(
    fleet,
    known.map((each) => each.id),
  );
  const money = ['40000.00', '20000.00', '300.00'];
  return Promise.all(
    known.map((each, index) => openAccount({ each, money: money[index] ?? '' }, book, random)),
  );
}

async function openAccount(
  { each, money }: { each: { id: string; apiKey: string }; money: string },
  book: Book,
  random: Random,
): Promise<Account> {
  const account: Account = { ...each, beneficiaries: [], fundingAccounts: [] };
  const client = new Client(book, account, random);
  const customer = await client.openCustomer();
  for (const body of beneficiaries(customer?.get('id') ?? '')) {
    const made = await client.make('beneficiary', body);
    account.beneficiaries.push(made?.get('id') ?? '');
  }
  for (const settlement of ['MXN', 'USDT']) {
    const body = { method: 'spei', currency: 'MXN', settlement_currency: settlement };
    const made = await client.make('funding_account', body);
    const id = made?.get('id') ?? '';
    account.fundingAccounts.push({ id });
    for (;;) {
      const read = await book.read(`/v1/funding-accounts/${id}`, account.apiKey, random);
      if (read?.at('status') !== 'pending') break;
    }
    await client.make('payin', { funding_account_id: id, amount: money });
  }
  return account;
}

const beneficiaries = (customerId: string) => [
  { method: 'spei', currency: 'MXN', details: { name: 'Rosa Campos', clabe: '032180000118359719' } },
  { method: 'pix', currency: 'BRL', details: { name: 'Maria Souza', pix_key: 'maria@example.com' } },
  {
    method: 'bank_transfer',
    currency: 'PEN',
    customer_id: customerId,
    details: {
      cci: '00219300123456789012',
      document_number: '12345678',
      first_name: 'María',
      last_name: 'Quispe Flores',
    },
  },
];
