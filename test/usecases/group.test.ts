import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type { Refusal } from '../../src/domain/refusal.js';
import type { PaymentNotice } from '../../src/ports/provider.js';
import { createPayout } from '../../src/usecases/payout.js';
import { ingestPayment, ingestPayments } from '../../src/usecases/payin.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';
import { newId } from '../setup/fixture.js';
import { queryRows, waitingForLock } from '../setup/rows.js';

let sandbox: Sandbox;
let beneficiaryId: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  const body = {
    method: 'spei',
    currency: 'MXN',
    details: { name: 'Rosa Campos', clabe: '032180000118359719' },
  };
  const made = await sandbox
    .call('post', '/v1/beneficiaries')
    .set('Idempotency-Key', 'the-beneficiary')
    .send(body);
  beneficiaryId = (made.body as { id: string }).id;
});
afterAll(() => sandbox.close());

test('each of many commands has its own result, and a refused one does not affect the others', async () => {
  const { accountId, wired } = sandbox;
  const commandOf = (key: string, amount: string, ofBeneficiary = beneficiaryId) => ({
    use: { accountId, key, fingerprint: amount },
    accountId,
    beneficiaryId: ofBeneficiary,
    sourceCurrency: 'MXN',
    amount,
    amountSide: 'source' as const,
  });
  const commands = [
    commandOf('each-0', '10.00'),
    commandOf('each-1', '10.00', 'ben_unknown'),
    commandOf('each-0', '10.00'),
    commandOf('each-0', '11.00'),
    commandOf('each-2', '12.00'),
  ];
  const results = await Promise.allSettled(commands.map((command) => createPayout(wired.ports, command)));
  const found = results.map((result) =>
    result.status === 'fulfilled' ? result.value.how : (result.reason as Refusal).code,
  );
  expect(found).toEqual(['created', 'not_found', 'replayed', 'idempotency_key_reused', 'created']);
});

/** Makes groups of rows fail in this table, but not single rows. */
async function refuseGroups(table: string): Promise<void> {
  const { url } = sandbox;
  await queryRows(
    url,
    `create or replace function refuse_groups() returns trigger language plpgsql as $$ begin
      if (select count(*) from added) > 1 then raise exception 'no groups today'; end if;
      return null;
    end $$`,
  );
  await queryRows(
    url,
    `create trigger refuse_groups after insert on ${table} referencing new table as added
      for each statement execute function refuse_groups()`,
  );
}

const batchFailures = () =>
  sandbox.lines
    .splice(0)
    .filter(({ message }) => message.startsWith('batch failed; processing its items one by one'))
    .map(({ fields }) => [fields['count'], String(fields['err'])]);

test('a failed group of requests is logged, and its requests run one by one', async () => {
  const { accountId, wired } = sandbox;
  await refuseGroups('payout');
  const results = await Promise.all(
    ['first', 'second', 'third'].map((key) =>
      createPayout(wired.ports, {
        use: { accountId, key: `groupless-${key}`, fingerprint: 'f' },
        accountId,
        beneficiaryId,
        sourceCurrency: 'MXN',
        amount: '10.00',
        amountSide: 'source',
      }),
    ),
  );
  expect(results.map(({ how }) => how)).toEqual(['created', 'created', 'created']);
  expect(batchFailures()).toEqual([[3, 'error: no groups today']]);
});

/** A payment into an unknown funding account. */
const noticeOf = (fundingReference: string, bankReference: string): PaymentNotice => ({
  id: bankReference,
  type: 'payment',
  fundingReference,
  bankReference,
  paymentReference: bankReference,
  amount: exact('10'),
  currency: 'MXN',
});

async function openFundingAccount(): Promise<string> {
  const opened = await sandbox
    .call('post', '/v1/funding-accounts')
    .set('Idempotency-Key', newId('event', new Date()))
    .send({ method: 'spei', currency: 'MXN' });
  const { id } = opened.body as { id: string };
  const [account] = await queryRows(sandbox.url, 'select reference from funding_account where id = $1', [id]);
  return account?.['reference'] ?? '';
}

test('a payment that is decided while its account is locked is taken in once', async () => {
  const { wired, url } = sandbox;
  const reference = await openFundingAccount();
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('select from funding_account where reference = $1 for update', [reference]);
  const notice = noticeOf(reference, 'sent at once');
  const taking = Promise.all([1, 2].map(() => ingestPayments(wired.ports, [notice])));
  while ((await queryRows(url, waitingForLock)).length < 2) await turn();
  await holder.query('rollback');
  const taken = (await taking).flat();
  expect(new Set(taken.map((each) => each?.how))).toEqual(new Set(['created', 'existing']));
  expect(new Set(taken.map((each) => each?.exception?.id)).size).toBe(1);
});

test('a failed group of notices is logged, and its notices are taken in one by one', async () => {
  const reference = await openFundingAccount();
  await refuseGroups('exception');
  const notices = ['one', 'other'].map((name) => noticeOf(reference, name));
  const taken = await Promise.all(notices.map((notice) => ingestPayment(sandbox.wired.ports, notice)));
  expect(taken.map((each) => each?.exception?.type)).toEqual(['unmatched_deposit', 'unmatched_deposit']);
  expect(batchFailures()).toEqual([[2, 'error: no groups today']]);
});
