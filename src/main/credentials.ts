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

/** The file that the first start in sandbox hands to its user (supplement §8). */
export interface Credentials {
  base_url: string;
  api_key: string;
  graphql_url: string;
  operator_token: string;
  account_id: string;
  owner_email: string;
}

/** Where a process is called, as it is now. */
export type Addresses = Pick<Credentials, 'base_url'> & Partial<Pick<Credentials, 'graphql_url'>>;

/** Where the credentials of a data directory are kept. */
export function credentialsFile(dir: string): string {
  return join(dir, 'credentials.json');
}

/** The members kept so far: a start that was cut off, or an older version, may have left some out. */
export function readCredentials(dir: string): Partial<Credentials> {
  const file = credentialsFile(dir);
  if (!existsSync(file)) return {};
  const wayOut = 'restore it, or remove it to open a new demo account.';
  let kept: unknown;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${wayOut}`, { cause: error });
  }
  if (!areTexts(kept)) throw new Error(`${file} must contain only strings: ${wayOut}`);
  return kept;
}

const made = ['api_key', 'account_id', 'owner_email', 'operator_token'] as const;

function areTexts(kept: unknown): kept is Partial<Credentials> {
  if (typeof kept !== 'object' || kept === null) return false;
  return made.every((name) => ['string', 'undefined'].includes(typeof Reflect.get(kept, name)));
}

/**
 * Writes the file, mode 0600: addresses always as they are now, everything else only where it is missing.
 * Answers with what the file holds afterwards.
 */
export function keepCredentials(dir: string, now: Partial<Credentials> & Addresses): Partial<Credentials> {
  const { base_url, graphql_url } = now;
  const addresses = { base_url, ...(graphql_url !== undefined && { graphql_url }) };
  const known = readCredentials(dir);
  const { account_id: _id, owner_email: _email, ...others } = known;
  // A new key is that of a new account, whatever the file says of the one before.
  const isOfAnother = now.api_key !== undefined && known.api_key === undefined;
  const kept = { ...now, ...(isOfAnother ? others : known), ...addresses };
  writePrivate(credentialsFile(dir), kept);
  return kept;
}

/** Opens what the file lacks: a demo account with its key, and an operator. Answers what was made or found. */
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

/** An account that was opened before there were members is given its owner. */
async function ownDemo(
  ports: Ports,
  { account_id: accountId = '', owner_email: given = '' }: Partial<Credentials>,
) {
  const address = spelled(given);
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
  // Somebody new sees the page at once: it is open to everybody.
  await configureHostedPage(ports, {
    accountId: account.id,
    setting: { enabled: true, brandingMode: 'co_branded', brandName: account.name, publicStart: true },
  });
  return { api_key: secret, account_id: account.id, owner_email: demoEmail };
}

const holderOf = ({ reader }: Ports, key: string) => reader.keyHolder(key.slice(0, key.lastIndexOf('_')));

/** Whose key it is: nothing of another database is put beside it. */
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

/** The address a caller on this machine uses for a listener: "every interface" is no address to call. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The lines of a banner; secrets only on the start that made them, and on a terminal. */
export interface BannerFacts extends Partial<Pick<Credentials, 'api_key' | 'operator_token'>> {
  /** Absent where this process only works. */
  baseUrl?: string;
  internalUrl: string;
  /** Where anybody may begin on the page of the demo account; absent where nobody may. */
  pageUrl?: string;
  dataDir: string;
}

/** The text for the terminal once the service is up. */
export function banner({
  environment = 'sandbox',
  ...facts
}: BannerFacts & { readonly environment?: 'sandbox' | 'live' }): string {
  return environment === 'sandbox' ? sandboxBanner(facts) : liveBanner(facts);
}

/** Nothing is kept in a folder: accounts, and their keys, are made by whoever operates it. */
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
  const shown = [
    ...(apiKey === undefined ? [] : [`  API key    ${apiKey}`]),
    ...(token === undefined ? [] : [`  Operator   ${token}`]),
  ];
  const kept = [...shown, `  Kept in    ${file}`, ''];
  if (baseUrl === undefined) {
    return [
      '',
      'A worker of the payments service is running (sandbox).',
      `  Internal   ${internalUrl}   (/healthz, /readyz, /metrics)`,
      ...kept,
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
    ...kept,
    'A first call to try:',
    `  curl -H ${header} ${baseUrl}/v1/account`,
    'Forward events to a local program:',
    '  npm run -s psp -- listen --forward-to http://localhost:3001/webhooks',
    '',
  ].join('\n');
}

/** The service and the account that a command asks: those that it was given, else those of the data directory. */
export function askedOf(
  dataDir: string,
  options: { readonly baseUrl?: string; readonly apiKey?: string },
): { baseUrl: string; apiKey: string } {
  const kept = readCredentials(dataDir);
  let baseUrl = options.baseUrl ?? kept.base_url;
  while (baseUrl?.endsWith('/') === true) baseUrl = baseUrl.slice(0, -1);
  const apiKey = options.apiKey ?? kept.api_key;
  if (baseUrl === undefined || apiKey === undefined) {
    throw new Error(
      `${credentialsFile(dataDir)} does not name a service: set PSP_BASE_URL and PSP_API_KEY, or start the sandbox first.`,
    );
  }
  return { baseUrl, apiKey };
}
