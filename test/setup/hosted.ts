import { expect } from 'vitest';
import type { Ports } from '../../src/ports/ports.js';
import {
  confirmHostedSession,
  type Confirmed,
  type ConfirmAsk,
} from '../../src/usecases/hosted-session-confirm.js';
import { freezePrice, type RemittanceChoice } from '../../src/usecases/hosted-session-price.js';
import { mobile } from './remit.js';
import type { Answer, Client } from './running.js';

/** Enables the page of the account; `more` changes how it is configured. */
export async function enablePage(client: Client, more: object = {}): Promise<Answer> {
  const answer = await client.call('PUT', '/v1/hosted-page', { body: { enabled: true, ...more } });
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** A session that the account created, with its token. */
export async function openSession(client: Client, body: object = {}): Promise<Answer> {
  const made = await client.post('/v1/hosted-sessions', body);
  expect(made.status, made.text).toBe(201);
  return made;
}

/** 101.50 PEN are paid, 6888.25 VES arrive. */
export const chosen: RemittanceChoice = {
  ...mobile,
  country: 'VE',
  sourceCurrency: 'PEN',
  sourceMethod: 'bank_transfer',
  amount: '100',
  amountSide: 'source',
};

export const payee = {
  details: { phone: '04141234567', bank_code: '0102', document: { type: 'V', number: '12345678' } },
};

/** Freezes the price of a session, and agrees to it. */
export async function priceAndConfirm(
  ports: Ports,
  id: string,
  more: Partial<ConfirmAsk> & { readonly ask?: RemittanceChoice } = {},
): Promise<Confirmed> {
  const { ask = chosen, ...rest } = more;
  const frozen = await freezePrice(ports, { id, ask });
  if (!('quote' in frozen)) throw new Error(`the session is ${frozen.outcome}`);
  return confirmHostedSession(ports, { id, quoteId: frozen.quote.id, beneficiary: payee, ...rest });
}
