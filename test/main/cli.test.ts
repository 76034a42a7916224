import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killSwitchReach } from '../../src/api/platform.js';
import { runningDatabaseUrl } from '../../src/main/embedded.js';
import { buildCommandLine, runCommand, runWarm, startCommand, type Outcome } from '../setup/cli.js';
import { createDatabase } from '../setup/database.js';
import { patience } from '../setup/patience.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';

const absentId = (prefix: string) => `${prefix}_01k9zq3v5e8x7m2n4p6r8t0w1y`;

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

let service: RunningService;

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
});

afterAll(() => service.stop());

const run = (...args: string[]): Promise<Outcome> => runWarm(args, service.env);

/** Runs a command with --json; expects success and no other output. */
async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function lastEntry(action: string): Promise<Record<string, unknown> | undefined> {
  const [entry] = await query('select * from audit_entry where action = $1 order by id desc limit 1', [
    action,
  ]);
  return entry;
}

async function openPix(description?: string): Promise<{ beneficiaryId: string; payoutId: string }> {
  const beneficiary = await service.post('/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Maria Souza', pix_key: `maria${Math.random()}@example.com` },
  });
  const payout = await service.post('/v1/payouts', {
    beneficiary_id: beneficiary.get('id'),
    source_currency: 'USDT',
    amount: '10.00',
    amount_side: 'destination',
    ...(description !== undefined && { description }),
  });
  expect(payout.at('status')).toMatch(/^(processing|completed)$/);
  return { beneficiaryId: beneficiary.get('id'), payoutId: payout.get('id') };
}

async function fund(): Promise<void> {
  const opened = await service.post('/v1/funding-accounts', { method: 'spei', currency: 'MXN' });
  const path = `/v1/funding-accounts/${opened.get('id')}`;
  await service.until(path, (answer) => answer.at('status') === 'active');
  const deposit = await service.post('/v1/sandbox/deposits', {
    funding_account_id: opened.get('id'),
    amount: '5000.00',
  });
  await service.until(`/v1/payins/${deposit.get('id')}`, (answer) => answer.at('status') === 'completed');
}

describe('accounts and keys', () => {
  it('opens an account with a working key, shown once; the audit log has operator and reason', async () => {
    const opened = await runJson(
      'account',
      'open',
      '--name',
      'Acme Ltd',
      '--owner-email',
      'owner@acme.example',
    );
    expect(opened).toMatchObject({
      name: 'Acme Ltd',
      status: 'active',
      account_id: expect.stringMatching(/^acct_/),
    });
    const key = String(opened['api_key']);
    expect(key).toMatch(/^psp_test_[0-9a-z]{12}_[0-9a-f]{64}$/);
    const seen = await service.get('/v1/account', { key });
    expect([seen.at('id'), seen.at('credential.id')]).toEqual([opened['account_id'], opened['key_id']]);
    expect(await lastEntry('account.open')).toMatchObject({
      operator: userInfo().username,
      reason: 'command line',
      account_id: opened['account_id'],
      subject_id: opened['account_id'],
    });
    const [{ owner_email: sealed } = {}] = await query('select owner_email from account where id = $1', [
      opened['account_id'],
    ]);
    expect(sealed).toMatch(/^k1:/);
  });

  it('shows the same to people', async () => {
    const { code, stdout } = await run('account', 'open', '--name', 'Human Ltd');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Account {2}acct_\w+ {2}Human Ltd\nKey {6}key_\w+\nAPI key {2}psp_test_\w+ {2}\(shown only once/,
    );
  });

  it('issues a key with scopes, label and expiry, and revokes it by its prefix', async () => {
    const flags = `--account ${service.accountId} --scopes read --label reports --expires-in 24h --operator ana`;
    const issued = await runJson('key', 'issue', ...words(flags), '--reason', 'case 4711');
    expect(issued).toMatchObject({ account_id: service.accountId, scopes: ['read'], label: 'reports' });
    const life = Date.parse(String(issued['expires_at'])) - Date.parse(String(issued['created_at']));
    expect(Math.abs(life - 86_400_000)).toBeLessThan(60_000);
    expect(await lastEntry('key.issue')).toMatchObject({
      operator: 'ana',
      reason: 'case 4711',
      subject_id: issued['key_id'],
    });
    const key = String(issued['api_key']);
    const credential = await service.get('/v1/account', { key });
    expect(credential.at('credential.prefix')).toBe(issued['prefix']);
    expect((await service.post('/v1/customers', {}, { key })).status).toBe(403);

    const revoked = await runJson('key', 'revoke', String(issued['prefix']));
    expect(revoked).toMatchObject({ key_id: issued['key_id'], revoked_at: expect.any(String) });
    // The service receives a revocation by another process a moment later.
    await expect.poll(async () => (await service.get('/v1/account', { key })).status, patience).toBe(401);
    expect(await lastEntry('key.revoke')).toMatchObject({ subject_id: issued['key_id'] });
    expect(await run('key', 'revoke', String(issued['key_id']))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The key is already revoked.\n',
    });
  });

  it('revokes by id and by prefix, and accepts a time as the expiry', async () => {
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const first = await runJson('key', 'issue', '--account', service.accountId, '--expires-at', end);
    expect(first).toMatchObject({ expires_at: end, scopes: ['read', 'write'] });
    const second = await runJson('key', 'issue', '--account', service.accountId);
    expect(second).not.toHaveProperty('expires_at');
    expect(await runJson('key', 'revoke', String(first['key_id']))).toMatchObject({
      key_id: first['key_id'],
    });
    const characters = String(second['prefix']).slice('psp_test_'.length);
    expect(await runJson('key', 'revoke', characters)).toMatchObject({ key_id: second['key_id'] });
  });

  it('reports impossible requests in one line on stderr', async () => {
    const refusals = await Promise.all([
      run('key', 'issue', '--account', absentId('acct')),
      run('key', 'issue', '--account', service.accountId, '--expires-at', '2020-01-01T00:00:00Z'),
      run('key', 'revoke', absentId('key')),
      run('key', 'revoke', `psp_test_${'0'.repeat(12)}_${'f'.repeat(64)}`),
    ]);
    expect(refusals.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
      [1, 2, 1, 1].map((code) => ({ code, stdout: '' })),
    );
    const [account, end, key, secret] = refusals.map(({ stderr }) => stderr);
    expect(account).toBe(`This account does not exist: ${absentId('acct')}.\n`);
    expect(end).toMatch(/^The expiry is in the past: the service's time is .*\.\n$/);
    expect(key).toBe(`This api key does not exist: ${absentId('key')}.\n`);
    expect(secret).toBe('This api key does not exist.\n');
  });
});

