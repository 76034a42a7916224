import { Argument, Option, type Command } from 'commander';
import {
  accountFlow,
  type Account,
  type AccountStatus,
  type ApiKey,
  type Scope,
} from '../../domain/account.js';
import type { CapabilityKey, Override } from '../../domain/capability.js';
import { present, time } from '../../domain/event.js';
import { refuse } from '../../domain/refusal.js';
import type { Reader } from '../../ports/reader.js';
import {
  issueKey,
  openAccount,
  revokeKey,
  setAccountStatus,
  type IssuedKey,
} from '../../usecases/account.js';
import { acts, answers, group, type Session } from './act.js';
import { listed, type Answer } from './answer.js';
import { durationMs, email, instant, line, scopes } from './given.js';
import { lists } from './list.js';
import { showOverride, termsCommand } from './terms.js';

interface KeyOptions {
  readonly account: string;
  readonly scopes: Scope[];
  readonly label?: string;
  readonly expiresAt?: Date;
  readonly expiresIn?: number;
}

/** What is done to accounts and to their keys. */
export function accountCommands(psp: Command): void {
  accounts(psp);
  keys(psp);
}

/** `account open`, `account list`, `account show`, `account status` and `account terms`. */
function accounts(psp: Command): void {
  const opening = "account open --name 'Acme Ltd' --owner-email owner@acme.example";
  const account = group(psp, 'account', { description: 'Accounts of the clients', example: opening });
  acts(
    account
      .command('open')
      .description('Open an account with its first API key, which is shown this once')
      .requiredOption('--name <name>', 'the name of the account', line)
      .option('--owner-email <email>', 'the address of its first owner', email),
    opening,
    open,
  );
  lists(account.command('list').description('Every account, newest first'), 'account list', {
    noun: 'account',
    none: 'There is no account.',
    columns: {
      ACCOUNT: ({ id }) => id,
      STATUS: ({ status }) => status,
      CREATED: ({ createdAt }) => createdAt.toISOString(),
      NAME: ({ name }) => name,
    },
    show: showAccount,
  });
  const setting = 'account status acct_01k9zq3v5e8x7m2n4p6r8t0w1y suspended';
  acts(
    account
      .command('status')
      .description('Suspend, close or reactivate an account; what is in flight goes on')
      .argument('<id>', 'the account, as account list tells it')
      .addArgument(new Argument('<status>', 'what it becomes').choices(Object.keys(accountFlow))),
    setting,
    setStatus,
  );
  const shows = account
    .command('show')
    .description('An account with its terms, and with what is suspended for it')
    .argument('<id>', 'the account, as account list tells it');
  answers<[string], object>(shows, 'account show acct_01k9zq3v5e8x7m2n4p6r8t0w1y', async ([id]) => {
    const { withPorts } = await import('./database.js');
    return withPorts(({ reader }) => shown(reader, id));
  });
  termsCommand(account);
}

/** `key issue`, `key list` and `key revoke`; a key's secret is shown once, by the command that makes it. */
function keys(psp: Command): void {
  const issuing = 'key issue --account acct_01k9zq3v5e8x7m2n4p6r8t0w1y --scopes read --expires-in 90d';
  const key = group(psp, 'key', { description: 'API keys of the accounts', example: issuing });
  acts(
    key
      .command('issue')
      .description('Issue another API key, which is shown this once')
      .requiredOption('--account <id>', 'the account')
      .addOption(scopesOption())
      .option('--label <text>', 'a name to know the key by', line)
      .option('--expires-at <time>', 'when it ends, like 2027-01-31T12:00:00Z', instant)
      .addOption(
        new Option('--expires-in <duration>', 'how long it lives, like 24h or 90d')
          .argParser(durationMs)
          .conflicts('expiresAt'),
      ),
    issuing,
    issue,
  );
  lists(key.command('list').description('API keys, newest first'), 'key list', {
    noun: 'apiKey',
    none: 'There is no API key.',
    columns: {
      KEY: ({ id }) => id,
      PREFIX: ({ prefix }) => prefix,
      ACCOUNT: ({ accountId }) => accountId,
      SCOPES: ({ scopes }) => scopes.join(),
      CREATED: ({ createdAt }) => createdAt.toISOString(),
      ENDS: ({ expiresAt, revokedAt }) =>
        revokedAt ? `revoked ${revokedAt.toISOString()}` : (expiresAt?.toISOString() ?? 'never'),
      LABEL: ({ label }) => label ?? '',
    },
    show: showKey,
  });
  acts(
    key
      .command('revoke')
      .description('Revoke an API key; its next request is refused')
      .argument('<key>', 'its id, or its public start with or without psp_test_'),
    'key revoke psp_test_4f9k2m7q1x8z',
    revoke,
  );
}

