import type { MikroORM } from '@mikro-orm/postgresql';
import { postgresRequestLog } from '../../src/adapters/postgres/request-log.js';
import type { LoggedRequest } from '../../src/domain/noun/request.js';
import { newId } from './fixture.js';

/** A line of the request log of that account. */
export const loggedRequest = (accountId: string, fields: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: newId('request', new Date()),
  accountId,
  method: 'GET',
  path: '/v1/balances',
  route: '/v1/balances',
  query: null,
  status: 200,
  outcome: 'succeeded',
  errorCode: null,
  durationMs: 1,
  apiKeyPrefix: null,
  memberId: null,
  idempotencyKey: null,
  replayed: false,
  correlationId: null,
  resourceId: null,
  userAgent: null,
  requestBody: null,
  responseBody: null,
  createdAt: new Date(),
  version: 1,
  ...fields,
});

/** Puts one into the log, with a value in every field; its id. */
export async function logRequest(orm: MikroORM, accountId: string): Promise<string> {
  const line = loggedRequest(accountId, {
    method: 'POST',
    query: { limit: '1' },
    apiKeyPrefix: 'psp_test_4f9c1d7e20ab',
    idempotencyKey: 'key-logged-1',
    correlationId: 'order-4711',
    resourceId: newId('payout', new Date()),
    userAgent: 'curl/8.5',
    requestBody: { amount: '1.00' },
    responseBody: { status: 'processing' },
  });
  await postgresRequestLog(orm).write([line]);
  return line.id;
}
