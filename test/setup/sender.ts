import { expect } from 'vitest';
import type { RunningService } from './running.js';

/** All that the bank wants to know of a sender in Peru. */
export const completeProfile = {
  first_name: 'Carlos',
  last_name: 'Rojas Vega',
  identity_document_type: 'DNI',
  identity_document: '87654321',
};

let count = 0;

/** A customer who sends money; `more` changes the body. */
export async function openSender(service: RunningService, more: object = {}): Promise<string> {
  count += 1;
  const made = await service.post('/v1/customers', {
    external_id: `sender-${count}`,
    type: 'individual',
    country: 'PE',
    display_name: 'Carlos Rojas',
    profile: completeProfile,
    ...more,
  });
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}

/** A beneficiary in PEN, which only a known sender may pay. */
export async function penBeneficiary(service: RunningService, customerId: string): Promise<string> {
  const made = await service.post('/v1/beneficiaries', {
    method: 'bank_transfer',
    currency: 'PEN',
    customer_id: customerId,
    details: {
      cci: '00219300123456789012',
      document_number: '12345678',
      first_name: 'María',
      last_name: 'Quispe Flores',
    },
  });
  expect(made.status, made.text).toBe(201);
  return made.get('id');
}
