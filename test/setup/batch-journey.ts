import { expect } from 'vitest';
import type { Answer, Client } from './running.js';
import { walk } from './verbs.js';

export interface Item {
  readonly id: string;
  readonly index: number;
  readonly reference?: string;
  readonly status: string;
  readonly payout_id?: string;
  readonly failure_code?: string;
  readonly error_code?: string;
  readonly error_param?: string;
  readonly not_cancelled_reason?: string;
}

export const batchPath = (id: string): string => `/v1/payout-batches/${id}`;

/** Creates a batch; the answer to it, which is 201 and nothing else. */
export async function createBatch(client: Client, items: readonly object[], description?: string) {
  const body = { items, ...(description !== undefined && { description }) };
  const made = await client.post('/v1/payout-batches', body);
  expect(made.status, made.text).toBe(201);
  return made;
}

export const itemsOf = (client: Client, id: string): Promise<Item[]> =>
  walk<Item>(client, `${batchPath(id)}/items?limit=100`);

/** The batch once it is no longer processing. */
export function ended(client: Client, id: string, ms = 60_000): Promise<Answer> {
  return client.until(batchPath(id), (each) => each.at('status') !== 'processing', ms);
}

/** The summary without what is nought. */
export function summaryOf(answer: Answer): Record<string, number> {
  const summary = answer.at('summary') as Record<string, number>;
  return Object.fromEntries(Object.entries(summary).filter(([, count]) => count > 0));
}

/** The sum of the counts of a summary, without its total. */
export function counted(answer: Answer): number {
  const { total: _total, ...counts } = answer.at('summary') as Record<string, number>;
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
