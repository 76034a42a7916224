import { z } from 'zod';
import {
  answer,
  balance,
  capabilities,
  closed,
  confirmations,
  failure,
  findings,
  noticePage,
  notices,
  opened,
  opening,
  operation,
  payee,
  payeeChecked,
  protocolVersion,
  references,
  statement,
  taken,
} from './protocol.js';

type Json = Readonly<Record<string, unknown>>;

const named = {
  Capabilities: capabilities,
  Operation: operation,
  Answer: answer,
  References: references,
  Findings: findings,
  Payee: payee,
  PayeeChecked: payeeChecked,
  Opening: opening,
  Opened: opened,
  Closed: closed,
  Confirmations: confirmations,
  Notices: notices,
  Taken: taken,
  NoticePage: noticePage,
  Statement: statement,
  Balance: balance,
  Failure: failure,
} as const;

type Name = keyof typeof named;

const overview = `A connector attaches a bank or payment rail. It serves this API, and the service calls it.

- **Identity.** The reference identifies an order. The same reference and body get the first answer again; another body gets 409, and nothing is done. After \`send_by\` nothing is executed.
- **Answers.** A 2xx answer says that an order is \`accepted\`, \`paid\` or \`refused\`. Anything else (another status, a redirect, a bad signature, an unreadable or incomplete answer, or one after 10 seconds) leaves the order uncertain: it is never sent again, but looked up.
- **Signatures.** Each request and answer has \`Connector-Signature: t=<seconds>,nonce=<16 to 64 of A-Z a-z 0-9 _ ->,v1=<hex>\`. v1 is HMAC-SHA256, with the key of that direction, over \`t.method.path.nonce.body\`: the path as in the request line, with its query, and the raw body. An answer is signed over the method, path and nonce of its request, with its own t and body. The clocks may differ by 300 seconds. During a key rotation a message has a v1 for each key; one valid v1 suffices.
- **Notices** are hints. They are pushed to \`POST /providers/{name}/notices\` of the service (see webhooks below) until the answer is 2xx, and are also kept in a log that is read by cursor. They may arrive twice, late, early or out of order.
- **The statement** never changes: lines in increasing sequence, read by cursor. A line of kind \`day_closed\` closes a day. The service compares it with its books up to the last closed day.
- **Reads** may be slowed down with \`Retry-After\`; for orders it is ignored. A body has at most 256 KiB. \`traceparent\` is passed on.`;

const ref = (name: Name): Json => ({ $ref: `#/components/schemas/${name}` });
const content = (name: Name): Json => ({ content: { 'application/json': { schema: ref(name) } } });
const signature = {
  name: 'Connector-Signature',
  in: 'header',
  required: true,
  description: 'Signature of the request.',
  schema: { type: 'string', pattern: '^t=\\d{1,12},nonce=[A-Za-z0-9_-]{16,64}(,v1=[0-9a-f]{64}){1,4}$' },
};
const answerHeaders = {
  'Connector-Signature': {
    description: 'Signature of the answer, over the nonce of its request.',
    schema: { type: 'string' },
  },
};
const reference = {
  name: 'reference',
  in: 'path',
  required: true,
  description: 'Our reference, permanent.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};
const after = {
  name: 'after',
  in: 'query',
  description: 'The `next` of the previous page. Default: from the beginning.',
  schema: { type: 'string', maxLength: 500 },
};

interface Described {
  readonly id: string;
  readonly says: string;
  readonly body?: Name;
  readonly answer: Name;
  readonly parameters?: readonly Json[];
  readonly more?: Json;
}

const described = ({ id, says, body, answer: answerName, parameters = [], more }: Described): Json => ({
  operationId: id,
  summary: says,
  parameters: [signature, ...parameters],
  ...(body && { requestBody: { required: true, ...content(body) } }),
  responses: {
    '200': { description: 'Done.', headers: answerHeaders, ...content(answerName) },
    ...more,
    default: {
      description: 'Refused, or the outcome is unknown.',
      headers: answerHeaders,
      ...content('Failure'),
    },
  },
});

const unchanged = { '304': { description: 'The ETag matches.', headers: answerHeaders } };
const otherBody = {
  '409': {
    description: 'The reference is known with another body; nothing was done.',
    headers: answerHeaders,
    ...content('Failure'),
  },
};

const paths: Readonly<Record<string, Json>> = {
  '/capabilities': {
    get: described({
      id: 'readCapabilities',
      says: 'Retrieve its offers and environment, with an ETag.',
      answer: 'Capabilities',
      more: unchanged,
    }),
  },
  '/operations/{reference}': {
    put: described({
      id: 'giveOperation',
      says: 'Give an order, once.',
      body: 'Operation',
      answer: 'Answer',
      parameters: [reference],
      more: otherBody,
    }),
  },
  '/operations/lookup': {
    post: described({
      id: 'lookUpOperations',
      says: 'Look up the outcome of orders; one entry per reference.',
      body: 'References',
      answer: 'Findings',
    }),
  },
  '/beneficiaries/verify': {
    post: described({
      id: 'checkPayee',
      says: "Check a payee: compare the holder's name with the account's, within 5 seconds; nothing is stored. Only with the feature payee_check.",
      body: 'Payee',
      answer: 'PayeeChecked',
    }),
  },
  '/funding-accounts/{reference}': {
    put: described({
      id: 'openFundingAccount',
      says: 'Open an account that receives payments.',
      body: 'Opening',
      answer: 'Opened',
      parameters: [reference],
      more: otherBody,
    }),
  },
  '/funding-accounts/{reference}/close': {
    post: described({
      id: 'closeFundingAccount',
      says: 'Close an account; a closed or unknown one counts as closed.',
      answer: 'Closed',
      parameters: [reference],
    }),
  },
  '/payments/confirm': {
    post: described({
      id: 'confirmPayments',
      says: 'Confirm that payments arrived at the bank; only confirmed ones are credited.',
      body: 'References',
      answer: 'Confirmations',
    }),
  },
  '/notices': {
    get: described({
      id: 'readNotices',
      says: 'List the notices by cursor.',
      answer: 'NoticePage',
      parameters: [after],
    }),
  },
  '/statement': {
    get: described({
      id: 'readStatement',
      says: 'List the lines of the statement by cursor.',
      answer: 'Statement',
      parameters: [after],
    }),
  },
  '/balance': {
    get: described({
      id: 'readBalance',
      says: 'Retrieve the balance at the bank, by currency.',
      answer: 'Balance',
    }),
  },
};

/** The connector protocol as OpenAPI 3.1, printed from the schemas that validate responses. */
export function connectorDescription(): Json {
  const schemas = Object.entries(named).map(([name, schema]) => {
    const { $schema: _dialect, ...printed } = z.toJSONSchema(schema, { io: 'input' });
    return [name, printed] as const;
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Connector protocol', version: String(protocolVersion), description: overview },
    servers: [{ url: '{base}', variables: { base: { default: 'https://connector.example' } } }],
    paths,
    webhooks: {
      notices: {
        post: described({
          id: 'takeNotices',
          says: 'POST /providers/{name}/notices of the service: up to 100 notices; 2xx once all are stored.',
          body: 'Notices',
          answer: 'Taken',
        }),
      },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}
