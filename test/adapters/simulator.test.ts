import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Simulator } from '../../src/adapters/providers/simulator.js';
import { openSimulator } from '../../src/adapters/providers/simulator.js';
import { startDelivery } from '../../src/adapters/providers/simulator/delivery.js';
import { exact } from '../../src/domain/money.js';
import type { Notice } from '../../src/ports/provider.js';
import { Random } from '../fuzz/random.js';
import { aDeposit, aReference, aSubmission, listen } from '../ports/provider-suite.js';
import type { TestDatabase } from '../setup/database.js';
import { createDatabase } from '../setup/database.js';
import { openProxy } from '../soak/proxy.js';

let database: TestDatabase;
let admin: pg.Client;
const opened: Simulator[] = [];
const reported: unknown[] = [];

beforeAll(async () => {
  database = await createDatabase('template1');
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((simulator) => simulator.stop()));
  reported.length = 0;
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

async function open(url = database.url): Promise<Simulator> {
  const simulator = await openSimulator({ url, report: (error) => reported.push(error) });
  opened.push(simulator);
  return simulator;
}

const idOf = (notice: Notice): string => notice.id.split(':')[0] ?? '';

describe('opening', () => {
  test('several processes may create the schema at once', async () => {
    const own = await createDatabase('template1');
    const options = { url: own.url, report: () => undefined };
    const simulators = await Promise.all([1, 2, 3].map(() => openSimulator(options)));
    expect(await Promise.all(simulators.map((simulator) => simulator.calls()))).toEqual([[], [], []]);
    await Promise.all(simulators.map((simulator) => simulator.stop()));
    await own.drop();
  });

  test('a slow database delays the opening but does not fail it', async () => {
    const proxy = await openProxy(database.url, new Random(1));
    proxy.fallSilent();
    const opening = open(proxy.url);
    await wait(2_500);
    proxy.speakAgain('go on');
    expect(await (await opening).calls()).toEqual([]);
    await opened.pop()?.stop();
    await proxy.close();
  });

  test('a missing database fails the opening', async () => {
    await expect(openSimulator({ url: `${database.url}_absent`, report: () => undefined })).rejects.toThrow(
      'does not exist',
    );
  });
});

describe('submissions', () => {
  test('a slow answer comes at its time by the database clock, regardless of timers', async () => {
    const simulator = await open();
    const { reference, ...ask } = aSubmission('sim:slow:400');
    const answered = simulator.submit({ reference, ...ask });
    const isLater = `update simulator.operation set answers_at = answers_at + interval '400 ms',
      turns_at = turns_at + interval '400 ms' where reference = $1 returning reference`;
    await expect.poll(async () => (await admin.query(isLater, [reference])).rowCount).toBe(1);
    expect((await answered).outcome).toBe('paid');
    expect((await simulator.lookUp([reference])).get(reference)?.outcome).toBe('paid');
  });

  test('concurrent ones are one operation each, in few statements', async () => {
    const simulator = await open();
    const crowd = Array.from({ length: 1_500 }, () => aSubmission(undefined));
    const receipts = await Promise.all(crowd.map((submission) => simulator.submit(submission)));
    expect(new Set(receipts.map((receipt) => receipt.outcome))).toEqual(new Set(['paid']));
    const { rows } = await admin.query<{ statements: number; calls: number }>(
      `select count(distinct xmin::text)::int as statements, count(*)::int as calls
       from simulator.call where reference = any($1)`,
      [crowd.map((submission) => submission.reference)],
    );
    expect(rows[0]?.calls).toBe(1_500);
    expect(rows[0]?.statements).toBeLessThanOrEqual(5);
  });

  test('two processes that send the same reference at once find one operation', async () => {
    const [one, two] = [await open(), await open()];
    const submissions = Array.from({ length: 50 }, () => aSubmission('sim:hold'));
    await Promise.all([
      ...submissions.map((submission) => one.submit(submission)),
      ...submissions.toReversed().map((submission) => two.submit({ ...submission, memo: 'sim:hold' })),
    ]);
    const references = new Set(submissions.map((submission) => submission.reference));
    const counts = (await one.calls())
      .filter((call) => references.has(call.reference))
      .map((call) => call.count);
    expect(counts).toEqual(Array(50).fill(2));
    const findings = await two.lookUp([...references]);
    expect(new Set([...findings.values()].map((finding) => finding.outcome))).toEqual(new Set(['in_flight']));
  });

  test('a set keeps answers, late answers and repeats apart', async () => {
    const simulator = await open();
    const twin = aSubmission('sim:fail:first');
    const answers = await Promise.all([
      simulator.submit(aSubmission(undefined)),
      simulator.submit(twin),
      simulator.submit({ ...twin, memo: 'sim:paid' }),
      simulator.submit(aSubmission(undefined, { sendBy: new Date(0) })),
      simulator.submit(aSubmission('sim:hold', { amount: exact('9') })),
    ]);
    expect(answers.map((answer) => ('code' in answer ? answer.code : answer.outcome))).toEqual([
      'paid',
      'first',
      'first',
      'too_late',
      'accepted',
    ]);
  });

  test('one that reaches the bank after send_by is not executed, however long it took', async () => {
    const proxy = await openProxy(database.url, new Random(1));
    const simulator = await open(proxy.url);
    const late = aSubmission(undefined, { sendBy: new Date(Date.now() + 300) });
    expect((await simulator.submit(aSubmission(undefined))).outcome).toBe('paid');
    proxy.fallSilent();
    const receipt = simulator.submit(late);
    await wait(600);
    proxy.speakAgain('go on');
    expect((await receipt).outcome).toBe('too_late');
    expect((await simulator.lookUp([late.reference])).get(late.reference)).toEqual({ outcome: 'not_found' });
    expect((await simulator.calls()).some(({ reference }) => reference === late.reference)).toBe(false);
    await simulator.stop();
    await proxy.close();
  });

  test('a broken connection makes the outcome uncertain, and the next submission works', async () => {
    const simulator = await open();
    await admin.query('begin; lock table simulator.operation in access exclusive mode');
    const caught = simulator.submit(aSubmission(undefined));
    await expect
      .poll(async () => {
        // Within a transaction the statistics view does not change after its first read.
        await admin.query('select pg_stat_clear_snapshot()');
        const { rows } = await admin.query<{ pid: number }>(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'psp-simulator' and wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length;
      })
      .toBe(1);
    await admin.query('rollback');
    expect((await caught).outcome).toBe('uncertain');
    expect((await simulator.submit(aSubmission(undefined))).outcome).toBe('paid');
  });

  test('nothing is sent after the stop', async () => {
    const simulator = await open();
    await simulator.stop();
    expect((await simulator.submit(aSubmission(undefined))).outcome).toBe('not_sent');
  });

  test('the stop does not wait for a slow answer', async () => {
    const simulator = await open();
    const submission = aSubmission('sim:slow:60000');
    const answer = simulator.submit(submission);
    await expect
      .poll(async () => (await simulator.lookUp([submission.reference])).get(submission.reference))
      .toMatchObject({ outcome: 'in_flight' });
    await simulator.stop();
    expect((await answer).outcome).toBe('uncertain');
  });
});

describe('notices', () => {
  test('are shared by two processes', async () => {
    const [one, two] = [await open(), await open()];
    const submissions = Array.from({ length: 60 }, () => aSubmission('sim:uncertain:paid'));
    const ours = new Set(submissions.map((submission) => submission.reference));
    const received: string[] = [];
    const receive = async (notices: Notice[]): Promise<void> => {
      // Long enough for the other process to look for work while these notices are being delivered.
      await new Promise((resolve) => setTimeout(resolve, 400));
      received.push(...notices.map(idOf).filter((id) => ours.has(id)));
    };
    await Promise.all([one.start(receive), two.start(receive)]);
    await Promise.all(submissions.map((submission) => one.submit(submission)));
    await expect.poll(() => received.length, { timeout: 3_000 }).toBeGreaterThanOrEqual(60);
    await Promise.all([one.stop(), two.stop()]);
    expect(received.toSorted()).toEqual([...ours].toSorted());
  });

  test('are skipped while another process is taking them', async () => {
    const simulator = await open();
    const [locked, free] = [aSubmission('sim:uncertain:paid'), aSubmission('sim:uncertain:paid')];
    await Promise.all([simulator.submit(locked), simulator.submit(free)]);
    await admin.query('begin');
    await admin.query('select 1 from simulator.notice where reference = $1 for update', [locked.reference]);
    const noticesOf = await listen(simulator);
    await expect.poll(() => noticesOf(free.reference).length, { timeout: 3_000 }).toBe(1);
    expect(noticesOf(locked.reference)).toEqual([]);
    await admin.query('rollback');
    await expect.poll(() => noticesOf(locked.reference).length, { timeout: 3_000 }).toBe(1);
  });

  test('are not blocked by a bad one', async () => {
    const simulator = await open();
    const submissions = Array.from({ length: 10 }, () => aSubmission('sim:uncertain:paid'));
    const ours = new Set(submissions.map((submission) => submission.reference));
    const bad = submissions[4]?.reference;
    const taken: string[] = [];
    await simulator.start(async (notices) => {
      if (notices.some((notice) => idOf(notice) === bad)) throw new Error('indigestible');
      taken.push(...notices.map(idOf).filter((id) => ours.has(id)));
    });
    await Promise.all(submissions.map((submission) => simulator.submit(submission)));
    await expect.poll(() => taken.length, { timeout: 3_000 }).toBe(9);
    expect(reported.map(String)).toContain('Error: indigestible');
  });

  test('of a dead process are taken by another', async () => {
    const simulator = await open();
    const submission = aSubmission('sim:return');
    await simulator.submit(submission);
    // The state after a process took the notice and died: leased, with an attempt counted.
    await admin.query(
      `update simulator.notice set attempts = 1, due_at = clock_timestamp() + interval '500 ms' where reference = $1`,
      [submission.reference],
    );
    const noticesOf = await listen(simulator);
    await expect.poll(() => noticesOf(submission.reference).length, { timeout: 3_000 }).toBe(1);
  });

  test('are looked for with one statement if none is due', async () => {
    const own = await createDatabase('template1');
    const options = { url: own.url, report: (error: unknown) => reported.push(error) };
    await (await openSimulator(options)).stop();
    const pool = new pg.Pool({ connectionString: own.url });
    const querySpy = vi.spyOn(pool, 'query');
    const delivery = startDelivery(pool, {
      take: async () => undefined,
      report: options.report,
      isHeld: () => false,
    });
    await wait(900);
    await delivery.end();
    expect(querySpy.mock.calls.length).toBeGreaterThan(1);
    // The first query resets times; then one runs at once and one each quarter of a second.
    expect(querySpy.mock.calls.length).toBeLessThan(7);
    expect(reported).toEqual([]);
    await pool.end();
    await own.drop();
  });

  test('are withdrawn by evidence entered by hand', async () => {
    const simulator = await open();
    const noticesOf = await listen(simulator);
    const [proven, other] = [aSubmission('sim:uncertain:paid'), aSubmission('sim:uncertain:paid')];
    await simulator.submit(proven);
    await simulator.setOutcome(proven.reference, 'not_executed', 'by_hand');
    await simulator.submit(other);
    await expect.poll(() => noticesOf(other.reference).length, { timeout: 3_000 }).toBe(1);
    expect(noticesOf(proven.reference)).toEqual([]);
    expect((await simulator.lookUp([proven.reference])).get(proven.reference)).toEqual({
      outcome: 'not_executed',
      code: 'by_hand',
    });
  });

  test('evidence entered before the answer becomes the answer', async () => {
    const simulator = await open();
    const [never, paid] = [aSubmission('sim:slow:3000'), aSubmission('sim:slow:3000 sim:fail')];
    const answers = Promise.all([never, paid].map((each) => simulator.submit(each)));
    await expect
      .poll(() => Promise.all([never, paid].map(({ reference }) => simulator.isAnswering(reference))))
      .toEqual([true, true]);
    await simulator.setOutcome(never.reference, 'not_executed', 'by_hand');
    await simulator.setOutcome(paid.reference, 'paid');
    const { amount, currency } = paid;
    expect(await answers).toMatchObject([
      { outcome: 'refused', code: 'by_hand' },
      { outcome: 'paid', amount, currency },
    ]);
  });

  test('a returned payment is not paid again by later evidence', async () => {
    const simulator = await open();
    const { reference, amount, currency, ...submission } = aSubmission('sim:hold');
    await simulator.submit({ reference, amount, currency, ...submission });
    for (const outcome of ['paid', 'returned', 'paid'] as const)
      await simulator.setOutcome(reference, outcome);
    const findings = await simulator.lookUp([reference]);
    expect(findings.get(reference)).toMatchObject({ outcome: 'returned', amount, currency });
  });

  test('are finished before the stop', async () => {
    const simulator = await open();
    const submission = aSubmission('sim:uncertain:paid');
    let began = false;
    let ended = false;
    await simulator.start(async (notices) => {
      if (!notices.some((notice) => idOf(notice) === submission.reference)) return;
      began = true;
      await new Promise((resolve) => setTimeout(resolve, 100));
      ended = true;
    });
    await simulator.submit(submission);
    await expect.poll(() => began, { timeout: 3_000 }).toBe(true);
    await simulator.stop();
    expect(ended).toBe(true);
    const { rows } = await admin.query(
      'select 1 from simulator.notice where reference = $1 and delivered_at is null',
      [submission.reference],
    );
    expect(rows).toEqual([]);
  });

  test('are delivered by one loop only', async () => {
    const simulator = await open();
    await listen(simulator);
    await expect(listen(simulator)).rejects.toThrow('already');
  });
});

describe('funding accounts', () => {
  const instructionsOf = async (ask: { method: string; currency: string; amount?: string }) => {
    const simulator = await open();
    const { amount, ...rest } = ask;
    const submission = {
      ...rest,
      reference: aReference(),
      ...(amount !== undefined && { amount: exact(amount) }),
    };
    const opening = await simulator.openFundingAccount(submission);
    return opening.outcome === 'opened' ? opening.instructions : {};
  };

  test('of pix have a code with a checksum and a PNG', async () => {
    const instructions = await instructionsOf({ method: 'pix', currency: 'BRL', amount: '12.5' });
    expect(Object.keys(instructions)).toEqual([
      'amount',
      'currency',
      'copy_paste_code',
      'qr_code_image_base64',
    ]);
    const code = instructions.copy_paste_code ?? '';
    expect(code).toMatch(
      /^00020101021226.*pix\.sandbox\.invalid\/[0-9a-f]{26}.*540512\.505802BR.*6304[0-9A-F]{4}$/,
    );
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
    const image = Buffer.from(instructions.qr_code_image_base64 ?? '', 'base64');
    expect(image.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  });

  test('of spei have a valid CLABE', async () => {
    for (let account = 0; account < 20; account += 1) {
      const { bank_account: clabe = '' } = await instructionsOf({ method: 'spei', currency: 'MXN' });
      const sum = Array.from(clabe, (digit, at) => (Number(digit) * [3, 7, 1][at % 3]!) % 10);
      expect([clabe.length, sum.reduce((a, b) => a + b) % 10]).toEqual([18, 0]);
    }
  });

  test('for several payments do not say that the code is for one', async () => {
    const { copy_paste_code: code } = await instructionsOf({ method: 'pix', currency: 'BRL' });
    expect(code).toMatch(/^00020126/);
  });

  test.each([
    ['bank_transfer', 'PEN', /^0{6}[0-9]{14}$/],
    ['spei', 'MXN', /^0{6}[0-9]{12}$/],
    ['ach', 'USD', /^0{6}[0-9]{11}$/],
  ])('of %s have an account of no real bank and a reference', async (method, currency, account) => {
    const instructions = await instructionsOf({ method, currency });
    expect(instructions).toEqual({
      bank_account: expect.stringMatching(account) as string,
      reference: expect.stringMatching(/^SBX[0-9A-F]{10}$/) as string,
      bank_name: 'Sandbox Bank',
      account_holder: 'Sandbox account holder',
    });
  });

  test('concurrent deposits are recorded in sets, equal ones once', async () => {
    const simulator = await open();
    const deposits = Array.from({ length: 200 }, () => aDeposit());
    const notices = await Promise.all(
      [...deposits, ...deposits].map((deposit) => simulator.deposit(deposit)),
    );
    const references = notices.map((notice) => notice.paymentReference);
    expect(new Set(references).size).toBe(200);
    expect(references.slice(0, 200)).toEqual(references.slice(200));
    const confirmations = await simulator.confirmPayins(references);
    expect(new Set([...confirmations.values()].map((one) => one.outcome))).toEqual(new Set(['confirmed']));
  });

  test('payments are looked up by key, however many there are', async () => {
    const own = await createDatabase('template1');
    const simulator = await open(own.url);
    const { paymentReference } = await simulator.deposit(aDeposit());
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    await client.query(`insert into simulator.payment select p.reference || n, p.funding_reference,
        p.bank_reference || n, p.amount, p.currency, p.outcome, p.due_at, p.repeats
      from simulator.payment p, generate_series(1, 2000) n`);
    const references = Array.from({ length: 100 }, (_, n) => `${paymentReference}${n + 1}`);
    expect((await simulator.confirmPayins(references)).get(`${paymentReference}1`)).toMatchObject({
      outcome: 'confirmed',
    });
    const read = async () => {
      const { rows } = await client.query<{ scanned: string; fetched: string }>(
        `select seq_tup_read as scanned, idx_tup_fetch as fetched from pg_stat_user_tables
          where schemaname = 'simulator' and relname = 'payment'`,
      );
      return { scanned: Number(rows[0]?.scanned), fetched: Number(rows[0]?.fetched) };
    };
    // PostgreSQL reports a connection's statistics when it ends.
    await simulator.stop();
    await expect.poll(async () => (await read()).fetched).toBeGreaterThanOrEqual(100);
    expect((await read()).scanned).toBeLessThan(100);
    await client.end();
    await own.drop();
  });
});

/** CRC-16/CCITT-FALSE with a nibble table: another algorithm than the one under test. */
function crc16(text: string): string {
  const table = Array.from({ length: 16 }, (_, nibble) => (nibble * 0x1021) & 0xffff);
  const crc = Array.from(Buffer.from(text), (byte) => [byte >> 4, byte & 15])
    .flat()
    .reduce((sum, nibble) => ((sum << 4) & 0xffff) ^ (table[(sum >> 12) ^ nibble] ?? 0), 0xffff);
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