describe('operating', () => {
  beforeAll(fund);

  it('exits after printing its output', async () => {
    const child = startCommand(['payouts', 'resume'], service.env);
    await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    const started = performance.now();
    await once(child, 'close');
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('decides reviews by payout and by decision', async () => {
    const approved = await openPix('sim:review');
    expect(await runJson('risk', 'decide', approved.payoutId, '--approve')).toMatchObject({
      account_id: service.accountId,
      status: 'approved',
      resource: { type: 'payout', id: approved.payoutId },
    });
    await service.until(`/v1/payouts/${approved.payoutId}`, (answer) => answer.at('status') === 'completed');

    const rejected = await openPix('sim:review');
    const [{ id } = {}] = await query('select id from risk_decision where resource_id = $1', [
      rejected.payoutId,
    ]);
    const { code, stdout } = await run('risk', 'decide', String(id), '--reject', '--reason', 'looks odd');
    expect({ code, stdout }).toEqual({ code: 0, stdout: `The payout ${rejected.payoutId} is rejected.\n` });
    const payout = await service.get(`/v1/payouts/${rejected.payoutId}`);
    expect([payout.at('status'), payout.at('failure_code')]).toEqual(['failed', 'risk_rejected']);
    expect(await lastEntry('risk.approve')).toMatchObject({ account_id: service.accountId });
    expect(await lastEntry('risk.reject')).toMatchObject({ subject_id: id, reason: 'looks odd' });
    expect((await run('risk', 'decide', String(id), '--approve')).stderr).toBe(
      'The review is already closed: rejected.\n',
    );
  });

  it('blocks and unblocks a customer and sets the result of its checks', async () => {
    const customer = await service.post('/v1/customers', {
      external_id: 'c1',
      type: 'individual',
      country: 'BR',
      display_name: 'Ana Torres',
    });
    const id = customer.get('id');
    const blocked = await runJson('customer', 'block', id, '--reason', 'fraud');
    expect(blocked).toMatchObject({ id, account_id: service.accountId, status: 'blocked' });
    expect(JSON.stringify(blocked)).not.toContain('Ana');
    expect((await service.get(`/v1/customers/${id}`)).at('status')).toBe('blocked');
    const stale = await run('customer', 'block', id, '--seen', 'status=active', '--operator', 'ben');
    expect(stale).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^seen\.status: is now blocked.*changed it at 2.*\(customer\.block\)/),
    });
    expect((await run('customer', 'unblock', id)).stdout).toBe(
      `The customer ${id} is active, compliance unverified.\n`,
    );
    expect(await runJson('customer', 'compliance', id, 'rejected')).toMatchObject({
      compliance_status: 'rejected',
    });
    for (const act of ['block', 'unblock', 'compliance']) {
      expect(await lastEntry(`customer.${act}`)).toMatchObject({ subject_id: id });
    }
    expect((await lastEntry('customer.block'))?.['reason']).toBe('fraud');
  });

  it('verifies a beneficiary', async () => {
    const { beneficiaryId: id } = await openPix();
    const verified = await runJson('beneficiary', 'verify', id);
    expect(verified).toMatchObject({ id, account_id: service.accountId, verification_status: 'verified' });
    expect((await service.get(`/v1/beneficiaries/${id}`)).at('verification_status')).toBe('verified');
    expect(await lastEntry('beneficiary.verify')).toMatchObject({
      subject_id: id,
      before: { verificationStatus: 'unverified' },
      after: { verificationStatus: 'verified' },
    });
    const events = await service.get(`/v1/events?type=beneficiary.verified&resource_id=${id}`);
    expect(events.at('data.0.data.id')).toBe(id);
    expect((await run('beneficiary', 'verify', absentId('ben'))).stderr).toBe(
      `This beneficiary does not exist: ${absentId('ben')}.\n`,
    );
  });

  it('marks a beneficiary as not verified and takes it out of use', async () => {
    const { beneficiaryId: id } = await openPix();
    expect(await runJson('beneficiary', 'fail', id)).toMatchObject({ id, verification_status: 'failed' });
    expect((await run('beneficiary', 'archive', id)).stdout).toBe(`The beneficiary ${id} is archived.\n`);
    expect((await service.get(`/v1/beneficiaries/${id}`)).body).toMatchObject({
      status: 'archived',
      verification_status: 'failed',
    });
    for (const act of ['fail', 'archive']) {
      expect(await lastEntry(`beneficiary.${act}`)).toMatchObject({ subject_id: id });
    }
    const { beneficiaryId: verified } = await openPix();
    await runJson('beneficiary', 'verify', verified);
    expect((await run('beneficiary', 'fail', verified)).stderr).toBe(
      'The beneficiary is verified; this is final.\n',
    );
  });

  it('sets the status and the terms of an account', async () => {
    const id = String((await runJson('account', 'open', '--name', 'Acme Ltd'))['account_id']);
    expect(await runJson('account', 'status', id, 'suspended')).toEqual({
      account_id: id,
      name: 'Acme Ltd',
      status: 'suspended',
    });
    const terms = [
      '--platform-fee-bps',
      '80',
      '--limit',
      'payout:pix:BRL:5:10',
      '--disable',
      'payin:pix:BRL',
      '--withdrawal-fee',
      '2.50:USD',
      '--approval-threshold',
      '1000:USD',
    ];
    expect(await runJson('account', 'terms', id, ...terms)).toEqual({
      account_id: id,
      platform_fee_bps: 80,
      tenant_markup_bps: null,
      withdrawal_fee: { amount: '2.50', currency: 'USD' },
      approval_threshold: { amount: '1000.00', currency: 'USD' },
      limits: [{ product: 'payout', method: 'pix', currency: 'BRL', per_operation: '5.00', daily: '10.00' }],
      methods: [{ product: 'payin', method: 'pix', currency: 'BRL', enabled: false }],
      overrides: [
        { product: 'payin', method: 'pix', currency: 'BRL', enabled: false },
        { product: 'payout', method: 'pix', currency: 'BRL', per_operation: '5.00', daily: '10.00' },
      ],
    });
    const suspended = words('--product payin --method spei --currency MXN --account');
    await runJson('capability', 'suspend', ...suspended, id);
    expect(await runJson('account', 'show', id)).toMatchObject({
      account_id: id,
      platform_fee_bps: 80,
      tenant_markup_bps: null,
      fees_in_force: { platform_fee_bps: 80, tenant_markup_bps: 50 },
      overrides: [{ enabled: false }, { per_operation: '5.00' }],
      suspensions: [{ product: 'payin', method: 'spei', currency: 'MXN' }],
      payouts_stopped: false,
    });
    const outcome = await run('account', 'show', id);
    expect(outcome.stdout).toMatch(/^Platform fee +80 bps, own$/m);
    expect(outcome.stdout).toMatch(/^Tenant markup +50 bps, default$/m);
    expect(outcome.stdout).toMatch(/^Withdrawal fee +2\.50 USD, own$/m);
    expect(outcome.stdout).toMatch(/^Approval threshold +1000\.00 USD, own$/m);
    expect(outcome.stdout).toMatch(/^Limits +payout:pix:BRL limits 5\.00 and 10\.00 a day, own$/m);
    expect(outcome.stdout).toMatch(/^Methods +payin:pix:BRL disabled, own$/m);
    expect(outcome.stdout).toMatch(/^Suspended +payin:spei:MXN$/m);
    expect((await run('account', 'show', absentId('acct'))).stderr).toBe(
      `Account ${absentId('acct')} does not exist.\n`,
    );
    const usual = [
      '--platform-fee-bps',
      'usual',
      '--limit',
      'payout:pix:BRL:usual',
      '--enable',
      'payin:pix:BRL',
      '--withdrawal-fee',
      'usual',
    ];
    expect(await runJson('account', 'terms', id, ...usual)).toMatchObject({
      platform_fee_bps: null,
      withdrawal_fee: null,
      approval_threshold: { amount: '1000.00', currency: 'USD' },
      overrides: [],
    });
    expect(await lastEntry('account.status')).toMatchObject({ subject_id: id });
    expect(await lastEntry('account.terms')).toMatchObject({ subject_id: id });
    expect((await run('account', 'terms', id, '--limit', 'payout:pix:BRL')).code).toBe(2);
    const both = ['--enable', 'payout:pix:BRL', '--disable', 'payout:pix:BRL'];
    expect((await run('account', 'terms', id, ...both)).stderr).toBe(
      'payout by pix in BRL is sent twice; send it once.\n',
    );
  });

  it('records evidence and resolves the exception that it makes', async () => {
    const { payoutId } = await openPix('sim:fail');
    await service.until(`/v1/payouts/${payoutId}`, (answer) => answer.at('status') === 'failed');
    const recorded = await runJson('evidence', 'record', payoutId, 'paid');
    expect(recorded).toMatchObject({ id: payoutId, status: 'failed' });
    const id = String(recorded['reconciliation_exception_id']);
    expect((await run('exception', 'resolve', id, '--note', 'x', '--currency', 'USDT')).stderr).toEqual(
      expect.stringMatching(/^error: also give --credit or --debit; /),
    );
    const debit = ['--debit', '1', '--currency', 'USDT'];
    expect(await runJson('exception', 'resolve', id, '--note', 'the bank did pay', ...debit)).toMatchObject({
      id,
      status: 'resolved',
      note: 'the bank did pay',
      adjustment_id: expect.stringMatching(/^adj_/),
    });
    expect((await run('exception', 'resolve', id, '--note', 'again')).stderr).toBe(
      'The exception is already resolved.\n',
    );
    expect((await run('exception', 'resolve', id, '--note', 'x', '--credit', '1')).stderr).toEqual(
      expect.stringMatching(/^error: also give --currency; /),
    );
    expect(await lastEntry('evidence.record')).toMatchObject({ subject_id: payoutId });
    expect(await lastEntry('exception.resolve')).toMatchObject({ subject_id: id });
  });

  it('suspends and resumes a capability, for one account or for all', async () => {
    const rail = ['--product', 'payout', '--method', 'pix', '--currency', 'BRL'];
    const own = [...rail, '--account', service.accountId];
    const pix = async () => {
      const list = (await service.get('/v1/capabilities')).at('data') as Record<string, unknown>[];
      return list.find(({ product, method }) => product === 'payout' && method === 'pix')?.['available'];
    };
    expect(await runJson('capability', 'suspend', ...own)).toMatchObject({
      status: 'suspended',
      account_id: service.accountId,
      method: 'pix',
    });
    expect(await pix()).toBe(false);
    expect(await runJson('capability', 'resume', ...own)).toMatchObject({ status: 'resumed' });
    expect(await pix()).toBe(true);
    expect(await runJson('capability', 'suspend', ...rail)).not.toHaveProperty('account_id');
    expect(await pix()).toBe(false);
    expect((await run('capability', 'resume', ...own)).code).toBe(1);
    expect((await run('capability', 'resume', ...rail)).stdout).toBe(
      'payout by pix in BRL is resumed for every account.\n',
    );
    expect(await lastEntry('capability.suspend')).toMatchObject({ account_id: null });
    expect(await lastEntry('capability.resume')).toMatchObject({ account_id: null });
    expect(await run('capability', 'suspend', ...rail, '--account', absentId('acct'))).toMatchObject({
      code: 1,
      stderr: `This account does not exist: ${absentId('acct')}.\n`,
    });
    expect((await run('capability', 'suspend', ...rail.slice(0, 4), '--currency', 'MXN')).stderr).toBe(
      'The catalogue has no payout by pix in MXN.\n',
    );
  });

  it('stops and resumes payouts', async () => {
    const { beneficiaryId } = await openPix();
    const body = {
      beneficiary_id: beneficiaryId,
      source_currency: 'USDT',
      amount: '5.00',
      amount_side: 'destination',
    };
    expect(await runJson('payouts', 'stop', '--reason', 'drill')).toEqual({ payouts_stopped: true });
    expect((await service.post('/v1/payouts', body)).at('error.code')).toBe('operation_suspended');
    const at: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await runJson('payouts', 'status')).toEqual({ payouts_stopped: true, payouts_stopped_since: at });
    expect((await run('payouts', 'status')).stdout).toContain(killSwitchReach);
    expect((await run('payouts', 'resume')).stdout).toBe(
      'The kill switch is off. Waiting operations are being sent.\n',
    );
    expect(await runJson('payouts', 'status')).toEqual({ payouts_stopped: false });
    expect((await service.post('/v1/payouts', body)).status).toBe(201);
    expect(await lastEntry('payouts.stop')).toMatchObject({ reason: 'drill', after: { stopped: true } });
    expect(await lastEntry('payouts.resume')).toMatchObject({ after: { stopped: false } });
  });

  it.each(['stop', 'status'])(
    'lists in the help of payouts %s what the kill switch affects',
    async (verb) => {
      const { stdout } = await run('payouts', verb, '--help');
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(killSwitchReach.replace(/\.$/, ''));
    },
  );

  it('advances business time, and workers do the due work', async () => {
    const opened = await service.post('/v1/funding-accounts', {
      method: 'pix',
      currency: 'BRL',
      amount: '20.00',
    });
    const path = `/v1/funding-accounts/${opened.get('id')}`;
    const active = await service.until(path, (answer) => answer.at('status') === 'active');
    const { code, stdout, stderr } = await run('clock', 'advance', '2h', '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { now, advanced_seconds: seconds } = JSON.parse(stdout) as Record<string, string | number>;
    expect(seconds).toBe(7_200);
    expect(Math.abs(Date.parse(String(now)) - Date.now() - 7_200_000)).toBeLessThan(60_000);
    expect(stderr).toContain(`it is ${active.get('instructions.expires_at')}\n`);
    expect((await service.get(path)).at('status')).toBe('closed');
    expect(await lastEntry('clock.advance')).toMatchObject({ after: { ms: 7_200_000 } });
    expect((await run('clock', 'advance', '90')).stdout).toMatch(/^Business time is .*Z\.\n$/);
  });

  it('encrypts everything again with the first key', async () => {
    const fresh = `k2:${Buffer.alloc(32, 7).toString('base64')}`;
    const both = {
      ...service.env,
      PSP_ENCRYPTION_KEYS: `${fresh},${service.env['PSP_ENCRYPTION_KEYS'] ?? ''}`,
    };
    const { code, stdout, stderr } = await runCommand(['keys', 'rotate', '--json'], both);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { key_id: keyId, resealed } = JSON.parse(stdout) as { key_id: string; resealed: number };
    expect(keyId).toBe('k2');
    expect(resealed).toBeGreaterThan(3);
    expect(stderr).toContain(`${resealed} values so far\n`);
    const old = await query(`select 1 from beneficiary where details like 'k1:%'
      union all select 1 from account where owner_email like 'k1:%'`);
    expect(old).toEqual([]);
    expect(await lastEntry('keys.rotate')).toMatchObject({ after: { keyId: 'k2', resealed } });
    const again = await runWarm(['keys', 'rotate'], both);
    expect(again.stdout).toBe('Everything is encrypted under k2; 0 values were re-encrypted.\n');
    const back = { ...both, PSP_ENCRYPTION_KEYS: `${service.env['PSP_ENCRYPTION_KEYS'] ?? ''},${fresh}` };
    expect((await runWarm(['keys', 'rotate'], back)).stdout).toMatch(/under k1; [1-9]/);
  });
});

