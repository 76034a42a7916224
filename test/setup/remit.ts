import { expect } from 'vitest';
import type { Answer, RunningService } from './running.js';

type Service = Pick<RunningService, 'post' | 'get' | 'until'>;

export const mobile = { method: 'mobile_payment', currency: 'VES' };

/** Whom the remittances of these tests pay, in VES; `customer_id` is for whom. */
export async function mobilePayee(service: Service, more: object = {}): Promise<string> {
  const details = { phone: '04141234567', bank_code: '0102', document: { type: 'V', number: '12345678' } };
  const made = await service.post('/v1/beneficiaries', { ...mobile, details, ...more });
  expect([200, 201], made.text).toContain(made.status);
  return made.get('id');
}

/** A price from PEN to VES: 101.50 PEN are paid, 29.942500 USDT are needed, 6888.25 VES arrive; `more` changes it. */
export async function remittanceQuote(service: Service, more: object = {}): Promise<Answer> {
  const made = await service.post('/v1/quotes', {
    product: 'remittance',
    ...mobile,
    source_currency: 'PEN',
    amount: '100',
    amount_side: 'source',
    ...more,
  });
  expect(made.status, made.text).toBe(201);
  return made;
}

/** A remittance that was accepted. */
export async function remit(service: Service, body: object): Promise<Answer> {
  const made = await service.post('/v1/remittances', body);
  expect(made.status, made.text).toBe(201);
  return made;
}

export const remittanceIs = (service: Service, id: string, status: string): Promise<Answer> =>
  service.until(`/v1/remittances/${id}`, (each) => each.at('status') === status);
