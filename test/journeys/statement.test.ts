import { afterAll, beforeAll, expect, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type { Ports } from '../../src/ports/ports.js';
import type { Provider } from '../../src/ports/provider.js';
import type { StatementLine, StatementPage } from '../../src/ports/statement.js';
import { recordEvidence } from '../../src/usecases/evidence.js';
import { compareStatement, type StatementReport } from '../../src/usecases/statement.js';
import { buildCommandLine, runWarm } from '../setup/cli.js';
import { operatorOf } from '../setup/graphql.js';
import { advance, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { instant, pathOf, pay, statusIs, typesOf } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openService, type RunningService } from '../setup/running.js';
import {
  allAtOnce,
  balanceOf,
  deposit,
  eventsOf,
  fund,
  mxnPayout,
  openFundingAccount,
  speiBeneficiary,
  walk,
} from '../setup/verbs.js';

const day = 24 * 60 * 60;
const patience = { timeout: 60_000 };

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

interface ExceptionView {
  readonly id: string;
  readonly type: string;
  readonly resource: { readonly type: string; readonly id: string };
}
const exceptions = () => walk<ExceptionView>(service, '/v1/reconciliation-exceptions');
const exceptionsOf = async (id: string) => (await exceptions()).filter(({ resource }) => resource.id === id);

const send = async (description: string): Promise<string> =>
  (await pay(service, mxnPayout(beneficiaryId, '10.00', description))).get('id');

const compare = (change: (bank: Provider) => Partial<Provider> = () => ({})): Promise<StatementReport> =>
  withHand(service, (ports: Ports) => {
    const bank = ports.providers.get('sandbox') as Provider;
    return compareStatement(ports, { ...bank, ...change(bank) });
  });

const referenceOf = async (id: string) =>
  (await queryRows(service.databaseUrl, 'select reference from payout where id = $1', [id]))[0]?.[
    'reference'
  ];

const statesOf = (id: string) =>
  queryRows(
    service.databaseUrl,
    `select l.kind, l.state from statement_line l left join payout p on p.reference = l.reference
      left join payin i on i.payment_reference = l.reference where coalesce(p.id, i.id) = $1 order by sequence`,
    [id],
  );

test('after a day, all movements on which bank and ledger agree raise no exception', async () => {
  const [paid, returned, failed] = [await send('sim:paid'), await send('sim:return'), await send('sim:fail')];
  await statusIs(service, paid, 'completed');
  await statusIs(service, returned, 'returned');
  await statusIs(service, failed, 'failed');
  await advance(service, day);
  expect(await statesOf(paid)).toEqual([{ kind: 'order', state: 'agreed' }]);
  expect(await statesOf(returned)).toEqual([
    { kind: 'order', state: 'agreed' },
    { kind: 'order_returned', state: 'agreed' },
  ]);
  expect(await statesOf(failed)).toEqual([]);
  expect(await exceptions()).toEqual([]);
});

test('an order paid with another amount than in the ledger raises one exception with both amounts', async () => {
  const id = await send('sim:hold sim:mismatch');
  await service.until(pathOf(id), (each) => each.at('status') === 'processing');
  const evidence = await service.post(`/v1/sandbox/operations/${id}/evidence`, { outcome: 'paid' });
  expect([evidence.status, evidence.at('status')]).toEqual([200, 'completed']);
  const before = await balanceOf(service, 'MXN');
  await advance(service, day);
  const [raised] = await exceptionsOf(id);
  expect(raised).toEqual({
    id: raised?.id,
    type: 'provider_mismatch',
    status: 'open',
    resource: { type: 'payout', id },
    expected: { amount: '10.00', currency: 'MXN' },
    actual: { amount: '10.01', currency: 'MXN' },
    created_at: instant,
  });
  expect(await eventsOf(service, raised?.id ?? '')).toEqual([['reconciliation.exception_created', raised]]);
  expect(await balanceOf(service, 'MXN')).toEqual(before);
  await advance(service, 2 * day);
  expect(await exceptionsOf(id)).toHaveLength(1);
});

test('a mismatch that was reported at once is not reported again', async () => {
  const id = await send('sim:mismatch');
  await statusIs(service, id, 'completed');
  await advance(service, day);
  expect(await exceptionsOf(id)).toHaveLength(1);
  expect(await statesOf(id)).toEqual([{ kind: 'order', state: 'excepted' }]);
});

test('an order in flight raises no exception', async () => {
  const id = await send('sim:hold');
  await service.until(pathOf(id), (each) => each.at('status') === 'processing');
  await advance(service, day);
  expect(await statesOf(id)).toEqual([]);
  expect(await exceptionsOf(id)).toEqual([]);
});

test('a return without a notice is taken from the statement', async () => {
  const id = await send('sim:return');
  await queryRows(
    service.databaseUrl,
    `with lost as (delete from simulator.notice where reference = $1) select`,
    [await referenceOf(id)],
  );
  await statusIs(service, id, 'completed');
  await queryRows(service.databaseUrl, `delete from simulator.notice where reference = $1`, [
    await referenceOf(id),
  ]);
  await expect
    .poll(async () => (await compare()) && (await typesOf(service, id)).at(-1), patience)
    .toBe('payout.return_settled');
  expect(await exceptionsOf(id)).toEqual([]);
});

test('a payment without a notice is taken in from the statement, and credited once', async () => {
  const funding = await openFundingAccount(service, 'MXN');
  const [account] = await queryRows(
    service.databaseUrl,
    'select reference from funding_account where id = $1',
    [funding],
  );
  await withHand(service, (ports) =>
    Promise.resolve(
      ports.bank?.deposit({
        fundingReference: account?.['reference'] ?? '',
        amount: exact('55'),
        currency: 'MXN',
        bankReference: 'never-reported',
        outcome: 'completed',
        delayMs: 0,
      }),
    ),
  );
  const before = await balanceOf(service, 'MXN');
  await advance(service, day);
  await expect.poll(() => balanceOf(service, 'MXN'), patience).not.toEqual(before);
  await advance(service, day);
  const [payin] = await walk<{ id: string }>(service, '/v1/payins');
  expect(await statesOf(payin?.id ?? '')).toEqual([{ kind: 'payment', state: 'agreed' }]);
  expect(await exceptions()).toHaveLength(2);
});

test('payments that became an exception or were reversed raise no further exception', async () => {
  const made = await deposit(service, {
    funding_account_id: await openFundingAccount(service, 'MXN'),
    amount: '12.00',
    outcome: 'reversed',
  });
  const one = await service.post('/v1/funding-accounts', {
    method: 'spei',
    currency: 'MXN',
    settlement_currency: 'MXN',
    amount: '50.00',
  });
  await service.until(`/v1/funding-accounts/${one.get('id')}`, (each) => each.at('status') === 'active');
  await service.post('/v1/sandbox/deposits', { funding_account_id: one.get('id'), amount: '40.00' });
  await expect.poll(() => exceptionsOf(made.get('id')), patience).toHaveLength(1);
  const before = await exceptions();
  await advance(service, day);
  expect(await exceptions()).toEqual(before);
});

test('an entry without a statement line is reported a day later, not before', async () => {
  const id = await send('sim:hold');
  await expect
    .poll(async () => {
      const [row] = await queryRows(service.databaseUrl, 'select sending from payout where id = $1', [id]);
      return row?.['sending'];
    }, patience)
    .toBe('accepted');
  // An operator says it was paid; the bank never paid it.
  await withHand(service, (ports) =>
    recordEvidence({ ...ports, bank: undefined }, operator, { id, outcome: 'paid' }),
  );
  await compare();
  expect(await exceptionsOf(id)).toEqual([]);
  await advance(service, 2 * day);
  expect(await exceptionsOf(id)).toMatchObject([
    {
      type: 'provider_mismatch',
      expected: { amount: '10.00', currency: 'MXN' },
      actual: { amount: '0.00', currency: 'MXN' },
    },
  ]);
});

const line = (sequence: bigint, over: Partial<StatementLine> = {}): StatementLine => ({
  sequence,
  kind: 'order',
  reference: `unknown-${sequence}`,
  amount: exact('3'),
  currency: 'MXN',
  bookedAt: new Date(),
  accountId: service.accountId,
  ...over,
});

test('an undecided order is looked up until it is decided, and its age is shown', async () => {
  const id = await send('sim:uncertain');
  await statusIs(service, id, 'verification_pending');
  await queryRows(service.databaseUrl, 'delete from simulator.notice where reference = $1', [
    await referenceOf(id),
  ]);
  await advance(service, 2 * day);
  const [row] = await queryRows(
    service.databaseUrl,
    'select status, look_ups >= 10 as is_asked, next_step_at is not null as is_due from payout where id = $1',
    [id],
  );
  expect(row).toEqual({ status: 'verification_pending', is_asked: 't', is_due: 't' });
  const backlog = await withHand(service, ({ reader }) => reader.backlog());
  const waiting = backlog.find(({ name }) => name === 'operations_undecided');
  expect(waiting?.oldestSeconds).toBeGreaterThanOrEqual(2 * day);
  await service.post(`/v1/sandbox/operations/${id}/evidence`, { outcome: 'paid' });
});

test('an unknown order of an account is its exception; without a known account it is for operators', async () => {
  const [ours, foreign] = [line(900_001n), line(900_002n, { accountId: 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y' })];
  const report = await compare(() => ({
    statement: async () => ({ lines: [ours, foreign], next: 'end', hasMore: false, closed: 900_002n }),
  }));
  expect(report.raised).toMatchObject([{ resourceType: 'account', resourceId: service.accountId }]);
  expect(report.unknown).toMatchObject([{ reference: foreign.reference }]);
  expect(await exceptionsOf(service.accountId)).toMatchObject([
    {
      type: 'provider_mismatch',
      resource: { type: 'account', id: service.accountId },
      actual: { amount: '3.00', currency: 'MXN' },
    },
  ]);
  const other = await openOtherAccount(service);
  const seen = await service.get('/v1/reconciliation-exceptions', { key: other.key });
  expect(seen.at('data')).toEqual([]);
  const { get: ask } = await operatorOf(service, 'viewer');
  const response = await ask(
    '{ unknownStatementLines(first: 5) { provider sequence kind reference givenFor money { amount currency } } }',
  );
  expect(response.at('unknownStatementLines'), response.text).toEqual([
    {
      provider: 'sandbox',
      sequence: '900002',
      kind: 'order',
      reference: foreign.reference,
      givenFor: foreign.accountId,
      money: { amount: '3.00', currency: 'MXN' },
    },
  ]);
  await buildCommandLine();
  const listed = await runWarm(['exception', 'unknown', '--json'], service.env);
  expect(JSON.parse(listed.stdout), listed.stderr).toMatchObject({
    data: [{ provider: 'sandbox', reference: foreign.reference, amount: '3.00', currency: 'MXN' }],
  });
  await queryRows(service.databaseUrl, 'delete from statement_line where sequence >= 900001');
});

interface BankLines {
  readonly numbers: readonly bigint[];
  readonly closed: bigint;
  readonly size: number;
  readonly amount?: string;
}

/** Compares with a bank unknown to the ledger that has these lines, in pages of `size`. */
function readFrom({ numbers, closed, size, amount = '3' }: BankLines): Promise<StatementReport> {
  const statement = async (after = '0'): Promise<StatementPage> => {
    const rest = numbers.filter((number) => number > BigInt(after));
    const lines = rest
      .slice(0, size)
      .map((number) => line(number, { bookedAt: new Date(0), accountId: undefined, amount: exact(amount) }));
    return {
      lines,
      next: String(lines.at(-1)?.sequence ?? after),
      hasMore: rest.length > lines.length,
      closed,
    };
  };
  return compare(() => ({ name: 'fake', lookUp: async () => new Map(), statement }));
}

const storedNumbers = async () =>
  (
    await queryRows(
      service.databaseUrl,
      "select sequence from statement_line where provider = 'fake' order by sequence",
    )
  ).map((row) => row['sequence']);

test('lines with equal times, late lines and shifted pages are each stored once', async () => {
  // The third line is booked late: the statement is only closed up to the second.
  await readFrom({ numbers: [1n, 2n, 4n, 5n], closed: 2n, size: 2 });
  expect(await storedNumbers()).toEqual(['1', '2']);
  await readFrom({ numbers: [1n, 2n, 3n, 4n, 5n], closed: 5n, size: 3 });
  expect(await storedNumbers()).toEqual(['1', '2', '3', '4', '5']);
  // This bank breaks the protocol: it adds the sixth line a day after it was closed.
  const early = await readFrom({ numbers: [1n, 2n, 3n, 4n, 5n, 7n, 8n], closed: 8n, size: 4 });
  const numbers = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n];
  const late = await readFrom({ numbers, closed: 9n, size: 3 });
  expect([early.lines, late.lines]).toEqual([2, 2]);
  expect(await storedNumbers()).toEqual(numbers.map(String));
  const other = await readFrom({ numbers, closed: 9n, size: 3, amount: '4' });
  expect([other.lines, other.changed, other.unknown.length]).toEqual([0, [9n], 9]);
});

test('under load, nothing in flight becomes an exception', async () => {
  await queryRows(service.databaseUrl, 'update statement set from_cursor = null, cursor = null');
  const before = await exceptions();
  let isOver = false;
  const comparing = (async () => {
    const counts: number[] = [];
    while (!isOver) counts.push((await compare()).inFlight);
    return counts;
  })();
  await fund(service, 'MXN', '1000.00');
  const ids = await allAtOnce(25, async (at) => {
    return send(['sim:paid', 'sim:return', 'sim:slow:200', 'sim:uncertain:paid', 'sim:fail'][at % 5] ?? '');
  });
  for (const id of ids)
    await service.until(
      pathOf(id),
      (each) => !['processing', 'verification_pending'].includes(String(each.at('status'))),
    );
  isOver = true;
  expect((await comparing).length).toBeGreaterThan(1);
  await compare();
  expect(await exceptions()).toEqual(before);
});

test('every invariant holds', () => service.check());