describe('the database', () => {
  it('has nothing to migrate and passes the checker afterwards', async () => {
    expect(await runJson('migrate')).toEqual({ applied: [] });
    expect((await run('migrate')).stdout).toBe('The database is up to date.\n');
    const { holds, checks, violations } = await runJson('check');
    expect({ holds, violations }).toEqual({ holds: true, violations: [] });
    expect(checks).toContainEqual({ number: 1, name: 'each journal balances in each currency' });
    const { code, stdout } = await run('check');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok .*\n[^]* checks, all hold\n$/);
  });

  it('shows its backlog to machines and people', async () => {
    const { backlog } = await runJson('backlog');
    const rows = backlog as { name: string; count: number; oldest_seconds: number | null }[];
    expect(rows.map(({ name }) => name)).toEqual([
      'operations_due',
      'payouts_uncertain',
      'operations_undecided',
      'exceptions_open',
      'statement_lines_open',
      'events_unpublished',
      'events_undelivered',
      'deliveries_pending',
      'mails_queued',
      'endpoints_failing',
      'accounts_unsealed',
      'jobs_given_up',
    ]);
    expect(rows[1]).toEqual({ name: 'payouts_uncertain', count: 0, oldest_seconds: null });
    const { stdout } = await run('backlog');
    expect(stdout).toMatch(/^payouts_uncertain +0$/m);
  });

  it('shows the size of each table, its growth and its retention', async () => {
    await query('delete from table_size');
    await query(`insert into table_size (day, name, bytes) select (now() at time zone 'UTC')::date - ago, 'entry', 90000 - 7000 * ago
      from generate_series(0, 2) ago`);
    const { tables, ...totals } = await runJson('storage');
    expect(totals).toEqual({
      database_bytes: expect.any(Number),
      growth_bytes: 7_000,
      free_bytes: null,
      days_left: null,
    });
    expect(tables).toContainEqual(
      expect.objectContaining({ table: 'entry', growth_bytes: 7_000, kept_days: null }),
    );
    expect(tables).toContainEqual(expect.objectContaining({ table: 'request', kept_days: 30 }));
    const { stdout } = await run('storage');
    expect(stdout).toMatch(/^entry +\S+ +\d+ kB +7.0 kB +indefinitely$/m);
    expect(stdout).toMatch(/^growth a day +7.0 kB$/m);
    expect(stdout).toMatch(/^free +unknown; set DATABASE_VOLUME_GB$/m);
  });

  it('fails the check with the rows, and exit code 1', async () => {
    await query('update balance set available = available + 1 where account_id = $1', [service.accountId]);
    try {
      const [human, machine] = await Promise.all([run('check'), run('check', '--json')]);
      expect([human.code, machine.code]).toEqual([1, 1]);
      expect(human.stdout).toMatch(/BROKEN .*each balance column equals[^]*account_id=acct_/);
      const { holds, violations } = JSON.parse(machine.stdout) as {
        holds: boolean;
        violations: { rows: unknown[] }[];
      };
      expect(holds).toBe(false);
      expect(violations[0]?.rows[0]).toMatchObject({ account_id: service.accountId });
    } finally {
      await query('update balance set available = available - 1 where account_id = $1', [service.accountId]);
    }
  });

  it('that is unreachable or empty gives advice', async () => {
    const away = { ...service.env, DATABASE_URL: 'postgres://psp:secret@127.0.0.1:1/psp' };
    const outcomes = await Promise.all(
      [['check'], ['payouts', 'stop']].map((command) => runCommand(command, away)),
    );
    // A check that could not run has not found a fault.
    expect(outcomes.map(({ code }) => code)).toEqual([3, 1]);
    for (const { stdout, stderr } of outcomes) {
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^The database cannot be reached .*ECONNREFUSED.*\n$/);
      expect(stderr).not.toContain('secret');
    }
    const empty = new URL(service.databaseUrl);
    empty.pathname = '/template1';
    const { code, stderr } = await runWarm(['payouts', 'stop'], {
      ...service.env,
      DATABASE_URL: empty.href,
    });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The database lacks .*migrate.*\n$/),
    });
    const made = `select nspname from pg_namespace where nspname = 'simulator'`;
    expect(await queryRows(empty.href, made)).toEqual([]);
    empty.pathname = '/absent';
    const absent = await runWarm(['payouts', 'stop'], { ...service.env, DATABASE_URL: empty.href });
    expect(absent.stderr).toMatch(
      /^The database refused the connection: database "absent" does not exist\. .*DATABASE_URL.*\n$/,
    );
  });

  it('of a newer release is left unchanged', async () => {
    await query(`insert into schema_migration_checksum (name, checksum) values ('9999_later.sql', 'x')`);
    try {
      const stderr = expect.stringMatching(/run a newer release\n$/) as unknown;
      expect(await run('payouts', 'stop')).toMatchObject({ code: 1, stderr });
      expect(await run('check'), 'which could find it sound').toMatchObject({ code: 3, stderr });
    } finally {
      await query(`delete from schema_migration_checksum where name = '9999_later.sql'`);
    }
  });
});

