import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hiddenFault } from '../../src/domain/text.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { openOtherAccount } from '../setup/hand.js';
import { accountsWithEvents } from '../setup/log.js';
import { fundTreasury, pay, statusIs } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import { fund, openFunding } from '../setup/verbs.js';
import { projectText } from '../setup/source.js';

let service: RunningService;
let payout: Record<string, string>;
let other: { id: string };

beforeAll(async () => {
  await buildCommandLine();
  service = await openService();
  other = await openOtherAccount(service);
  await fundTreasury(service);
  const beneficiary = await service.post('/v1/beneficiaries', {
    method: 'pix',
    currency: 'BRL',
    details: { name: 'Maria Souza', pix_key: 'maria@example.com' },
  });
  payout = {
    beneficiary_id: beneficiary.get('id'),
    source_currency: 'USDT',
    amount: '10.00',
    amount_side: 'destination',
  };
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const run = (...args: string[]) => runWarm(args, service.env);

/** Runs a command with --json. */
async function runJson(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const rowsOf = async (...args: string[]) => (await runJson(...args))['data'] as Record<string, unknown>[];

describe('text for people', () => {
  it('is escaped for terminals and shows everything, for people and machines', async () => {
    const name = 'Acme\u001b[2J\u202e\nrest';
    await queryRows(service.databaseUrl, 'update account set name = $1 where id = $2', [name, other.id]);
    const escaped = String.raw`Acme\u001b[2J\u202e\u000arest`;
    const { stdout: forPeople } = await run('account', 'list');
    expect(forPeople).toContain(escaped);
    const { stdout } = await run('account', 'list', '--json');
    expect(hiddenFault(stdout, 'many')).toBeUndefined();
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(name).slice(1, -1));
  });
});

describe('lists', () => {
  it('exist for every noun, and show one row; payouts show whether they are stopped', async () => {
    const made = (await pay(service, payout)).get('id');
    const row = { id: made, account_id: service.accountId, method: 'pix' };
    expect(await rowsOf('payout', 'list')).toMatchObject([row]);
    expect((await run('payout', 'list')).stdout).toMatch(/^ID +ACCOUNT +STATUS +.*CREATED/);
    expect(await runJson('payout', 'show', made)).toMatchObject({
      ...row,
      destination: { amount: '10.00', currency: 'BRL' },
    });
    const [beneficiary] = await rowsOf('beneficiary', 'list');
    expect(beneficiary).toMatchObject({ method: 'pix', status: 'active' });
    expect(JSON.stringify(beneficiary)).not.toContain('maria@example.com');
    expect(await runJson('payouts', 'status')).toEqual({ payouts_stopped: false });
    await runJson('payouts', 'stop', '--reason', 'a test');
    expect((await run('payouts', 'status')).stdout).toMatch(/^The kill switch has been on since/);
    await runJson('payouts', 'resume', '--reason', 'a test');
    await statusIs(service, made, 'completed');
  });

  it('shows members and open invitations, of one account or all, and an operator invites an owner', async () => {
    const email = 'Boss@Example.com';
    const invited = await runJson('member', 'invite', '--account', other.id, '--owner', email);
    expect(invited).toMatchObject({ account_id: other.id, role: 'owner', status: 'invited' });
    expect(JSON.stringify(invited)).not.toContain('example.com');
    const rows = await rowsOf('member', 'list');
    expect(rows).toMatchObject([
      { account_id: other.id, email: 'boss@example.com', role: 'owner', status: 'invited' },
      { account_id: service.accountId, email: 'owner@example.com', role: 'owner', status: 'active' },
    ]);
    expect(await rowsOf('member', 'list', '--account', service.accountId)).toEqual(rows.slice(1));
    const [head = '', line = ''] = (await run('member', 'list')).stdout.split('\n');
    expect(head).toMatch(/^MEMBER +ACCOUNT +ROLE +STATUS +LANGUAGE +SIGNED IN +MAIL +EMAIL$/);
    expect(line).toMatch(/^mem_\w{26} +acct_\w{26} +owner +invited +never +\S+ +boss@example\.com$/);
    const unnamed = await run('member', 'invite', '--account', other.id);
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      expect.stringContaining("'--owner <owner>' not specified"),
    ]);
  });

  it('shows what risk rules hold, newest first, of one account or all, and the decisions', async () => {
    expect((await run('risk', 'list')).stdout).toBe(
      'Nothing is held for review; --all includes decided ones.\n',
    );
    const held = [await pay(service, { ...payout, description: 'sim:review' })];
    held.push(await pay(service, { ...payout, description: 'sim:review' }));
    const [first = '', second = ''] = held.map((each) => each.get('id'));
    const rows = await rowsOf('risk', 'list');
    expect(rows.map((row) => row['resource'])).toEqual([
      { type: 'payout', id: second },
      { type: 'payout', id: first },
    ]);
    expect(rows[0]).toMatchObject({ account_id: service.accountId, status: 'in_review' });
    const { stdout } = await run('risk', 'list', '--account', service.accountId);
    const [head = '', line = ''] = stdout.split('\n');
    expect(head).toMatch(/^REVIEW +OPERATION +ACCOUNT +STATUS +SINCE +REASONS$/);
    expect(line).toContain(`${String(rows[0]?.['id'])}  ${second}  ${service.accountId}  in_review  `);
    expect(line.indexOf(second)).toBe(head.indexOf('OPERATION'));
    expect(await rowsOf('risk', 'list', '--account', other.id)).toEqual([]);

    await runJson('risk', 'decide', second, '--reject');
    expect(await rowsOf('risk', 'list')).toHaveLength(1);
    const all = await rowsOf('risk', 'list', '--all');
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'in_review']);
  });

  it('shows open exceptions, and with --all the others', async () => {
    const failed = await pay(service, { ...payout, description: 'sim:fail' });
    await statusIs(service, failed.get('id'), 'failed');
    const { reconciliation_exception_id: id } = await runJson('evidence', 'record', failed.get('id'), 'paid');
    const [row, ...rest] = await rowsOf('exception', 'list');
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ id, type: 'late_payment_evidence', account_id: service.accountId });
    const { stdout } = await run('exception', 'list');
    expect(stdout).toMatch(/^EXCEPTION +TYPE +ABOUT +ACCOUNT +STATUS +SINCE +EXPECTED +ACTUAL\n/);
    expect(stdout).toContain(`${String(id)}  late_payment_evidence  ${failed.get('id')}  `);
    const shownException = await runJson('exception', 'show', String(id));
    expect(shownException).toMatchObject({
      id,
      status: 'open',
      reference: expect.stringMatching(/^\w{20,}$/),
      next_step: expect.stringMatching(/^Ask the provider, by reference/),
    });
    expect((await run('exception', 'show', String(id))).stdout).toMatch(
      new RegExp(`^reference +${String(shownException['reference'])}$`, 'm'),
    );
    const compared = await runJson('exception', 'compare');
    expect(compared).toMatchObject({ data: [{ provider: 'sandbox', raised: [], unknown: [], changed: [] }] });
    expect((await run('exception', 'compare')).stdout).toMatch(
      /^sandbox {2}\d+ new lines, \d+ names in flight\n$/,
    );
    await runJson('exception', 'resolve', String(id), '--note', 'the bank did pay');
    expect((await run('exception', 'list')).stdout).toBe(
      'There are no open exceptions; --all includes resolved ones.\n',
    );
    expect(await rowsOf('exception', 'list', '--all')).toMatchObject([{ id, status: 'resolved' }]);
  });

  it('shows remittances in progress, with --all the others, and a single one', async () => {
    const of = 'remittance';
    expect((await run(of, 'list')).stdout).toBe('No remittance is in progress; --all includes ended ones.\n');
    const price = { product: of, ...payout, source_currency: 'MXN' };
    const quote = await service.post('/v1/quotes', price);
    const into = await openFunding(service, { method: 'spei', currency: 'MXN' });
    const source = { funding_account_id: into.get('id') };
    const body = { quote_id: quote.get('id'), beneficiary_id: payout['beneficiary_id'], source };
    const made = await service.post('/v1/remittances', { ...body, description: 'rent' });
    const [row, ...rest] = await rowsOf(of, 'list');
    expect(rest).toEqual([]);
    expect(row).toMatchObject({
      id: made.get('id'),
      status: 'awaiting_funds',
      account_id: service.accountId,
    });
    const { stdout } = await run(of, 'list');
    expect(stdout).toMatch(/^REMITTANCE +STATUS +ACCOUNT +PAYS +ARRIVES +SINCE +FAILURE\n/);
    expect(stdout).toContain('  10.00 BRL  ');
    expect(await rowsOf(of, 'list', '--account', other.id)).toEqual([]);
    expect(await runJson(of, 'show', made.get('id'))).toEqual({
      ...made.body,
      account_id: service.accountId,
    });
    const absent = await run(of, 'show', 'rem_01k9zq3v5e8x7m2n4p6r8t0w1y');
    expect([absent.code, absent.stderr]).toEqual([
      1,
      expect.stringContaining('This remittance does not exist'),
    ]);
  });

  it('shows payout batches in progress, with --all the others, and a single one with its counts', async () => {
    expect((await run('batch', 'list')).stdout).toBe(
      'No payout batch is in progress; --all includes ended ones.\n',
    );
    const items = [{ ...payout, description: 'sim:queue:600000' }];
    const made = await service.post('/v1/payout-batches', { items });
    const [row, ...rest] = await rowsOf('batch', 'list');
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ id: made.get('id'), status: 'processing', account_id: service.accountId });
    expect((await run('batch', 'list')).stdout).toMatch(
      /^BATCH +STATUS +ACCOUNT +ITEMS +SINCE +CANCELLED +REPEATS\n/,
    );
    expect(await runJson('batch', 'show', made.get('id'))).toMatchObject({ summary: { total: 1 } });
    await service.post(`/v1/payout-batches/${made.get('id')}/cancel`);
    await service.until(`/v1/payout-batches/${made.get('id')}`, (each) => each.at('status') === 'cancelled');
    expect(await rowsOf('batch', 'list')).toEqual([]);
    expect(await rowsOf('batch', 'list', '--all')).toMatchObject([
      { id: made.get('id'), status: 'cancelled' },
    ]);
    const again = await service.post('/v1/payout-batches', { items });
    expect(await runJson('batch', 'show', again.get('id'))).toMatchObject({ repeats_id: made.get('id') });
    await service.post(`/v1/payout-batches/${again.get('id')}/cancel`);
    const absent = await run('batch', 'show', 'pba_01k9zq3v5e8x7m2n4p6r8t0w1y');
    expect([absent.code, absent.stderr]).toEqual([
      1,
      expect.stringContaining('This payout batch does not exist'),
    ]);
  });

  it('shows refunds of one account or all, and a single one', async () => {
    expect((await run('refund', 'list')).stdout).toBe('There are no refunds.\n');
    await fund(service, 'MXN', '1000.00');
    const payins = await service.get('/v1/payins?limit=1');
    const payinId = String(payins.at('data.0.id'));
    const made = await service.post('/v1/refunds', {
      payin_id: payinId,
      amount: '10.00',
      reason: 'sim:hold',
    });
    const [row, ...rest] = await rowsOf('refund', 'list');
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ id: made.get('id'), payin_id: payinId, account_id: service.accountId });
    const { stdout } = await run('refund', 'show', made.get('id'));
    expect(stdout).toMatch(/10\.00 MXN; the payer gets 10\.00 MXN/);
    expect(await rowsOf('refund', 'list', '--account', other.id)).toEqual([]);
    const absent = await run('refund', 'show', 'rfd_01k9zq3v5e8x7m2n4p6r8t0w1y');
    expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining('This refund does not exist')]);
  });

  it('shows API keys without secrets, and which have expired', async () => {
    const issued = await runJson(
      'key',
      'issue',
      '--account',
      other.id,
      '--scopes',
      'read',
      '--label',
      'reports',
    );
    await runJson('key', 'revoke', String(issued['key_id']));
    const { stdout } = await run('key', 'list', '--account', other.id);
    const [head = '', revoked = '', first = '', ...rest] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^KEY +PREFIX +ACCOUNT +SCOPES +CREATED +ENDS +LABEL$/);
    expect(revoked).toMatch(new RegExp(`^${String(issued['key_id'])}.* read .* revoked \\S+Z +reports$`));
    expect(first).toMatch(/ read,write .* never +first key$/);
    expect(rest).toEqual([]);
    expect(stdout).not.toMatch(/[0-9a-f]{64}/);
    expect(await rowsOf('key', 'list')).toHaveLength(3);
  });

  it('shows 50 accounts and how to see the rest', async () => {
    await accountsWithEvents(service.databaseUrl, Array<number>(60).fill(0));
    const page = await runJson('account', 'list');
    const ids = (page['data'] as { account_id: string }[]).map((row) => row.account_id);
    expect(page).toMatchObject({ has_more: true, next_cursor: ids.at(-1) });
    expect(ids).toEqual([...ids].sort((a, b) => b.localeCompare(a)));
    const { stdout } = await run('account', 'list');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(52);
    expect(lines[0]).toMatch(/^ACCOUNT +STATUS +CREATED +NAME$/);
    expect(lines.at(-1)).toBe(`There are more: continue with --after ${String(ids.at(-1))}.`);
    const next = await runJson('account', 'list', '--after', String(ids.at(-1)));
    const rest = (next['data'] as { account_id: string }[]).map((row) => row.account_id);
    expect(next).toMatchObject({ has_more: false });
    expect(new Set([...ids, ...rest]).size).toBe(62);
    expect(rest.at(-1)).toBe(service.accountId);
  });

  it('refuses an unknown account and an invalid cursor', async () => {
    expect(await run('risk', 'list', '--account', 'acct_nobody')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Account acct_nobody does not exist.\n',
    });
    expect((await run('key', 'list', '--after', service.accountId)).stderr).toBe(
      '--after takes an id from the list, such as key_01k9zq3v5e8x7m2n4p6r8t0w1y.\n',
    );
  });
});

describe('help', () => {
  it('shows at the top the verbs of each noun', async () => {
    const { stdout } = await run('--help');
    const said = stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain('account Accounts of the clients: open, status, terms, approvals, list, show');
    expect(said).toContain('risk Operations held by the risk rules: decide, list');
    expect(said).toContain('clock Business time of a sandbox: advance');
  });

  it('says that a decision needs one of two options, what each does, and where to find the id', async () => {
    const said = (await run('risk', 'decide', '--help')).stdout.replaceAll(/\s+/g, ' ');
    expect(said).toContain('Usage: psp risk decide [options] <id> (--approve | --reject)');
    expect(said).toContain('as shown by risk list');
    expect(said).toContain('--reject fail it; its money is available again');
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(projectText('package.json')) as { version: string };
    for (const flag of ['--version', '-V']) {
      expect(await run(flag)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    }
  });
});
