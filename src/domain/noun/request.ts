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
    HEAD: 'It reads, and is answered without a body.',
    POST: 'It makes something, or acts.',
    PUT: 'It puts something in the place of what was there.',
    PATCH: 'It changes parts.',
    DELETE: 'It takes something away.',
  },
  { name: 'RequestMethod', says: 'Its method.' },
);

const outcome = words(
  {
    succeeded: 'It was done: its status is below 400.',
    refused: 'It was refused: its status is one of 4xx.',
    failed: 'The service could not do it: its status is one of 5xx.',
    unheard: 'Its caller closed the connection before the answer was sent: its status is 499.',
  },
  { name: 'RequestOutcome', says: 'How it ended.' },
);

export const requestMethods = method.values;

/** JSON as it is kept of a body: what is personal is replaced in it. */
export type KeptJson = Readonly<Record<string, unknown>>;

const path = '/v1/payouts';
const id = 'req_01k9zq3v5e8x7m2n4p6r8t0w1y';
const asked = {
  beneficiary_id: 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y',
  source_currency: 'MXN',
  amount: '1500.00',
  description: '[redacted]',
};
const answered = {
  error: {
    type: 'invalid_request',
    code: 'invalid_parameter',
    message: 'amount_side: is required without quote_id; send it, or a quote_id alone.',
    param: 'amount_side',
    request_id: id,
  },
};

/** A line of the request log. */
export const request = declare('request', {
  called: ['request', 'requests'],
  says: 'A call of /v1 in the name of an account, as it was answered.',
  listedBy: 'account',
  isPartOfOthers: true,
  fields: {
    accountId: ref('account', 'The account that it was made for.', {
      as: 'account',
      fixed: true,
      shows: inConsole,
    }),
    method: oneOf(method, { fixed: true, example: 'POST' }),
    path: text('Its path; an id that is none is left out of it.', { fixed: true, example: path }),
    route: text('The path as the description has it.', { fixed: true, example: path }),
    query: json<Readonly<Record<string, string>>>()('Its parameters, as far as the operation knows them.', {
      optional: true,
      fixed: true,
    }),
    status: whole('The status of its answer; 499 where its caller had left before.', {
      fixed: true,
      example: 400,
    }),
    outcome: oneOf(outcome, { fixed: true, example: 'refused' }),
    errorCode: text('The code of the error, where it was one.', {
      optional: true,
      fixed: true,
      example: answered.error.code,
    }),
    durationMs: whole('Milliseconds from its first byte to the end of its answer.', {
      fixed: true,
      example: 12,
    }),
    apiKeyPrefix: text('The public start of the API key that made it.', {
      optional: true,
      fixed: true,
      example: 'psp_test_4f9c1d7e20ab',
    }),
    memberId: ref('member', 'The member who made it, where no API key did.', {
      as: 'member',
      optional: true,
      fixed: true,
    }),
    idempotencyKey: text('Its Idempotency-Key.', {
      optional: true,
      fixed: true,
      example: 'payout-2026-11-20-0001',
    }),
    replayed: flag('Whether it was answered as an earlier one with the same key.', {
      fixed: true,
      example: false,
    }),
    correlationId: text("The caller's own id of it, from X-Correlation-Id.", { optional: true, fixed: true }),
    resourceId: anyId('What it made or changed, where that has an id; of a GET nothing.', {
      optional: true,
      fixed: true,
    }),
    userAgent: text('The programs that its User-Agent names, without comments.', {
      optional: true,
      fixed: true,
      example: 'payments-service-node/0.1.0',
    }),
    requestBody: json<KeptJson>()(
      'Its body: personal fields and secrets are `[redacted]`, unknown fields are left out, of a list the first ten elements are kept; absent where there was none, or one too large to be kept.',
      { optional: true, fixed: true, shows: ['detail', 'console'], example: asked },
    ),
    responseBody: json<KeptJson>()('The body of its answer, in the same way.', {
      optional: true,
      fixed: true,
      shows: ['detail', 'console'],
      example: answered,
    }),
    createdAt: time('When it came.', {
      fixed: true,
    }),
  },
  filters: {
    outcome: { says: 'That ended so.', many: true },
    status: { says: 'Answered with this status.', many: true },
    method: { says: 'With this method.', many: true },
    path: { says: 'At this path, without its query.', max: 300 },
    idempotencyKey: { says: 'With this Idempotency-Key.', max: 128 },
    apiKeyPrefix: { says: 'Made with the API key that begins so.', max: 40 },
    resourceId: { says: 'That made or changed what has this id.' },
  },
  indexes: [
    { by: ['accountId', 'idempotencyKey'] },
    { by: ['accountId', 'resourceId'] },
    { by: ['accountId', 'outcome'], only: ['refused', 'failed', 'unheard'] },
    { by: ['accountId'] },
  ],
});

export type LoggedRequest = RowOf<typeof request>;
