import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf as spelled } from '../domain/email.js';
import type { Ports } from '../ports/ports.js';
import { openAccount } from '../usecases/account.js';
import type { Operator } from '../usecases/audit.js';
import { giveFirstOwner } from '../usecases/member.js';
import { configureHostedPage } from '../usecases/hosted-page.js';
import { createOperator } from '../usecases/operator.js';
import { writePrivate } from './private-file.js';

/** The file that the first start of a sandbox creates for its user (supplement §8). */
export interface Credentials {
  base_url: string;
  api_key: string;
  graphql_url: string;
  operator_token: string;
  account_id: string;
  owner_email: string;
}

/** Current addresses of a process. */
export type Addresses = Pick<Credentials, 'base_url'> & Partial<Pick<Credentials, 'graphql_url'>>;

/** Path of the credentials file in a data directory. */
export function credentialsFile(dir: string): string {
  return join(dir, 'credentials.json');
}

/** The members in the file; some may be missing after an interrupted start or from an older version. */
export function readCredentials(dir: string): Partial<Credentials> {
  const file = credentialsFile(dir);
  if (!existsSync(file)) return {};
  const wayOut = 'restore it, or remove it to open a new demo account.';
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${wayOut}`, { cause: error });
  }
  if (!areTexts(content)) throw new Error(`${file} must contain only strings: ${wayOut}`);
  return content;
}

const made = ['api_key', 'account_id', 'owner_email', 'operator_token'] as const;

function areTexts(content: unknown): content is Partial<Credentials> {
  if (typeof content !== 'object' || content === null) return false;
  return made.every((name) => ['string', 'undefined'].includes(typeof Reflect.get(content, name)));
}

/**
 * Writes the file with mode 0600. Addresses are updated; other members are only added if missing. Returns the
 * content of the file.
 */
export function keepCredentials(dir: string, now: Partial<Credentials> & Addresses): Partial<Credentials> {
  const { base_url, graphql_url } = now;
  const addresses = { base_url, ...(graphql_url !== undefined && { graphql_url }) };
  const known = readCredentials(dir);
  const { account_id: _id, owner_email: _email, ...others } = known;
  // A new key belongs to a new account, so the old account's members are dropped.
  const isOfAnother = now.api_key !== undefined && known.api_key === undefined;
  const credentials = { ...now, ...(isOfAnother ? others : known), ...addresses };
  writePrivate(credentialsFile(dir), credentials);
  return credentials;
}

/**
 * Creates what the file lacks: a demo account with a key, and an operator. Returns what was created or found.
 */
export async function firstCredentials(dir: string, ports: Ports): Promise<Partial<Credentials>> {
  const known = readCredentials(dir);
  const isWhole = made.every((name) => known[name] !== undefined);
  if (isWhole && (await holderOf(ports, known.api_key ?? '')) === undefined) {
    ports.log.warn({ file: credentialsFile(dir) }, 'credentials.json belongs to another database');
  }
  if (isWhole) {
    await ownDemo(ports, known);
    return {};
  }
  const operator = { name: 'first start', reason: 'demo account of the sandbox' };
  const account =
    known.api_key === undefined
      ? await newAccount(ports, operator)
      : await accountOf(ports, known.api_key, credentialsFile(dir));
  if (known.operator_token !== undefined) return account;
  const admin = { name: 'first operator', role: 'admin', expiresAt: null } as const;
  const { token } = await createOperator(ports, { ...operator, reason: 'operator of the sandbox' }, admin);
  return { ...account, operator_token: token };
}

/** Creates the owner of an account from a version without members. */
async function ownDemo(
  ports: Ports,
  { account_id: accountId = '', owner_email: emailText = '' }: Partial<Credentials>,
) {
  const address = spelled(emailText);
  if (address === undefined) return;
  const by = { name: 'first start', reason: 'owner of the demo account' };
  await giveFirstOwner(ports, by, { accountId, address });
}

const demoEmail = 'owner@example.com';

async function newAccount(ports: Ports, operator: Operator): Promise<Partial<Credentials>> {
  const { secret, account } = await openAccount(ports, operator, {
    name: 'Demo account',
    ownerEmail: demoEmail,
    isOwnerKnown: true,
  });
  // A new user should see the page at once, so it is public.
  await configureHostedPage(ports, {
    accountId: account.id,
    setting: { enabled: true, brandingMode: 'co_branded', brandName: account.name, publicStart: true },
  });
  return { api_key: secret, account_id: account.id, owner_email: demoEmail };
}

const holderOf = ({ reader }: Ports, key: string) => reader.keyHolder(key.slice(0, key.lastIndexOf('_')));

/** The account of a key, so that members of another database are not combined with it. */
async function accountOf(ports: Ports, key: string, file: string): Promise<Partial<Credentials>> {
  const holder = await holderOf(ports, key);
  if (holder === undefined) {
    throw new Error(
      `The database does not know the api_key in ${file}, and the file is incomplete: restore it, or remove it to open a new demo account.`,
    );
  }
  const { id, ownerEmail: sealed } = holder.account;
  const email =
    sealed === null ? demoEmail : ports.vault.decrypt(sealed, { noun: 'account', field: 'ownerEmail', id });
  return { account_id: id, ...(email !== undefined && { owner_email: email }) };
}

/** The address for callers on this machine: "every interface" is not an address to call. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Facts for the banner. Secrets are included only on the start that created them, and on a terminal. */
export interface BannerFacts extends Partial<Pick<Credentials, 'api_key' | 'operator_token'>> {
  /** Absent if this process is only a worker. */
  baseUrl?: string;
  internalUrl: string;
  /** The public page of the demo account; absent if it is not public. */
  pageUrl?: string;
  dataDir: string;
}

/** The text printed once the service runs. */
export function banner({
  environment = 'sandbox',
  ...facts
}: BannerFacts & { readonly environment?: 'sandbox' | 'live' }): string {
  return environment === 'sandbox' ? sandboxBanner(facts) : liveBanner(facts);
}

/** No credentials are stored in live: operators create accounts and keys. */
const liveBanner = ({ baseUrl, internalUrl }: BannerFacts): string =>
  [
    '',
    `${baseUrl === undefined ? 'A worker of the payments service' : 'The payments service'} is running (live).`,
    ...(baseUrl === undefined ? [] : [`  REST API   ${baseUrl}/v1   (described at ${baseUrl}/v1/docs)`]),
    `  Internal   ${internalUrl}`,
    '',
  ].join('\n');

function sandboxBanner({ baseUrl, internalUrl, pageUrl, dataDir, ...secrets }: BannerFacts): string {
  const { api_key: apiKey, operator_token: token } = secrets;
  const file = credentialsFile(dataDir);
  const header =
    apiKey === undefined
      ? `"Authorization: Bearer $(node -p "require('${file}').api_key")"`
      : `'Authorization: Bearer ${apiKey}'`;
  const secretLines = [
    ...(apiKey === undefined ? [] : [`  API key    ${apiKey}`]),
    ...(token === undefined ? [] : [`  Operator   ${token}`]),
  ];
  const ending = [...secretLines, `  Kept in    ${file}`, ''];
  if (baseUrl === undefined) {
    return [
      '',
      'A worker of the payments service is running (sandbox).',
      `  Internal   ${internalUrl}   (/healthz, /readyz, /metrics)`,
      ...ending,
    ].join('\n');
  }
  return [
    '',
    'The payments service is running (sandbox).',
    `  REST API   ${baseUrl}/v1   (description: ${baseUrl}/v1/openapi.json)`,
    `  Reference  ${baseUrl}/v1/docs${apiKey === undefined ? '' : `#key=${apiKey}   (with the key at hand, to try calls from it)`}`,
    `  Dashboard  ${baseUrl}/dashboard   (for members; add one with: npm run -s psp -- member invite --help)`,
    `  Console    ${internalUrl}/console   (for operators; GraphQL: ${internalUrl}/graphql)`,
    `  Internal   ${internalUrl}   (/healthz, /readyz, /metrics)`,
    ...(pageUrl === undefined
      ? []
      : [`  A page     ${pageUrl}   (sends money as a customer of the demo account)`]),
    ...ending,
    'A first call to try:',
    `  curl -H ${header} ${baseUrl}/v1/account`,
    'Forward events to a local program:',
    '  npm run -s psp -- listen --forward-to http://localhost:3001/webhooks',
    '',
  ].join('\n');
}

/** The service and account that a command calls: from its options, or else from the data directory. */
export function targetOf(
  dataDir: string,
  options: { readonly baseUrl?: string; readonly apiKey?: string },
): { baseUrl: string; apiKey: string } {
  const credentials = readCredentials(dataDir);
  let baseUrl = options.baseUrl ?? credentials.base_url;
  while (baseUrl?.endsWith('/') === true) baseUrl = baseUrl.slice(0, -1);
  const apiKey = options.apiKey ?? credentials.api_key;
  if (baseUrl === undefined || apiKey === undefined) {
    throw new Error(
      `${credentialsFile(dataDir)} does not name a service: set PSP_BASE_URL and PSP_API_KEY, or start the sandbox first.`,
    );
  }
  return { baseUrl, apiKey };
}
