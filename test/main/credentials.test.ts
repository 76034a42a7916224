import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addressOf,
  banner,
  credentialsFile,
  keepCredentials,
  readCredentials,
} from '../../src/main/credentials.js';
import { readConfig } from '../../src/main/config.js';
import { createLog } from '../../src/main/log.js';
import { startService } from '../../src/main/run.js';
import { createDatabase } from '../setup/database.js';
import { queryRows } from '../setup/rows.js';

const first = {
  base_url: 'http://127.0.0.1:3000',
  graphql_url: 'http://127.0.0.1:4000/graphql',
  api_key: 'psp_test_abc_def',
  operator_token: 'psp_op_abc',
  account_id: 'acct_1',
  owner_email: 'owner@example.com',
};

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'psp-credentials-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

describe('credentials.json', () => {
  it('is written atomically, for its owner only', () => {
    const dir = join(folder(), 'made on demand');
    expect(readCredentials(dir)).toEqual({});
    expect(keepCredentials(dir, first)).toEqual(first);
    expect(JSON.parse(readFileSync(credentialsFile(dir), 'utf8'))).toEqual(first);
    expect(statSync(credentialsFile(dir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['credentials.json']);
  });

  it('gets new addresses at a later start and never another key', () => {
    const dir = folder();
    keepCredentials(dir, first);
    const addresses = {
      base_url: 'http://127.0.0.1:3999',
      graphql_url: 'http://127.0.0.1:4999/graphql',
    };
    const moved = { ...first, ...addresses };
    expect(keepCredentials(dir, addresses)).toEqual(moved);
    const others = { api_key: 'psp_test_other', account_id: 'acct_2', operator_token: 'psp_op_other' };
    expect(keepCredentials(dir, { ...moved, ...others })).toEqual(moved);
    expect(readCredentials(dir)).toEqual(moved);
  });

  it('gets missing members and keeps unknown ones', () => {
    const dir = folder();
    writeFileSync(credentialsFile(dir), JSON.stringify({ api_key: 'kept', note: 'mine' }), { mode: 0o644 });
    const { api_key: _, ...found } = first;
    expect(keepCredentials(dir, found)).toEqual({ ...first, api_key: 'kept', note: 'mine' });
    expect(statSync(credentialsFile(dir)).mode & 0o777).toBe(0o600);
  });

  it('names the account of a new key, not the old one', () => {
    const dir = folder();
    const before = { account_id: 'acct_0', owner_email: 'before@example.com', note: 'mine' };
    writeFileSync(credentialsFile(dir), JSON.stringify(before));
    expect(keepCredentials(dir, first)).toEqual({ ...first, note: 'mine' });
  });

  it.each([
    ['{', 'is not JSON'],
    ['null', 'must contain only strings'],
    ['{"api_key": null}', 'must contain only strings'],
    ['{"owner_email": 7}', 'must contain only strings'],
  ])('gives advice for a damaged file and leaves it unchanged: %s', (text, said) => {
    const dir = folder();
    writeFileSync(credentialsFile(dir), text);
    expect(() => keepCredentials(dir, first)).toThrow(`${said}: restore it, or remove it`);
    expect(readFileSync(credentialsFile(dir), 'utf8')).toBe(text);
  });
});

describe('the banner', () => {
  const facts = { baseUrl: first.base_url, internalUrl: 'http://127.0.0.1:4000', dataDir: '/srv/psp' };

  it('shows addresses, the key and a call to try', () => {
    const text = banner({ ...facts, api_key: first.api_key, operator_token: first.operator_token });
    expect(text).toContain(first.operator_token);
    expect(text).toContain(`curl -H 'Authorization: Bearer ${first.api_key}' ${first.base_url}/v1/account`);
    expect(text).toContain('http://127.0.0.1:4000');
    expect(text).toContain('/srv/psp/credentials.json');
    expect(text).toContain(`${first.base_url}/v1/docs#key=${first.api_key} `);
    for (const named of ['/console', 'listen --forward-to']) expect(text).toContain(named);
    expect(banner({ ...facts, pageUrl: 'http://127.0.0.1:3000/p/hp_1' })).toContain('/p/hp_1');
  });

  it('shows only what this process serves', () => {
    const { baseUrl: _none, ...worker } = facts;
    const text = banner({ ...worker, api_key: first.api_key, operator_token: first.operator_token });
    expect(text).not.toMatch(/REST|curl|\/v1|\/graphql/);
    expect(text).toContain('http://127.0.0.1:4000   (/healthz, /readyz, /metrics)');
    expect(text).toContain(first.api_key);
    expect(text).toContain('/srv/psp/credentials.json');
    expect(banner(facts)).toContain('http://127.0.0.1:4000   (/healthz, /readyz, /metrics)');
  });

  it('shows the key and the token once only', () => {
    expect(banner(facts)).not.toContain(first.operator_token);
    expect(banner(facts)).not.toContain(first.api_key);
  });

  it('shows later a call that works as pasted', () => {
    const dir = join(folder(), 'with a space');
    keepCredentials(dir, first);
    const [call = ''] = /curl .+/.exec(banner({ ...facts, dataDir: dir })) ?? [];
    const pasted = execFileSync('sh', ['-c', call.replace('curl', "printf '%s '")], { encoding: 'utf8' });
    expect(pasted).toBe(`-H Authorization: Bearer ${first.api_key} ${first.base_url}/v1/account `);
  });

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['localhost', 'http://localhost:3000'],
  ])('listening on %s is reached at %s', (host, address) => expect(addressOf(host, 3000)).toBe(address));
});

describe('several starts at once on one data directory', () => {
  it('create one account and one operator, and a complete file', async () => {
    const database = await createDatabase();
    const dir = folder();
    const key = () => Buffer.alloc(32, 7).toString('base64');
    const config = readConfig({
      PSP_DATA_DIR: dir,
      DATABASE_URL: database.url,
      PSP_ENCRYPTION_KEYS: `k1:${key()}`,
      PSP_HASH_KEY: key(),
      PORT: '0',
      INTERNAL_PORT: '0',
      PSP_ALLOW_UNSAFE_DURABILITY: 'true',
    });
    const starts = Array.from({ length: 3 }, () => startService(config, createLog('silent')));
    const services = await Promise.all(starts);
    expect(readdirSync(dir)).toEqual(['credentials.json']);
    const made = `select (select count(*) from account) as accounts, (select count(*) from operator) as operators,
      (select id from account) as id`;
    expect(await queryRows(database.url, made)).toEqual([
      { accounts: '1', operators: '1', id: readCredentials(dir).account_id },
    ]);
    await Promise.all(services.map((service) => service.stop()));
    await database.drop();
  });
});
