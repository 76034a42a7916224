import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { exact } from '../../src/domain/money.js';
import type { Answer } from '../../src/domain/operation-evidence.js';
import type { Payout } from '../../src/domain/payout.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import { machineClock } from '../../src/main/clock.js';
import type { OperationNotice } from '../../src/ports/provider.js';
import { recordAnswers, takeDueOperations, type Send } from '../../src/usecases/operation.js';
import { takeOperationNotices } from '../../src/usecases/operation-notice.js';
import { payouts } from '../../src/usecases/payout-sending.js';
import { bank } from '../setup/bank.js';
import {
  deposit,
  openAccount,
  openBeneficiary,
  openFixture,
  operations,
  pay,
  vault,
} from '../setup/fixture.js';
import type { Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';

// Concurrent changes of a payout between taking it and recording the answer to its send.
let fixture: Fixture;
let payer: { accountId: string; beneficiaryId: string };
beforeAll(async () => {
  fixture = await openFixture();
  const accountId = await openAccount(fixture.store);
  await deposit(fixture.store, { accountId, currency: 'PEN', amount: '1000' });
  payer = { accountId, beneficiaryId: await openBeneficiary(fixture.store, accountId) };
});
afterEach(() => expect(fixture.retries.splice(0)).toEqual([]));
afterAll(async () => {
  const { violations } = await checkInvariants(fixture.url);
  await fixture.close();
  expect(violations).toEqual([]);
});

const paid = { outcome: 'paid', amount: exact('10') } as const;
const unsent = { outcome: 'not_sent', reason: 'refused the connection', againMs: 3_600_000 } as const;
const uncertain = { outcome: 'uncertain', reason: 'timeout' } as const;

async function sends(count: number): Promise<readonly Send[]> {
  const made: Payout[] = [];
  for (let nth = 0; nth < count; nth += 1) made.push(await pay(fixture.store, payer));
  const ports = {
    store: fixture.store,
    vault,
    catalogue: { ...loadCatalogue(undefined), capabilities: [] },
    providers: new Map([['sandbox', bank('sandbox', {})]]),
    clock: machineClock,
    sendWindowMs: 10_000,
  };
  const due = await takeDueOperations(ports, payouts, { limit: 100, ids: made.map(({ id }) => id) });
  expect(due.sends).toHaveLength(count);
  return due.sends;
}

const answer = (sent: readonly Send[], reply: Answer) =>
  recordAnswers(
    fixture,
    payouts,
    sent.map(({ row, intent }) => ({ row, intent, answer: reply })),
  );

const answerBy =
  (outcome: OperationNotice['outcome']) =>
  async ({ row: { reference } }: Send) => {
    const notice = { id: `${reference} ${outcome}`, type: 'operation', reference, outcome } as const;
    const ports = { store: fixture.store, operations, wake: () => undefined };
    expect(await takeOperationNotices(ports, 'sandbox', [notice])).toEqual([]);
  };

const change = (statement: string) => (sent: Send) =>
  queryRows(fixture.url, statement, statement.includes('$1') ? [sent.row.id] : []);

async function standing(sent: readonly Send[]): Promise<unknown[]> {
  const rows = await queryRows(
    fixture.url,
    `select p.id, p.status || ' ' || p.sending || ' ' || i.state as stands from payout p
      join intent i on i.operation_id = p.id where p.id = any($1)`,
    [sent.map(({ row }) => row.id)],
  );
  return sent.map(({ row: { id } }) => rows.find((row) => row['id'] === id)?.['stands']);
}

test.each<[string, (sent: Send) => unknown, Answer, string]>([
  ['nothing', () => undefined, paid, 'completed open accepted'],
  ['the same answer', (sent) => answer([sent], paid), paid, 'completed open accepted'],
  ['no answer in time', (sent) => answer([sent], uncertain), paid, 'completed uncertain accepted'],
  ['word that it was paid', answerBy('paid'), uncertain, 'completed open uncertain'],
  ['word that it was refused', answerBy('not_executed'), unsent, 'failed open not_sent'],
  [
    'word that the bank has it, of which the intent alone learns',
    answerBy('in_flight'),
    paid,
    'completed open accepted',
  ],
  [
    'a stop of all payouts',
    change('update platform set payouts_stopped = true'),
    paid,
    'completed open accepted',
  ],
  ['a restored database', change('update platform set restored_at = now()'), paid, 'completed open accepted'],
  [
    'an archived beneficiary',
    change(`update beneficiary set status = 'archived'`),
    paid,
    'completed open accepted',
  ],
])('between taking and answering: %s', async (_what, between, reply, expected) => {
  const [first, second, third] = await sends(3);
  if (!first || !second || !third) throw new Error('three were taken');
  await between(second);
  await answer([third, second, first], reply);
  await change('update platform set payouts_stopped = false, restored_at = null')(first);
  await change(`update beneficiary set status = 'active'`)(first);
  const others = { paid: 'completed open accepted', not_sent: 'processing unsent not_sent' };
  const other = others[reply.outcome as keyof typeof others] ?? 'verification_pending uncertain uncertain';
  expect(await standing([first, second, third])).toEqual([other, expected, other]);
});

test('recording the same answers twice at the same time changes them once', async () => {
  const sent = await sends(5);
  await Promise.all([answer(sent, paid), answer(sent.toReversed(), paid)]);
  expect(await standing(sent)).toEqual(sent.map(() => 'completed open accepted'));
});