describe('the output for machines', () => {
  it.each<[string[], number, object]>([
    [['key', 'revoke', absentId('key')], 1, { code: 'not_found' }],
    [
      ['capability', 'suspend', ...words('--product payout --method pixx --currency BRL')],
      2,
      { code: 'invalid_parameter' },
    ],
    [['risk', 'list', '--after', 'x'], 2, { code: 'invalid_parameter' }],
    [
      ['account', 'status', 'acct_1', 'open'],
      2,
      {
        code: 'usage',
        message: expect.stringMatching(/^command-argument value 'open' is invalid.* closed$/),
      },
    ],
    [['account'], 2, { code: 'usage', message: expect.any(String) }],
    [['frobnicate'], 2, { code: 'usage', message: "unknown command 'frobnicate'" }],
  ])('psp %j --json prints its error as JSON, and nothing else on stdout', async (args, code, error) => {
    const ended = await run(...args, '--json');
    expect([ended.code, ended.stdout.match(/\n/g)]).toEqual([code, ['\n']]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ error });
    expect(ended.stderr, 'for people').not.toBe('');
  });

  it('passes through npm without additions', async () => {
    const form = `npm run -s psp -- account list --json`;
    const { stdout } = await promisify(execFile)('sh', ['-c', form], {
      env: { ...process.env, ...service.env },
    });
    const { data } = JSON.parse(stdout) as { data: { account_id: string }[] };
    expect(data.map((row) => row.account_id)).toContain(service.accountId);
  });

  it.each(['account list', 'account list --json', '--help', 'risk list --after x --json'])(
    'psp %s with a closed pipe ends without output',
    async (args) => {
      const child = startCommand(words(args), service.env);
      child.stdout?.destroy();
      let said = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
      const [code] = (await once(child, 'close')) as [number];
      expect([code, said.includes('EPIPE')]).toEqual([args.includes('--after') ? 2 : 0, false]);
    },
  );
});

