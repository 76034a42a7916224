import {
  anyId,
  declare,
  flag,
  inConsole,
  json,
  oneOf,
  ref,
  text,
  time,
  whole,
  words,
  type RowOf,
} from './declare.js';

const method = words(
  {
    GET: 'It reads.',
    HEAD: 'Reads, and returns no body.',
    POST: 'Creates or acts.',
    PUT: 'Replaces.',
    PATCH: 'Changes parts.',
    DELETE: 'Deletes.',
  },
  { name: 'RequestMethod', says: 'Its method.' },
);

const outcome = words(
  {
    succeeded: 'The status is below 400.',
    refused: 'The status is 4xx.',
    failed: 'The status is 5xx.',
    unheard: 'The caller disconnected before the answer was sent (status 499).',
  },
  { name: 'RequestOutcome', says: 'Outcome of the request.' },
);

export const requestMethods = method.values;

/** A stored JSON body, with personal data replaced. */
export type StoredJson = Readonly<Record<string, unknown>>;

const path = '/v1/payouts';
const id = 'req_01k9zq3v5e8x7m2n4p6r8t0w1y';
const requestBody = {
  beneficiary_id: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y',
  source_currency: 'MXN',
  amount: '1500.00',
  description: '[redacted]',
};
const answered = {
  error: {
    type: 'invalid_request',
    code: 'invalid_parameter',
    message: 'amount_side: is required without quote_id.',
    param: 'amount_side',
    request_id: id,
  },
};

/** A line of the request log. */
export const request = declare('request', {
  called: ['request', 'requests'],
  says: 'A /v1 request that an account made.',
  isInternal: true,
  listedBy: 'account',
  isPartOfOthers: true,
  fields: {
    accountId: ref('account', 'Account that it was made for.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    method: oneOf(method, { fixed: true, example: 'POST' }),
    path: text('Path of the request, without values that are not ids.', { fixed: true, example: path }),
    route: text('Path as in the API description.', { fixed: true, example: path }),
    query: json<Readonly<Record<string, string>>>()('Known query parameters.', {
      optional: true,
      fixed: true,
    }),
    status: whole('Status of the answer; 499 if the caller disconnected first.', {
      fixed: true,
      example: 400,
    }),
    outcome: oneOf(outcome, { fixed: true, example: 'refused' }),
    errorCode: text('Error code, if it failed.', {
      optional: true,
      fixed: true,
      example: answered.error.code,
    }),
    durationMs: whole('Milliseconds from the first byte of the request to the end of the answer.', {
      fixed: true,
      example: 12,
    }),
    apiKeyPrefix: text('Public prefix of the API key.', {
      optional: true,
      fixed: true,
      example: 'psp_test_4f9c1d7e20ab',
    }),
    memberId: ref('member', 'Member who made it, if it was made without an API key.', {
      as: 'member',
      optional: true,
      fixed: true,
    }),
    idempotencyKey: text('Its Idempotency-Key.', {
      optional: true,
      fixed: true,
      example: 'payout-2026-11-20-0001',
    }),
    replayed: flag('Whether the answer is a replay of an earlier request with the same key.', {
      fixed: true,
      example: false,
    }),
    correlationId: text("The caller's own id, from X-Correlation-Id.", { optional: true, fixed: true }),
    resourceId: anyId('Resource that it created or changed; empty for a GET.', {
      optional: true,
      fixed: true,
    }),
    userAgent: text('Programs named in User-Agent, without comments.', {
      optional: true,
      fixed: true,
      example: 'payments-service-node/1.0.0',
    }),
    requestBody: json<StoredJson>()(
      'Request body. Personal fields and secrets are `[redacted]`, unknown fields are removed, lists keep ten elements. Absent if there was none or it was too large.',
      { optional: true, fixed: true, shows: ['detail', 'console'], example: requestBody },
    ),
    responseBody: json<StoredJson>()('Body of the answer, with the same redaction.', {
      optional: true,
      fixed: true,
      shows: ['detail', 'console'],
      example: answered,
    }),
    createdAt: time('Time of the request.', {
      fixed: true,
    }),
  },
  filters: {
    outcome: { says: 'Only with this outcome.', many: true },
    status: { says: 'Only with this status.', many: true },
    method: { says: 'Only with this method.', many: true },
    path: { says: 'Only with this path, without query.', max: 300 },
    idempotencyKey: { says: 'Only with this Idempotency-Key.', max: 128 },
    apiKeyPrefix: { says: 'Only made with the API key of this prefix.', max: 40 },
    resourceId: { says: 'Only requests that created or changed this resource.' },
  },
  indexes: [
    { by: ['accountId', 'idempotencyKey'] },
    { by: ['accountId', 'resourceId'] },
    { by: ['accountId', 'outcome'], only: ['refused', 'failed', 'unheard'] },
    { by: ['accountId'] },
  ],
});

export type LoggedRequest = RowOf<typeof request>;
