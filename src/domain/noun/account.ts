import type { Flow } from '../flow.js';
import { declare, exampleTime, made, nowhere, oneOf, text, time, words, type RowOf } from './declare.js';

const status = words(
  {
    active: 'It may.',
    suspended: 'Its keys are refused for now; what is under way goes on.',
    closed: 'Its keys are refused, until it is made active again; what is under way goes on.',
  },
  { name: 'AccountStatus', says: 'Whether an account may act.' },
);

export type AccountAction = 'suspend' | 'close' | 'reactivate';

/** Only an active account's keys are accepted; its operations in flight go on in every status (supplement §9). */
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
  says: 'A client of the platform: everything of theirs hangs on it.',
  listedBy: 'platform',
  flow: accountFlow,
  fields: {
    name: text('The name of the account.', { example: 'Demo account' }),
    status: oneOf(status, { says: 'Only an active account can call the API, so `/v1` always shows active.' }),
    environment: made('sandbox or live.', { shows: inRest, example: 'sandbox' }),
    primaryTreasuryAsset: made('The asset that balances are held in and payouts fund from.', {
      shows: inRest,
      example: 'USDT',
    }),
    ownerEmail: text('Where its owner is reached.', { optional: true, sealed: true, shows: nowhere }),
    createdAt: time('When it was opened.'),
    credential: made('The API key or member that makes the request.', {
      shows: inRest,
      example: exampleCredential,
    }),
  },
  filters: {
    status: { says: 'The status.', many: 'With one of these statuses; none stands for all.' },
    name: { says: 'With exactly this name.' },
  },
});

export type Account = RowOf<typeof account>;
