import type { Flow } from '../flow.js';
import { declare, exampleTime, made, nowhere, oneOf, text, time, words, type RowOf } from './declare.js';

const status = words(
  {
    active: 'It can use the API.',
    suspended: 'Its keys are refused for now; operations in flight continue.',
    closed: 'Its keys are refused until it is active again; operations in flight continue.',
  },
  { name: 'AccountStatus', says: 'Status of an account.' },
);

export type AccountAction = 'suspend' | 'close' | 'reactivate';

/** Only keys of active accounts are accepted. Operations in flight go on in every status (supplement §9). */
export const accountFlow: Flow<(typeof status.values)[number], AccountAction> = {
  active: { suspend: 'suspended', close: 'closed' },
  suspended: { close: 'closed', reactivate: 'active' },
  closed: { reactivate: 'active' },
};

const inRest = ['list', 'detail'] as const;

const exampleCredential = {
  type: 'api_key',
  id: 'key_01k9zq3v5e8x7m2n4p6r8t0w1y',
  prefix: 'psp_test_4f9k2m7q1x8z',
  label: 'first key',
  scopes: ['read', 'write'],
  created_at: exampleTime,
};

/** Contract §2.2. */
export const account = declare('account', {
  called: ['account', 'accounts'],
  says: 'A client of the platform. Every other resource belongs to an account.',
  listedBy: 'platform',
  flow: accountFlow,
  fields: {
    name: text('Name of the account.', { example: 'Demo account' }),
    status: oneOf(status, {
      says: 'Status of the account. Only an active account can call the API, so `/v1` always shows active.',
    }),
    environment: made('sandbox or live.', { shows: inRest, example: 'sandbox' }),
    primaryTreasuryAsset: made('Asset that balances are held in and payouts are paid from.', {
      shows: inRest,
      example: 'USDT',
    }),
    ownerEmail: text('E-mail address of its owner.', { optional: true, sealed: true, shows: nowhere }),
    createdAt: time('Time of creation.'),
    credential: made('The API key or member that makes the request.', {
      shows: inRest,
      example: exampleCredential,
    }),
  },
  filters: {
    status: { says: 'The status.', many: 'Only with one of these statuses. Default: all.' },
    name: { says: 'Only with exactly this name.' },
  },
});

export type Account = RowOf<typeof account>;
