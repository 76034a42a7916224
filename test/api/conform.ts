import type { Response } from 'supertest';
import { expect } from 'vitest';
import { misfit, operations } from './description.js';

/** Fails unless the operation's description has this status with such a body. */
export function conforms(response: Response, operationId: string): void {
  const operation = operations.find((each) => each.id === operationId);
  if (operation === undefined) throw new Error(`the description lacks ${operationId}`);
  expect(misfit(operation, response.status, response.body), response.text).toBeUndefined();
  expect(response.text, 'a resource holds no null').not.toMatch(/:null[,}]/);
  expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
}
