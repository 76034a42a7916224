import type { Client } from '../setup/running.js';

/** Lists whose rows nothing changes by itself, page by page. */
const lists = [
  '/v1/events?limit=100',
  '/v1/balances/MXN/entries?limit=100',
  '/v1/balances/USD/entries?limit=100',
  '/v1/customers?limit=100',
  '/v1/refunds?limit=100',
  '/v1/payins?limit=100',
  '/v1/payouts?status=completed&limit=100',
  '/v1/withdrawals?status=completed&limit=100',
  '/v1/ledger-seals?limit=100',
];

/** The first page of each list, and its first row's own answer where it has one. */
export async function answersOf(client: Client): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const path of lists) {
    const answer = await client.get(path);
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status} ${answer.text}`);
    answers[path] = answer.text;
    const [resource] = path.split('?');
    const id = answer.at('data.0.id');
    if (typeof id === 'string' && !path.includes('entries') && !path.includes('seals'))
      answers[`${resource}/${id}`] = (await client.get(`${resource}/${id}`)).text;
  }
  return answers;
}
