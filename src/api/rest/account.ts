import { z } from 'zod';
import { accountStatuses } from '../../domain/account.js';
import { present, time as written } from '../../domain/event.js';
import { exampleId, exampleTime, idOf, named, time } from '../field.js';
import { ok, route } from './route.js';

const environment = z.enum(['sandbox', 'live']);
const accountStatus = z.enum(accountStatuses);
const callerKind = z
  .enum(['api_key', 'member'])
  .describe('api_key today: members cannot sign in to this API.');
const keyPrefix = z.string().describe('Public start of the key.');

const accountSchema = named(
  'Account',
  z.object({
    id: idOf('account'),
    name: z.string(),
    status: accountStatus.describe('Reads active whenever it can be read.'),
    environment,
    primary_treasury_asset: z.string().describe('The asset that balances are held in and payouts fund from.'),
    created_at: time,
    credential: z.object({
      type: callerKind,
      id: idOf('apiKey'),
      prefix: keyPrefix,
      label: z.string().exactOptional().describe('The name that the key was issued with.'),
      scopes: z.array(z.enum(['read', 'write'])).describe('read permits every GET, write the rest.'),
      created_at: time,
      expires_at: time.exactOptional().describe('Absent: does not expire.'),
    }),
  }),
  {
    id: exampleId('account'),
    name: 'Demo account',
    status: 'active',
    environment: 'sandbox',
    primary_treasury_asset: 'USDT',
    created_at: exampleTime,
    credential: {
      type: 'api_key',
      id: exampleId('apiKey'),
      prefix: 'psp_test_4f9k2m7q1x8z',
      label: 'first key',
      scopes: ['read', 'write'],
      created_at: exampleTime,
    },
  },
);

const meSchema = named(
  'Me',
  z.object({
    kind: callerKind,
    environment,
    account: z.object({ id: idOf('account'), name: z.string(), status: accountStatus }),
    api_key: z
      .object({ id: idOf('apiKey'), prefix: keyPrefix, label: z.string().exactOptional() })
      .exactOptional(),
  }),
  {
    kind: 'api_key',
    environment: 'sandbox',
    account: { id: exampleId('account'), name: 'Demo account', status: 'active' },
    api_key: { id: exampleId('apiKey'), prefix: 'psp_test_4f9k2m7q1x8z', label: 'first key' },
  },
);

const read = { method: 'GET', tag: 'Account', scope: 'read', idempotency: 'none', errors: [] } as const;

/** Contract §4.2. */
export const accountRoutes = [
  route({
    ...read,
    path: '/v1/account',
    operationId: 'getAccount',
    summary: 'Retrieve the account',
    description: 'With the credential in use.',
    answers: { 200: accountSchema },
    handle: async ({ ports, environment: deployment }, { caller: { account, key } }) =>
      ok({
        id: account.id,
        name: account.name,
        status: account.status,
        environment: deployment,
        primary_treasury_asset: ports.catalogue.primaryTreasuryAsset,
        created_at: written(account.createdAt),
        credential: present({
          type: 'api_key',
          id: key.id,
          prefix: key.prefix,
          label: key.label,
          scopes: key.scopes,
          created_at: written(key.createdAt),
          expires_at: written(key.expiresAt),
        }),
      }),
  }),
  route({
    ...read,
    path: '/v1/me',
    operationId: 'getMe',
    summary: 'Retrieve the caller',
    description: 'Who is asking, and for which accounts.',
    answers: { 200: meSchema },
    handle: async ({ environment: deployment }, { caller: { account, key } }) =>
      ok({
        kind: 'api_key',
        environment: deployment,
        account: { id: account.id, name: account.name, status: account.status },
        api_key: present({ id: key.id, prefix: key.prefix, label: key.label }),
      }),
  }),
];
