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

const overview = `A bank or rail is attached by a connector of the operator's: it serves this description, and the service drives it.

- **Identity.** The reference is the identity of an order: the same one with the same body is answered as it was first; with another body the answer is 409 and nothing is done. After \`send_by\` nothing is begun.
- **Answers are closed.** An order is \`accepted\`, \`paid\` or \`refused\` by a 2xx answer. Everything else (another status, a redirect, a signature that is not good, an answer that cannot be read, is cut, or comes after 10 seconds) leaves it uncertain: it is never given again, and is looked up.
- **Signatures.** Each request and each answer bears \`Connector-Signature: t=<seconds>,nonce=<16 to 64 of A-Z a-z 0-9 _ ->,v1=<hex>\`. v1 is HMAC-SHA256 under the key of that direction over \`t.method.path.nonce.body\`: the path as it stands in the request line, with its query; the bytes of the body as they are. An answer is signed over method, path and nonce of its request, with its own t and body. The two clocks may be 300 seconds apart. During the rotation of a key there are two: a message bears a v1 of each, and one that is known suffices.
- **Notices** are hints, pushed to \`POST /providers/{name}/notices\` of the service (below, under webhooks) until the answer is 2xx, and kept in a log that is read by cursor besides. They may come twice, late, out of order and early.
- **The statement** never changes: lines in increasing sequence, read by cursor. A line of the kind \`day_closed\` closes a day; up to the last one the service compares it with its books.
- **Reads** may be slowed down by \`Retry-After\`; of an order it is not heeded. A body has 256 KiB at most. \`traceparent\` is passed on.`;

const ref = (name: Name): Json => ({ $ref: `#/components/schemas/${name}` });
const content = (name: Name): Json => ({ content: { 'application/json': { schema: ref(name) } } });
const signature = {
  name: 'Connector-Signature',
  in: 'header',
  required: true,
  description: 'The signature of the request.',
  schema: { type: 'string', pattern: '^t=\\d{1,12},nonce=[A-Za-z0-9_-]{16,64}(,v1=[0-9a-f]{64}){1,4}$' },
};
const answerHeaders = {
  'Connector-Signature': {
    description: 'The signature of the answer, over the nonce of its request.',
    schema: { type: 'string' },
  },
};
const reference = {
  name: 'reference',
  in: 'path',
  required: true,
  description: 'Our name for it, for ever.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};
const after = {
  name: 'after',
  in: 'query',
  description: 'The `next` of a page; from the beginning unless given.',
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

const described = ({ id, says, body, answer: told, parameters = [], more }: Described): Json => ({
  operationId: id,
  summary: says,
  parameters: [signature, ...parameters],
  ...(body && { requestBody: { required: true, ...content(body) } }),
  responses: {
    '200': { description: 'Done.', headers: answerHeaders, ...content(told) },
    ...more,
    default: { description: 'Not done, or not known.', headers: answerHeaders, ...content('Failure') },
  },
});

const unchanged = { '304': { description: 'As the ETag says.', headers: answerHeaders } };
const otherBody = {
  '409': {
    description: 'Known with another body; nothing was done.',
    headers: answerHeaders,
    ...content('Failure'),
  },
};

const paths: Readonly<Record<string, Json>> = {
  '/capabilities': {
    get: described({
      id: 'readCapabilities',
      says: 'Retrieve what it serves, and in which environment; with an ETag.',
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
      says: 'Look up what became of orders; an entry for each reference.',
      body: 'References',
      answer: 'Findings',
    }),
  },
  '/funding-accounts/{reference}': {
    put: described({
      id: 'openFundingAccount',
      says: 'Open an account that takes payments.',
      body: 'Opening',
      answer: 'Opened',
      parameters: [reference],
      more: otherBody,
    }),
  },
  '/funding-accounts/{reference}/close': {
    post: described({
      id: 'closeFundingAccount',
      says: 'Close it; one that is closed or unknown is closed.',
      answer: 'Closed',
      parameters: [reference],
    }),
  },
  '/payments/confirm': {
    post: described({
      id: 'confirmPayments',
      says: 'Confirm that payments stand at the bank; only a confirmed one is credited.',
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
      says: 'Retrieve what stands at the bank, by currency.',
      answer: 'Balance',
    }),
  },
};

/** The description of what a connector serves (OpenAPI 3.1), printed from the schemas that judge its answers. */
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
          says: 'POST /providers/{name}/notices of the service: up to 100 notices; 2xx once all are committed.',
          body: 'Notices',
          answer: 'Taken',
        }),
      },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}
