import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from './private-file.js';

/** What the first start in sandbox hands to its user (supplement §8). */
export interface Credentials {
  base_url: string;
  api_key: string;
  account_id: string;
  owner_email: string;
}

/** Where the credentials of a data directory are kept. */
export function credentialsFile(dir: string): string {
  return join(dir, 'credentials.json');
}

/** What is kept so far: a start that was cut off, or an older version, may have left members out. */
export function readCredentials(dir: string): Partial<Credentials> {
  const file = credentialsFile(dir);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Credentials>;
  } catch (error) {
    throw new Error(`${file} is not JSON: restore it, or remove it to have a new demo account opened.`, {
      cause: error,
    });
  }
}

/**
 * Writes the file, mode 0600: `base_url` always as it is now, everything else only where it is missing.
 * Answers with what the file holds afterwards.
 */
export function keepCredentials(
  dir: string,
  now: Credentials | Pick<Credentials, 'base_url'>,
): Partial<Credentials> {
  const kept = { ...now, ...readCredentials(dir), base_url: now.base_url };
  writePrivate(credentialsFile(dir), kept);
  return kept;
}

/** The address a caller on this machine uses for a listener: "every interface" is no address to call. */
export function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** What a banner shows; `api_key` only on the first start. */
export interface BannerFacts {
  baseUrl: string;
  internalUrl: string;
  dataDir: string;
  apiKey?: string;
}

/** The text for the terminal once the service is up. */
export function banner({ baseUrl, internalUrl, dataDir, apiKey }: BannerFacts): string {
  const key = apiKey ?? `<api_key of ${credentialsFile(dataDir)}>`;
  const shown = apiKey === undefined ? [] : [`  API key    ${apiKey}`];
  return [
    '',
    'The payments service is running (sandbox).',
    `  REST API   ${baseUrl}/v1   (described at ${baseUrl}/v1/docs, for machines at ${baseUrl}/v1/openapi.json)`,
    `  Internal   ${internalUrl}   (/healthz, /readyz, /metrics)`,
    ...shown,
    `  Kept in    ${credentialsFile(dataDir)}`,
    '',
    'A first call to try:',
    `  curl -H 'Authorization: Bearer ${key}' ${baseUrl}/v1/account`,
    '',
  ].join('\n');
}
