import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindNamed, recordEvidence, type EvidenceRequest } from '../../src/usecases/evidence.js';
import { takeDueOperations } from '../../src/usecases/operation.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import type { SandboxBank } from '../../src/ports/provider.js';
import { lastAudit, operator, withHand } from '../setup/hand.js';
import { pathOf, pay, repeatedCalls, statusIs, typesOf } from '../setup/payout-journey.js';
import { queryRows } from '../setup/rows.js';
import { openBeside, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, balanceOf, fund, mxnPayout, speiBeneficiary, walk } from '../setup/verbs.js';

let service: RunningService;
let beneficiaryId: string;
beforeAll(async () => {
  service = await openService();
  await fund(service, 'MXN', '10000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(() => service.stop());

const prove = (id: string, outcome: EvidenceRequest['outcome'], code?: string) =>
  withHand(service, (ports) => recordEvidence(ports, operator, { id, outcome, code }));
const made = async (description?: string) =>
  (await pay(service, mxnPayout(beneficiaryId, '10.00', description))).get('id');
const exceptionsOf = async (id: string) => {
  const all = await walk<{ type: string; resource: { id: string } }>(
    service,
    '/v1/reconciliation-exceptions',
  );
  return all.filter(({ resource }) => resource.id === id).map(({ type }) => type);
};

/** Records evidence in a process that dies before it tells the bank. */
const proveAndDie = (id: string, outcome: EvidenceRequest['outcome']) =>
  withHand(service, async (ports) => {
    const bank: SandboxBank = {
      ...(ports.bank as SandboxBank),
      setOutcome: () => Promise.reject(new Error('the process has died')),
    };
    await expect(recordEvidence({ ...ports, bank }, operator, { id, outcome })).rejects.toThrow('has died');
  });
const standsBesidePaid = async () =>
  (await checkInvariants(service.databaseUrl)).violations.filter(({ number }) => number === 30);

describe('evidence that an order was not executed, while the bank has paid it', () => {
  /** A payout that the bank paid, with a lost answer. */
  async function paidInSilence(): Promise<string> {
    const id = await made('sim:uncertain');
    await statusIs(service, id, 'verification_pending');
    await queryRows(
      service.databaseUrl,
      `update simulator.operation set finding = 'paid' where reference = (select reference from payout where id = $1)`,
      [id],
    );
    return id;
  }

  test('is contradicted by the bank if the process that recorded it died, and the ledger shows both at every moment', async () => {
    const id = await paidInSilence();
    await queryRows(
      service.databaseUrl,
      `update payout set next_step_at = now() + interval '1 hour' where id = $1`,
      [id],
    );
    await proveAndDie(id, 'not_executed');
    expect((await service.get(pathOf(id))).at('status')).toBe('failed');
    expect(await standsBesidePaid()).toEqual([]);
    await expect.poll(() => exceptionsOf(id), { timeout: 60_000 }).toEqual(['late_payment_evidence']);
    expect(await standsBesidePaid()).toEqual([]);
  });

  test('becomes the bank’s own record when given again', async () => {
    const id = await paidInSilence();
    await queryRows(
      service.databaseUrl,
      `update payout set next_step_at = now() + interval '1 hour' where id = $1`,
      [id],
    );
    await proveAndDie(id, 'not_executed');
    expect((await prove(id, 'not_executed')).row.status).toBe('failed');
    const [said] = await queryRows(
      service.databaseUrl,
      `select finding, (select count(*) from simulator.notice n where n.reference = o.reference and delivered_at is null) as to_come
       from simulator.operation o where reference = (select reference from payout where id = $1)`,
      [id],
    );
    expect(said).toEqual({ finding: 'not_executed', to_come: '0' });
    expect(await exceptionsOf(id)).toEqual([]);
  });
});

// Runs before the tests that leave payouts in flight, because it compares the balance.
describe('evidence against a final state', () => {
  test('moves nothing and raises one exception, however often it is given', async () => {
    const [failed, completed] = [await made('sim:fail'), await made()];
    await statusIs(service, failed, 'failed');
    await statusIs(service, completed, 'completed');
    const before = await balanceOf(service, 'MXN');
    const { row: payout, exception } = await prove(failed, 'paid');
    expect([payout.status, exception?.type]).toEqual(['failed', 'late_payment_evidence']);
    expect(await lastAudit(service, 'evidence.record')).toMatchObject({
      before: { status: 'failed' },
      after: { status: 'failed', outcome: 'paid', exceptionId: exception?.id },
    });
    expect((await prove(failed, 'paid')).exception).toBeUndefined();
    expect((await prove(completed, 'not_executed', 'lost')).row.status).toBe('completed');
    expect(await exceptionsOf(failed)).toEqual(['late_payment_evidence']);
    expect(await exceptionsOf(completed)).toEqual(['late_payment_evidence']);
    expect(await balanceOf(service, 'MXN')).toEqual(before);
  });

  test('that agrees changes nothing; a completed payout can be returned', async () => {
    const completed = await made();
    await statusIs(service, completed, 'completed');
    expect((await prove(completed, 'paid')).row.status).toBe('completed');
    expect((await prove(completed, 'returned')).row.status).toBe('returned');
    await service.until(pathOf(completed), (each) => each.at('refund.status') === 'settled');
    expect(await exceptionsOf(completed)).toEqual([]);
  });
});

describe('evidence about a payout in flight', () => {
  test.each(['sim:hold', 'sim:uncertain'])('of %s decides it', async (tag) => {
    const [paid, never, coded, returned] = [
      await made(tag),
      await made(tag),
      await made(tag),
      await made(tag),
    ];
    expect((await prove(paid, 'paid')).row.status).toBe('completed');
    expect((await prove(never, 'not_executed')).row.failureCode).toBe('resolved_not_executed');
    expect((await prove(coded, 'not_executed', 'AC04')).row.failureCode).toBe('ac04');
    expect((await prove(returned, 'returned')).row.status).toBe('returned');
    await service.until(pathOf(returned), (each) => each.at('refund.status') === 'settled');
    expect(await typesOf(service, paid)).toEqual(['payout.created', 'payout.completed']);
    expect(await typesOf(service, never)).toEqual(['payout.created', 'payout.failed']);
    expect(await lastAudit(service, 'evidence.record')).toEqual({
      operator: operator.name,
      reason: operator.reason,
      account_id: service.accountId,
      subject_id: returned,
      before: { status: tag === 'sim:hold' ? 'processing' : 'verification_pending' },
      after: { status: 'returned', outcome: 'returned' },
    });
  });

  test('that has not been sent is refused', async () => {
    const queued = await made('sim:queue:600000');
    for (const outcome of ['paid', 'not_executed', 'returned'] as const) {
      await expect(prove(queued, outcome)).rejects.toMatchObject({ code: 'operation_not_in_flight' });
    }
    expect((await service.get(pathOf(queued))).at('status')).toBe('processing');
  });

  test.each(['paid', 'not_executed', 'returned'] as const)(
    'while the payout may still leave is refused, also as %s',
    async (outcome) => {
      const slow = await made('sim:slow:6000');
      await expect(prove(slow, outcome)).rejects.toMatchObject({
        code: 'operation_not_in_flight',
        message: expect.stringContaining('may still be on its way'),
      });
    },
  );
});

test('about an unknown operation is refused, and every invariant holds', async () => {
  for (const id of ['pout_01k9zq3v5e8x7m2n4p6r8t0w1y', beneficiaryId]) {
    await expect(prove(id, 'paid')).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await repeatedCalls(service)).toEqual([]);
  await service.check();
});

test('evidence that waits for a send delays no other request', async () => {
  const api = await openService({ PSP_ROLES: 'api' });
  try {
    const worker = await openBeside(api, { PSP_ROLES: 'worker' });
    await fund(api, 'MXN', '1000.00');
    await worker.stop();
    const body = mxnPayout(await speiBeneficiary(api), '10.00');
    const payouts = await allAtOnce(12, () => pay(api, body));
    let answered = 0;
    const results = payouts.map(async (payout) => {
      const path = `/v1/sandbox/operations/${payout.get('id')}/evidence`;
      const answer = await api.post(path, { outcome: 'paid' });
      answered += 1;
      return answer.at('error.code');
    });
    for (let nth = 0; nth < 20; nth += 1) expect((await api.get('/v1/balances')).status).toBe(200);
    expect(answered).toBe(0);
    expect(new Set(await Promise.all(results))).toEqual(new Set(['operation_not_in_flight']));
    await api.check();
  } finally {
    await api.stop();
  }
});

test('an intent whose process died before the call is decided with its payout, once it can no longer leave', async () => {
  const api = await openService({ PSP_ROLES: 'api' });
  try {
    const worker = await openBeside(api, { PSP_ROLES: 'worker' });
    await fund(api, 'MXN', '1000.00');
    await worker.stop();
    const body = mxnPayout(await speiBeneficiary(api), '10.00');
    const ids = (await allAtOnce(3, () => pay(api, body))).map((payout) => payout.get('id'));
    const outcomes = ['paid', 'not_executed', 'returned'] as const;
    await withHand(api, async (ports) => {
      const kind = kindNamed(ports, ids[0] ?? '');
      expect((await takeDueOperations(ports, kind, { limit: 10 })).sends.length).toBe(3);
      const proveAll = () =>
        Promise.allSettled(
          outcomes.map((outcome, i) => recordEvidence(ports, operator, { id: ids[i] ?? '', outcome })),
        );
      for (const result of await proveAll()) {
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'operation_not_in_flight' } });
      }
      const passed = `send_by = clock_timestamp() - interval '2 minutes'`;
      for (const table of ['payout', 'intent'])
        await queryRows(api.databaseUrl, `update ${table} set ${passed}`);
      const results = (await proveAll()).map((each) =>
        each.status === 'fulfilled' ? each.value.row.status : each.reason,
      );
      expect(results).toEqual(['completed', 'failed', 'returned']);
    });
    expect(await queryRows(api.databaseUrl, `select state, count(*)::int from intent group by 1`)).toEqual([
      { state: 'uncertain', count: '3' },
    ]);
  } finally {
    await api.stop();
  }
});