describe('usage', () => {
  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['check', '--frob'], "unknown option '--frob'"],
    [['account', 'open'], "required option '--name <name>' not specified"],
    [['account', 'open', '--name', ' '], '1 to 500 characters'],
    [['account', 'open', '--name', 'A', '--owner-email', 'nobody'], 'not an e-mail address'],
    [['key', 'issue', '--account', 'acct_1', '--scopes', 'read,admin'], 'Scopes are'],
    [['key', 'issue', '--account', 'acct_1', '--expires-at', '2027-02-30T00:00:00Z'], 'Give a time'],
    [
      ['key', 'issue', '--account', 'acct_1', '--expires-in', '1h', '--expires-at', '2027-02-03T00:00:00Z'],
      'cannot be used',
    ],
    [['account', 'terms', 'acct_1', '--reason', 'case 4711'], 'give at least one of --platform-fee-bps, '],
    [['risk', 'decide', 'rsk_1'], 'give one of --approve and --reject'],
    [['risk', 'decide', 'rsk_1', '--approve', '--reject'], 'cannot be used'],
    [['customer', 'block'], "missing required argument 'id'"],
    [['customer', 'compliance', 'cus_1', 'good'], 'Allowed choices are'],
    [['customer', 'block', 'cus_1', '--seen', 'colour=red'], 'Write it as status=… or complianceStatus=…'],
    [['clock', 'advance', '5y'], 'Give a duration'],
    [['clock', 'advance', '0'], 'Give a duration'],
    [['clock', 'advance', '3651d'], 'Give a duration'],
    [['listen'], 'give --forward-to, or --print'],
    [['listen', '--print', '--rough'], 'give --forward-to'],
    [['listen', '--forward-to', 'localhost:3001'], 'url: must begin with https:// or http://'],
    [
      ['listen', '--forward-to', 'http://localhost/', '--events', 'payout.payed'],
      'Event type payout.payed does not exist',
    ],
    [['listen', '--forward-to', 'http://localhost/', '--base-url', '::'], 'Give a URL'],
    [['trigger'], 'give an event type, or --list'],
    [
      ['trigger', 'payout.complete'],
      'Event type payout.complete does not exist; did you mean payout.completed?',
    ],
    [['payouts', 'stop', '--reason', 'two\nlines'], 'Give one line'],
    [['payouts', 'stop', '--reason', 'as told \u202Eyb'], 'without invisible'],
    [['account', 'open', '--name', 'Ac\u200Bme'], 'without invisible'],
    [['operator', 'create', '--name', 'A\u00ADna', '--role', 'viewer'], 'without invisible'],
  ])('%j exits 2 and says why in one line', async (args, why) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
    expect(stderr).toMatch(/^[^\n]*; see --help\n$/);
  });

  it.each([
    '',
    'account',
    'key',
    'risk',
    'customer',
    'beneficiary',
    'capability',
    'payouts',
    'keys',
    'clock',
  ])('psp %s alone exits 2 and shows its commands', async (name) => {
    const { code, stdout, stderr } = await run(...words(name));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: psp[^]*Commands:[^]*Example:\n {2}\$ npm run -s psp -- \w/);
  });

  it.each([
    'serve',
    'migrate',
    'check',
    'account open',
    'account list',
    'account show',
    'key issue',
    'key list',
    'key revoke',
    'risk list',
    'risk decide',
    'exception list',
    'exception show',
    'exception compare',
    'exception unknown',
    'exception proposed',
    'operator proposed',
    'customer block',
    'customer unblock',
    'customer compliance',
    'beneficiary verify',
    'capability suspend',
    'capability resume',
    'payouts stop',
    'payouts resume',
    'keys rotate',
    'clock advance',
    'listen',
    'trigger',
    'receiver check',
    'completion',
    'report',
  ])('psp %s has help with an example, and takes --json', async (name) => {
    const { code, stdout, stderr } = await run(...words(name), '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`\nExample:\n  $ npm run -s psp -- ${name}`);
    expect(stdout).toContain('  --json');
  });

  it.each([
    ['account status', 'active, suspended, closed', /^ +<?id>? +the account/m],
    ['customer compliance', 'unverified, pending, verified, rejected, review', /^ +<?id>? +the customer/m],
    ['evidence record', 'paid, not_executed, returned', /^ +<?id>? +\w/m],
  ])('psp %s has help with its allowed values', async (name, choices, id) => {
    const { stdout } = await run(...words(name), '--help');
    expect(stdout.replaceAll('"', '').replaceAll(/\s+/g, ' ')).toContain(choices);
    expect(stdout).toMatch(id);
  });

  it('operators are listed without a reason, because nothing changes', async () => {
    const { stdout } = await run('operator', 'list', '--help');
    expect(stdout).not.toContain('--reason');
    const { code, stdout: listed } = await run('operator', 'list');
    expect(code).toBe(0);
    expect(listed).toMatch(/^OPERATOR +ROLE +CREATED +ENDS +NAME\nop_\w+ +admin +20\S+Z +never +\w/);
  });

  it.each(['help', 'help account', 'account help'])('psp %s prints help', async (name) => {
    const { code, stdout, stderr } = await run(...words(name));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: psp[^]*Commands:/);
  });

  it('gives advice for a read-only database', async () => {
    const database = await createDatabase('template1');
    const { pathname } = new URL(database.url);
    await query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    const { code, stderr } = await runCommand(['migrate'], { ...service.env, DATABASE_URL: database.url });
    expect([code, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL must name a writable server')]);
    await database.drop();
  });

  it('reports every wrong setting in one line', async () => {
    const { code, stderr } = await runWarm(['check'], {
      PORT: 'x',
      PSP_DATA_DIR: '/nowhere',
      PSP_FROB: '1',
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^These settings are wrong: PORT must be .*; PSP_FROB is not a known setting.*\n$/,
    );
  });
});

describe('a data directory', () => {
  let dir: string;
  let server: ChildProcess | undefined;
  const env = () => ({ PSP_DATA_DIR: dir, PORT: '0', INTERNAL_PORT: '0', LOG_LEVEL: 'error' });

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'psp-cli-'));
    await chmod(dir, 0o711);
  });
  afterAll(async () => {
    server?.kill('SIGKILL');
    await rm(dir, { recursive: true });
  });

  it.each(['check', 'backlog', 'payouts stop', 'account open --name Lost', 'keys rotate'])(
    'psp %s is refused without a database, and creates none',
    async (name) => {
      for (const folder of [join(dir, 'absent'), dir]) {
        const before = await readdir(dir);
        const ending = await runWarm(words(name), { ...env(), PSP_DATA_DIR: folder });
        expect(ending).toEqual({
          code: name === 'check' ? 3 : 1,
          stdout: '',
          stderr: `There is no database in ${folder}. Set PSP_DATA_DIR or DATABASE_URL, or start the service first (npm start). Nothing was created.\n`,
        });
        expect(await readdir(dir)).toEqual(before);
      }
    },
  );

  it('suffices: a command starts its database, migrate creates it, and the service finds the result', async () => {
    const migrated = await runCommand(['migrate', '--json'], env());
    expect(migrated).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\{"applied":\["functions\/amount\.sql@[0-9a-f]{12}",.*"0001_/),
      stderr: expect.stringMatching(/^Creating a database in .*\n$/),
    });
    const opened = await runCommand(['account', 'open', '--name', 'Early', '--json'], env());
    expect({ code: opened.code, stderr: opened.stderr }).toEqual({ code: 0, stderr: '' });
    expect(runningDatabaseUrl(dir)).toBeUndefined();
    const { api_key: key } = JSON.parse(opened.stdout) as { api_key: string };

    server = startCommand(['serve', '--json'], env());
    const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
    const { base_url: baseUrl } = JSON.parse(line.toString()) as { base_url: string };
    const status = async (): Promise<number> => {
      const response = await fetch(`${baseUrl}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status()).toBe(200);
    const beside = await runCommand(['key', 'revoke', key], env());
    expect(beside).toMatchObject({ code: 0, stderr: '' });
    expect(await status()).toBe(401);
    const second = await runCommand(['serve'], env());
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The data directory .* is in use by .*\n$/),
    });
    expect(await readFile(join(dir, 'credentials.json'), 'utf8')).toContain(baseUrl);

    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
    expect(runningDatabaseUrl(dir)).toBeUndefined();
  });

  it('on a taken port is not served, and the database is not blamed', async () => {
    const { port } = new URL(service.baseUrl);
    expect(await runCommand(['serve'], { ...env(), PORT: port })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Port \d+ \(PORT\) is in use: .*\n$/),
    });
  });
});
