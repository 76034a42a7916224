import { refuse } from '../domain/refusal.js';

/** What an Idempotency-Key and an X-Correlation-Id are made of (contract part 8). */
export const headerPattern = '^[A-Za-z0-9._:-]{8,128}$';

const shape = new RegExp(headerPattern);

export function isHeader(value: unknown): value is string {
  return typeof value === 'string' && shape.test(value);
}

export function invalidHeader(name: string): never {
  return refuse('invalid_parameter', `${name} must be 8 to 128 characters of A-Z a-z 0-9 . _ : -`, {
    param: name,
  });
}