function scopesOption(): Option {
  return new Option('--scopes <list>', 'read, or read,write')
    .default(['read', 'write'] satisfies Scope[], 'read,write')
    .argParser(scopes);
}

async function open(
  { ports, operator }: Session,
  _args: [],
  { name, ownerEmail = null }: { name: string; ownerEmail?: string | null },
): Promise<Answer> {
  const { account, ...issued } = await openAccount(ports, operator, { name, ownerEmail });
  const { id, status, createdAt } = account;
  return {
    json: {
      account_id: id,
      name,
      status,
      created_at: time(createdAt),
      key_id: issued.apiKey.id,
      api_key: issued.secret,
    },
    text: listed({ Account: `${id}  ${name}`, Key: issued.apiKey.id, 'API key': shownOnce(issued) }),
  };
}

async function setStatus(
  { ports, operator }: Session,
  [accountId, status]: [string, AccountStatus],
): Promise<Answer> {
  const { id, name } = await setAccountStatus(ports, operator, { accountId, status });
  return { json: { account_id: id, name, status }, text: `The account ${id} is ${status}.` };
}

async function issue({ ports, operator }: Session, _args: [], options: KeyOptions): Promise<Answer> {
  const { account: accountId, scopes, label = null, expiresAt = null, expiresIn: lifetimeMs } = options;
  const end = lifetimeMs === undefined ? { expiresAt } : { lifetimeMs };
  const issued = await issueKey(ports, operator, { accountId, scopes, label, ...end });
  return {
    json: { ...showKey(issued.apiKey), api_key: issued.secret },
    text: listed({
      Account: accountId,
      Key: issued.apiKey.id,
      Scopes: scopes.join(', '),
      Expires: issued.apiKey.expiresAt?.toISOString() ?? 'never',
      'API key': shownOnce(issued),
    }),
  };
}

async function revoke({ ports, operator }: Session, [name]: [string]): Promise<Answer> {
  const key = await revokeKey(ports, operator, name);
  return { json: showKey(key), text: `The key ${key.id} (${key.prefix}) is revoked.` };
}

async function shown(reader: Reader, id: string): Promise<Answer> {
  const account = await reader.get('account', id, id);
  if (!account) return refuse('not_found', `There is no such account: ${id}.`);
  const [terms, suspensions, stopped] = await Promise.all([
    reader.terms(id),
    reader.suspensions(id),
    reader.payoutsStopped(),
  ]);
  const { platformFeeBps, tenantMarkupBps, overrides } = terms;
  const agreed = (bps: number | null) => (bps === null ? 'as usual' : `${bps} bps`);
  return {
    json: {
      ...showAccount(account),
      platform_fee_bps: platformFeeBps,
      tenant_markup_bps: tenantMarkupBps,
      overrides: overrides.map(showOverride),
      suspensions: suspensions.map(({ product, method, currency }) => ({ product, method, currency })),
      payouts_stopped: stopped,
    },
    text: listed({
      Account: `${id}  ${account.name}`,
      Status: account.status,
      Opened: account.createdAt.toISOString(),
      'Platform fee': agreed(platformFeeBps),
      Markup: agreed(tenantMarkupBps),
      'Own terms': overrides.map(overrideLine).join(', ') || 'none',
      Suspended: suspensions.map(railLine).join(', ') || 'nothing',
      Payouts: stopped ? 'stopped for every account' : 'not stopped',
    }),
  };
}

const railLine = ({ product, method, currency }: CapabilityKey) => `${product}:${method}:${currency}`;

function overrideLine({ enabled, perOperation, daily, ...rail }: Override): string {
  const limits = [perOperation, daily && `${daily} a day`].filter((each) => each !== undefined);
  const parts = [
    ...(enabled === false ? ['disabled'] : []),
    ...(limits.length > 0 ? [`limits ${limits.join(' and ')}`] : []),
  ];
  return `${railLine(rail)} ${parts.join(', ')}`;
}

const shownOnce = ({ secret }: IssuedKey) => `${secret}  (shown this once: keep it now)`;

function showAccount({ id, name, status, createdAt }: Account) {
  return { account_id: id, name, status, created_at: time(createdAt) };
}

function showKey(key: ApiKey) {
  return present({
    key_id: key.id,
    account_id: key.accountId,
    prefix: key.prefix,
    scopes: key.scopes,
    label: key.label,
    created_at: time(key.createdAt),
    expires_at: time(key.expiresAt),
    revoked_at: time(key.revokedAt),
  });
}
