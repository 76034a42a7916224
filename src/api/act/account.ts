import type { Account, ApiKey, Scope } from '../../domain/account.js';
import { isNetwork } from '../../domain/address.js';
import { present, isoTime } from '../../domain/event.js';
import { keyNouns, keyPermissions, limitsIn, scopesOf } from '../../domain/permission.js';
import {
  issueKey,
  openAccount,
  revokeKey,
  setAccountStatus,
  type IssuedKey,
} from '../../usecases/account.js';
import { act, type Group } from './act.js';
import {
  accountStatus,
  email,
  end,
  id,
  language,
  line,
  listOf,
  oneOf,
  seen,
  spelled,
  stateOf,
  text,
  time as moment,
} from './field.js';
import { requireApprovals, setTerms } from './terms.js';

const exampleId = 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y';
const ofAccount = stateOf('SeenAccount', 'An account', {
  status: seen('AccountStatus', 'Status of the account.'),
});
const ofKey = stateOf('SeenApiKey', 'An API key', {
  revokedAt: moment('Time of revocation.').nullable(),
});

const ownerEmail = email('E-mail address of the first owner, who gets an invitation.');

const open = act({
  name: 'openAccount',
  words: 'Open an account with its first API key.',
  role: 'admin',
  dangerous: true,
  takes: {
    name: line('Its name.'),
    ownerEmail: ownerEmail.nullish(),
    language: language('Language of mails to the owner. Default: English.').nullish(),
  },
  answers: 'OpenedAccount',
  command: { path: 'account open', example: "--name 'Acme Ltd' --owner-email owner@acme.example" },
  run: ({ ports, by }, { name, ownerEmail: emailText, language: spoken }) =>
    openAccount(ports, by, {
      name,
      ownerEmail: emailText ? spelled(emailText) : null,
      language: spoken ?? undefined,
    }),
  output: ({ account, ...issued }) => ({
    json: { ...showAccount(account), key_id: issued.apiKey.id, api_key: issued.secret },
    text: {
      Account: `${account.id}  ${account.name}`,
      Key: issued.apiKey.id,
      'API key': shownOnce(issued),
    },
  }),
});

const setStatus = act({
  name: 'setAccountStatus',
  words:
    'Suspend, close or reactivate an account. Keys of an account that is not active are refused at once; operations in flight continue.',
  role: 'admin',
  takes: { accountId: id('The account.'), status: accountStatus('New status.') },
  changes: ofAccount,
  answers: 'Account',
  command: {
    path: 'account status',
    positionals: ['accountId', 'status'],
    hints: { accountId: 'The account, as shown by account list.' },
    example: `${exampleId} suspended`,
  },
  run: ({ ports, by }, ask) => setAccountStatus(ports, by, ask),
  output: ({ id: accountId, name, status }) => ({
    json: { account_id: accountId, name, status },
    text: `The account ${accountId} is ${status}.`,
  }),
});

const bothScopes: readonly Scope[] = ['read', 'write'];
const scope = oneOf('Scope', bothScopes, 'Scope.');

const permission = text('A resource of the API, and read or write; or agent_writes.').refine(
  (permission) => keyPermissions.includes(permission),
  { message: `is not a permission; send agent_writes, or one like payouts:read, of ${keyNouns.join(', ')}` },
);
const network = text('A network in CIDR notation, or one address.').refine(isNetwork, {
  message: 'is not a network; send one like 203.0.113.0/24 or 2001:db8::/48',
});

const issue = act({
  name: 'issueApiKey',
  words: 'Issue another API key.',
  role: 'admin',
  dangerous: true,
  takes: {
    accountId: id('The account.'),
    scopes: listOf(scope, 'Scopes of the key. Default: both.', 1).default([...bothScopes]),
    permissions: listOf(
      permission,
      'Permissions of the key, such as payouts:write, which includes payouts:read. They determine its scopes. agent_writes is no limit: it lets agents make changes with the key in live, over /mcp.',
    ).nullish(),
    networks: listOf(network, 'Networks from which the key may be used. Default: any.').nullish(),
    label: line('Label of the key.').nullish(),
    expiresAt: end('Time when it expires. Default: never.').nullish(),
  },
  changes: ofAccount,
  answers: 'IssuedApiKey',
  command: { path: 'key issue', example: `--account ${exampleId} --scopes read --expires-in 90d` },
  run({ ports, by }, { accountId, label = null, expiresAt = null, ...access }) {
    const permissions = [...new Set(access.permissions ?? [])];
    const networks = [...new Set(access.networks ?? [])];
    const scopes = limitsIn(permissions).length > 0 ? scopesOf(permissions) : [...new Set(access.scopes)];
    return issueKey(ports, by, { accountId, scopes, label, expiresAt, networks, permissions });
  },
  output: ({ apiKey, secret }) => ({
    json: { ...showKey(apiKey), api_key: secret },
    text: {
      Account: apiKey.accountId,
      Key: apiKey.id,
      Scopes: apiKey.scopes.join(', '),
      ...(apiKey.permissions.length > 0 && { 'Limited to': apiKey.permissions.join(', ') }),
      ...(apiKey.networks.length > 0 && { Networks: apiKey.networks.join(', ') }),
      Expires: apiKey.expiresAt?.toISOString() ?? 'never',
      'API key': shownOnce({ secret }),
    },
  }),
});

const revoke = act({
  name: 'revokeApiKey',
  words: 'Revoke an API key. Its next request is refused.',
  role: 'admin',
  takes: { id: id('Id or public prefix of the key.') },
  changes: ofKey,
  answers: 'ApiKey',
  command: { path: 'key revoke', positionals: ['id'], example: 'psp_test_4f9k2m7q1x8z' },
  run: ({ ports, by }, { id: name }) => revokeKey(ports, by, name),
  output: (key) => ({ json: showKey(key), text: `The key ${key.id} (${key.prefix}) is revoked.` }),
});

export const accountActs: Group = {
  name: 'account',
  words: 'Accounts of the clients',
  acts: [open, setStatus, setTerms, requireApprovals],
};

export const keyActs: Group = {
  name: 'key',
  words: 'API keys of the accounts',
  acts: [issue, revoke],
};

const shownOnce = ({ secret }: Pick<IssuedKey, 'secret'>) => `${secret}  (shown only once: store it now)`;

export function showAccount({ id: accountId, name, status, createdAt }: Account) {
  return { account_id: accountId, name, status, created_at: isoTime(createdAt) };
}

export function showKey(key: ApiKey) {
  return present({
    key_id: key.id,
    account_id: key.accountId,
    prefix: key.prefix,
    scopes: key.scopes,
    ...(key.permissions.length > 0 && { permissions: key.permissions }),
    ...(key.networks.length > 0 && { networks: key.networks }),
    label: key.label,
    created_at: isoTime(key.createdAt),
    expires_at: isoTime(key.expiresAt),
    last_used_at: isoTime(key.lastUsedAt),
    revoked_at: isoTime(key.revokedAt),
  });
}
