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

/** Every field that a profile may have. */
export const wholeProfile = {
  first_name: 'Ana',
  last_name: 'Torres',
  date_of_birth: '1990-02-28',
  identity_document_type: 'DNI',
  identity_document: '87654321',
  identity_document_country: 'PE',
  email: 'ana.torres@example.com',
  phone: '+51987654321',
  tax_id: '10876543211',
  address: {
    line1: 'Jr. Puno 1',
    line2: '2B',
    city: 'Lima',
    state: 'LIM',
    postal_code: '15001',
    country: 'PE',
  },
};

/** The body of a new customer, another one at each call; `more` changes it. */
export const customerFields = (more: object = {}) => ({
  external_id: `user-${(count += 1)}`,
  type: 'individual',
  country: 'PE',
  display_name: 'Ana Torres',
  ...more,
});

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
