import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exact } from '../../src/domain/money.js';
import type {
  Notice,
  Provider,
  Receipt,
  SandboxBank,
  SandboxDeposit,
  Submission,
} from '../../src/ports/provider.js';
import type { StatementLine, StatementPage } from '../../src/ports/statement.js';

/** A provider that follows `sim:` tags, its bank, and a record of every call. */
export interface ProviderRig {
  provider: Provider;
  bank: SandboxBank;
  calls(): Promise<{ reference: string; count: number }[]>;
  /** The receipt of an order that is never sent; by default made with a `sim:` tag. */
  unsent?: (submission: Submission) => Promise<Receipt>;
  /** Which orders its record contains. */
  readonly recorded: 'every order' | 'what was paid';
  /** The result of a repeat with another body, depending on whether bodies are compared. */
  readonly otherBody: 'first answer' | 'uncertain';
  /** Stops provider and bank; their records are still there after the next `open`. */
  close(): Promise<void>;
}

export const aReference = (): string => randomBytes(13).toString('hex');

export function aSubmission(memo: string | undefined, over: Partial<Submission> = {}): Submission {
  return {
    reference: aReference(),
    accountId: 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y',
    kind: 'payout',
    method: 'bank_transfer',
    amount: exact('120.50'),
    currency: 'PEN',
    details: { account_number: '00000000000000000000' },
    sendBy: new Date(Date.now() + 10_000),
    ...(memo !== undefined && { memo }),
    ...over,
  };
}

export function aDeposit(over: Partial<SandboxDeposit> = {}): SandboxDeposit {
  return {
    fundingReference: aReference(),
    bankReference: aReference(),
    amount: exact('80'),
    currency: 'BRL',
    outcome: 'completed',
    delayMs: 0,
    ...over,
  };
}

/** Amounts as text, so that equal values compare equal and failures are readable. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) =>
      key === 'reason' ? 'said' : key === 'trace' ? undefined : part,
    ),
  );
}

/** Starts the delivery and collects all notices. */
export async function listen(provider: Provider): Promise<(reference: string) => Notice[]> {
  const received: Notice[] = [];
  await provider.start(async (notices) => {
    received.push(...notices);
  });
  return (reference) =>
    received.filter(
      (notice) => (notice.type === 'operation' ? notice.reference : notice.paymentReference) === reference,
    );
}

const paid = { outcome: 'paid', amount: '120.5', currency: 'PEN' };
const uncertain = { outcome: 'uncertain', reason: 'said' };
const notSent = { outcome: 'not_sent', reason: 'said' };
const patience = { timeout: 3_000, interval: 10 };

/** The contract of every provider adapter (supplement §7). `open` may be called again after `close`. */
export function providerSuite(name: string, open: () => Promise<ProviderRig>): void {
  describe(`${name}: answers`, () => {
    let rig: ProviderRig;
    let noticesOf: (reference: string) => Notice[];

    beforeAll(async () => {
      rig = await open();
      noticesOf = await listen(rig.provider);
    });
    afterAll(() => rig.close());

    const findingOf = async (reference: string) =>
      plain((await rig.provider.lookUp([reference])).get(reference));
    const confirmationOf = async (reference: string) =>
      plain((await rig.provider.confirmPayins([reference])).get(reference));
    // Some providers also report a payment when it is made.
    const resultsOf = (reference: string) =>
      noticesOf(reference).filter(({ type }) => type === 'payment_result');
    const countOf = async (reference: string) =>
      (await rig.calls()).find((call) => call.reference === reference)?.count ?? 0;

    test.each([
      [undefined, paid, paid],
      ['July salaries', paid, paid],
      ['sim:paid', paid, paid],
      ['sim:queue:5 sim:review sim:constructor', paid, paid],
      ['sim:mismatch', { ...paid, amount: '120.51' }, { ...paid, amount: '120.51' }],
      ['sim:slow:1', paid, paid],
      ['sim:hold', { outcome: 'accepted' }, { outcome: 'in_flight' }],
      ['sim:fail', refused('provider_rejected'), notExecuted('provider_rejected')],
      ['sim:fail:account_closed', refused('account_closed'), notExecuted('account_closed')],
      ['sim:uncertain', uncertain, { outcome: 'unknown' }],
    ])('memo %s is answered and then found accordingly', async (memo, receipt, finding) => {
      const submission = aSubmission(memo);
      expect(plain(await rig.provider.submit(submission))).toEqual(receipt);
      expect(await findingOf(submission.reference)).toEqual(finding);
      expect(await countOf(submission.reference)).toBe(1);
    });

    test.each([
      ['sim:fail:late', refused('provider_rejected'), paid],
      ['sim:uncertain:paid', uncertain, paid],
      ['sim:uncertain:fail', uncertain, notExecuted('simulated_failure')],
      ['sim:return', paid, { ...paid, outcome: 'returned' }],
    ])(
      'memo %s is answered, a later notice differs, and look-ups agree with the notice',
      async (memo, receipt, ending) => {
        const submission = aSubmission(memo);
        expect(plain(await rig.provider.submit(submission))).toEqual(receipt);
        await expect.poll(() => noticesOf(submission.reference).length, patience).toBeGreaterThan(0);
        const [notice] = noticesOf(submission.reference);
        expect(plain(notice)).toMatchObject({ type: 'operation', ...ending });
        expect(await findingOf(submission.reference)).toEqual(ending);
      },
    );

    test.each([
      ['Ana Torres', { result: 'match', holderHint: 'A** T*****' }],
      ['Ana Torres sim:payee:close_match', { result: 'close_match', holderHint: 'A** T*****' }],
      ['Ana Torres sim:payee:no_match', { result: 'no_match', holderHint: 'A****** H*****' }],
      ['Ana Torres sim:payee:not_possible', { result: 'not_possible' }],
      ['Ana Torres sim:payee:nonsense', { result: 'match', holderHint: 'A** T*****' }],
    ])('the payee check of %s', async (name, answer) => {
      const ask = { method: 'bank_transfer', currency: 'PEN', details: { name } };
      expect(await rig.provider.checkPayee(ask)).toEqual(answer);
    });

    test('an attempt that was not sent leaves no trace', async () => {
      const submission = aSubmission('sim:unsent');
      const unsent = rig.unsent ?? ((each) => rig.provider.submit(each));
      expect(plain(await unsent(submission))).toMatchObject(notSent);
      expect(await findingOf(submission.reference)).toEqual({ outcome: 'not_found' });
      expect(await countOf(submission.reference)).toBe(0);
    });

    test('nothing is executed after send_by', async () => {
      const submission = aSubmission(undefined, { sendBy: new Date(Date.now() - 1) });
      expect(await rig.provider.submit(submission)).toEqual({ outcome: 'too_late' });
      expect(await findingOf(submission.reference)).toEqual({ outcome: 'not_found' });
      expect(await countOf(submission.reference)).toBe(0);
    });

    test.each([
      [undefined, paid],
      ['sim:fail:account_closed', refused('account_closed')],
      ['sim:hold', { outcome: 'accepted' }],
      ['sim:uncertain', uncertain],
    ])('a repeat with memo %s is recorded and gets the first outcome', async (memo, receipt) => {
      const submission = aSubmission(memo);
      await rig.provider.submit(submission);
      expect(plain(await rig.provider.submit(submission))).toEqual(receipt);
      expect(await countOf(submission.reference)).toBe(2);
    });

    test('a repeat with another body is not a new order', async () => {
      const submission = aSubmission(undefined);
      await rig.provider.submit(submission);
      const others = { memo: 'sim:fail:other', amount: exact('7') };
      const again = plain(await rig.provider.submit({ ...submission, ...others }));
      expect(again).toEqual(rig.otherBody === 'first answer' ? paid : uncertain);
      expect(await findingOf(submission.reference)).toEqual(paid);
    });

    test('concurrent equal submissions are one operation', async () => {
      const submission = aSubmission('sim:uncertain:paid');
      const receipts = await Promise.all([1, 2, 3, 4].map(() => rig.provider.submit(submission)));
      expect(receipts.map((receipt) => receipt.outcome)).toEqual(Array(4).fill('uncertain'));
      expect(await countOf(submission.reference)).toBe(4);
      await expect.poll(() => noticesOf(submission.reference).length, patience).toBeGreaterThan(0);
      expect(new Set(noticesOf(submission.reference).map((notice) => notice.id)).size).toBe(1);
    });

    test('a slow answer is recorded before it is sent', async () => {
      const submission = aSubmission('sim:slow:800');
      const answer = rig.provider.submit(submission);
      await expect.poll(() => findingOf(submission.reference), patience).toEqual({ outcome: 'in_flight' });
      expect(plain(await answer)).toEqual(paid);
      expect(await findingOf(submission.reference)).toEqual(paid);
    });

    test('a notice can arrive before the answer to its submission', async () => {
      const submission = aSubmission('sim:slow:1500 sim:uncertain:paid');
      const order: string[] = [];
      const answered = rig.provider.submit(submission).then((receipt) => order.push(receipt.outcome));
      await expect.poll(() => noticesOf(submission.reference).length, patience).toBeGreaterThan(0);
      order.push('notice');
      await answered;
      expect(order).toEqual(['notice', 'uncertain']);
    });

    test('look-ups answer for every reference', async () => {
      const submission = aSubmission(undefined);
      await rig.provider.submit(submission);
      const stranger = aReference();
      const findings = await rig.provider.lookUp([submission.reference, stranger]);
      expect([...findings].map(([reference, finding]) => [reference, finding.outcome])).toEqual([
        [submission.reference, 'paid'],
        [stranger, 'not_found'],
      ]);
      expect(await rig.provider.lookUp([])).toEqual(new Map());
    });

    test('its record contains its orders, as look-ups report them', async () => {
      const submissions = ['sim:paid', 'sim:fail', 'sim:uncertain', 'sim:hold'].map((memo) =>
        aSubmission(memo),
      );
      for (const each of submissions) await rig.provider.submit(each);
      const orders = new Map<string, unknown>();
      let after: string | undefined;
      do {
        const page = await rig.provider.orders(after);
        for (const [reference, finding] of page.orders) orders.set(reference, plain(finding));
        after = page.next;
      } while (after !== undefined);
      const found = submissions.map(({ reference }) => orders.get(reference));
      const others = ['not_executed', 'unknown', 'in_flight'].map((outcome) =>
        rig.recorded === 'every order' ? (expect.objectContaining({ outcome }) as unknown) : undefined,
      );
      expect(found).toEqual([expect.objectContaining(paid), ...others]);
    });

    test.each([
      ['sim:uncertain', 'paid', undefined, paid],
      ['sim:hold', 'not_executed', 'no_such_account', notExecuted('no_such_account')],
      ['sim:paid', 'returned', undefined, { ...paid, outcome: 'returned' }],
    ] as const)(
      'evidence on memo %s, %s, becomes the bank’s own record',
      async (memo, outcome, code, finding) => {
        const submission = aSubmission(memo);
        await rig.provider.submit(submission);
        await rig.bank.setOutcome(submission.reference, outcome, code);
        expect(await findingOf(submission.reference)).toEqual(finding);
      },
    );

    test('opening a funding account twice gives the same instructions', async () => {
      const ask = { reference: aReference(), method: 'bank_transfer', currency: 'PEN' };
      const opening = await rig.provider.openFundingAccount(ask);
      expect(opening.outcome).toBe('opened');
      expect(await rig.provider.openFundingAccount(ask)).toEqual(opening);
      await rig.provider.closeFundingAccount(ask.reference);
      await rig.provider.closeFundingAccount(ask.reference);
      await rig.provider.closeFundingAccount(aReference());
    });

    test('instructions state the amount and the deadline of a one-payment account', async () => {
      const expiresAt = new Date('2026-11-20T12:00:00.000Z');
      const ask = { method: 'pix', currency: 'BRL', amount: exact('1250.5'), expiresAt };
      const opening = await rig.provider.openFundingAccount({ ...ask, reference: aReference() });
      expect(opening).toMatchObject({
        instructions: {
          amount: '1250.50',
          currency: 'BRL',
          copy_paste_code: expect.stringContaining('br.gov.bcb.pix') as string,
          expires_at: '2026-11-20T12:00:00.000Z',
        },
      });
    });

    test.each([
      ['10.91', 'provider_rejected'],
      ['10.92', 'provider_unavailable'],
      ['10.93', 'provider_amount_mismatch'],
      ['10.94', 'no_route'],
    ])('a funding account of %s is refused with %s', async (amount, code) => {
      const ask = { reference: aReference(), method: 'spei', currency: 'MXN', amount: exact(amount) };
      expect(await rig.provider.openFundingAccount(ask)).toEqual({ outcome: 'refused', code });
    });

    test('the same bank reference twice on a funding account is one payment', async () => {
      const deposit = aDeposit();
      const notice = await rig.bank.deposit(deposit);
      expect(plain(notice)).toMatchObject({ type: 'payment', amount: '80', currency: 'BRL' });
      expect(notice).toMatchObject({
        fundingReference: deposit.fundingReference,
        bankReference: deposit.bankReference,
      });
      const again = await rig.bank.deposit({ ...deposit, amount: exact('90') });
      expect(plain(again)).toEqual({ ...(plain(notice) as object), amount: '90' });
      const elsewhere = await rig.bank.deposit({ ...deposit, fundingReference: aReference() });
      expect(elsewhere.paymentReference).not.toBe(notice.paymentReference);
    });

    test('its record contains every payment', async () => {
      const notice = await rig.bank.deposit(aDeposit());
      const notices: unknown[] = [];
      let after: string | undefined;
      do {
        const page = await rig.provider.payments(after);
        notices.push(...page.notices.map(plain));
        after = page.next;
      } while (after !== undefined);
      const { id: _id, contradicts: _contradicts, ...payment } = plain(notice) as Record<string, unknown>;
      expect(notices).toContainEqual(expect.objectContaining(payment));
    });

    test('the bank reference is the same in the answer, the look-up, the notice and the statement lines', async () => {
      const submission = aSubmission('sim:return');
      const receipt = await rig.provider.submit(submission);
      const { trace } = receipt;
      expect(trace).toEqual({
        kind: 'operation_number',
        value: expect.stringMatching(/^\d{10}$/) as string,
      });
      await expect.poll(() => noticesOf(submission.reference).length, patience).toBeGreaterThan(0);
      expect(noticesOf(submission.reference)[0]?.trace).toEqual(trace);
      const findings = await rig.provider.lookUp([submission.reference]);
      expect(findings.get(submission.reference)?.trace).toEqual(trace);
      const notice = await rig.bank.deposit(aDeposit());
      const confirmed = await rig.provider.confirmPayins([notice.paymentReference]);
      expect(confirmed.get(notice.paymentReference)?.trace).toEqual(notice.trace);
      const lines: StatementLine[] = [];
      for (let after: string | undefined, hasMore = true; hasMore;) {
        const page: StatementPage = await rig.provider.statement(after);
        lines.push(...page.lines);
        ({ next: after, hasMore } = page);
      }
      const tracesOf = (reference: string) =>
        lines.filter((line) => line.reference === reference).map((line) => line.trace);
      expect(tracesOf(submission.reference)).toEqual([trace, trace]);
      expect(tracesOf(notice.paymentReference)).toEqual([notice.trace]);
    });

    test.each([
      ['not executed', 'sim:fail'],
      ['of unknown end', 'sim:uncertain'],
    ])('an order that is %s has no bank reference', async (_what, memo) => {
      const submission = aSubmission(memo);
      const { trace } = await rig.provider.submit(submission);
      const findings = await rig.provider.lookUp([submission.reference]);
      expect([trace, findings.get(submission.reference)?.trace]).toEqual([undefined, undefined]);
    });

    test('its statement contains what it moved, each line once and in number order', async () => {
      const submissions = ['sim:paid', 'sim:fail', 'sim:hold', 'sim:mismatch', 'sim:return'].map((memo) =>
        aSubmission(memo),
      );
      for (const each of submissions) await rig.provider.submit(each);
      const returned = submissions.at(-1)?.reference ?? '';
      await expect.poll(() => noticesOf(returned).length, patience).toBeGreaterThan(0);
      const deposits = [aDeposit(), aDeposit({ outcome: 'reversed' }), aDeposit({ outcome: 'failed' })];
      const notices = await Promise.all(deposits.map((each) => rig.bank.deposit(each)));
      const lines: StatementLine[] = [];
      for (let after: string | undefined, hasMore = true; hasMore;) {
        const page: StatementPage = await rig.provider.statement(after);
        expect(page.lines.every(({ sequence }) => sequence <= page.closed)).toBe(true);
        lines.push(...page.lines);
        ({ next: after, hasMore } = page);
      }
      const numbers = lines.map(({ sequence }) => sequence);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => Number(one - other)));
      const entriesOf = (reference: string | undefined) =>
        lines
          .filter((line) => line.reference === reference)
          .map(
            (line) =>
              `${line.kind} ${line.amount.toFixed()} ${line.currency} ${line.accountId ?? line.payment?.bankReference}`,
          );
      const forUs = 'PEN acct_01k9zq3v5e8x7m2n4p6r8t0w1y';
      expect(submissions.map(({ reference }) => entriesOf(reference))).toEqual([
        [`order 120.5 ${forUs}`],
        [],
        [],
        [`order 120.51 ${forUs}`],
        [`order 120.5 ${forUs}`, `order_returned 120.5 ${forUs}`],
      ]);
      const [plainly, reversed] = deposits.map(({ bankReference }) => `80 BRL ${bankReference}`);
      expect(notices.map(({ paymentReference }) => entriesOf(paymentReference))).toEqual([
        [`payment ${plainly}`],
        [`payment ${reversed}`, `payment_reversed ${reversed}`],
        [],
      ]);
      expect((await rig.provider.statement(String(numbers.at(-1)))).lines).toEqual([]);
    });

    const confirmed = { outcome: 'confirmed', amount: '80', currency: 'BRL' };
    test.each([
      ['completed', 0, confirmed],
      ['completed', 60_000, { outcome: 'pending' }],
      ['failed', 0, { outcome: 'not_confirmed', code: 'not_confirmed' }],
      ['reversed', 0, confirmed],
    ] as const)(
      'a payment %s after %i ms is confirmed accordingly',
      async (outcome, delayMs, confirmation) => {
        const { paymentReference } = await rig.bank.deposit(aDeposit({ outcome, delayMs }));
        expect(await confirmationOf(paymentReference)).toEqual(confirmation);
      },
    );

    test('an unknown payment is not confirmed', async () => {
      expect(await confirmationOf(aReference())).toEqual({ outcome: 'not_confirmed', code: 'not_confirmed' });
    });

    test.each(['completed', 'failed', 'reversed'] as const)(
      'a delayed payment that is %s is reported when the bank has decided',
      async (outcome) => {
        const { paymentReference } = await rig.bank.deposit(aDeposit({ outcome, delayMs: 50 }));
        await expect.poll(() => resultsOf(paymentReference).length, patience).toBeGreaterThan(0);
        expect(resultsOf(paymentReference)[0]).toMatchObject({ outcome: 'settled' });
        expect(await confirmationOf(paymentReference)).not.toEqual({ outcome: 'pending' });
      },
    );

    test.each([
      ['completed', 'failed', { outcome: 'not_confirmed', code: 'not_confirmed' }],
      ['failed', 'completed', confirmed],
    ] as const)(
      'a payment that the bank has %s and that is set to %s changes a moment later, with a notice',
      async (first, then, confirmation) => {
        const deposit = aDeposit({ outcome: first });
        const { paymentReference, contradicts } = await rig.bank.deposit(deposit);
        const before = await confirmationOf(paymentReference);
        const notice = await rig.bank.deposit({ ...deposit, outcome: then });
        expect([contradicts, notice.contradicts, notice.outcome]).toEqual([false, true, then]);
        expect(await confirmationOf(paymentReference)).toEqual(before);
        await expect.poll(() => resultsOf(paymentReference).length, patience).toBe(1);
        expect(resultsOf(paymentReference)[0]).toMatchObject({ outcome: 'settled' });
        expect(await confirmationOf(paymentReference)).toEqual(confirmation);
        expect((await rig.bank.deposit({ ...deposit, outcome: then })).contradicts).toBe(false);
      },
    );

    test('an undecided payment gets the outcome set last', async () => {
      const deposit = aDeposit({ delayMs: 200 });
      const { paymentReference } = await rig.bank.deposit(deposit);
      expect((await rig.bank.deposit({ ...deposit, outcome: 'failed' })).contradicts).toBe(false);
      await expect.poll(() => resultsOf(paymentReference).length, patience).toBe(1);
      expect(await confirmationOf(paymentReference)).toMatchObject({ outcome: 'not_confirmed' });
    });

    test('a reversed payment is first confirmed and then reported reversed', async () => {
      const { paymentReference } = await rig.bank.deposit(aDeposit({ outcome: 'reversed' }));
      expect(await confirmationOf(paymentReference)).toEqual(confirmed);
      await expect.poll(() => resultsOf(paymentReference).length, patience).toBeGreaterThan(0);
      expect(resultsOf(paymentReference)[0]).toMatchObject({ outcome: 'reversed' });
    });
  });

  noticeSuite(name, open);
}

function noticeSuite(name: string, open: () => Promise<ProviderRig>): void {
  describe(`${name}: notices`, () => {
    test('a notice that is not accepted comes again, with the same id', async () => {
      const rig = await open();
      const submission = aSubmission('sim:uncertain:paid');
      const seen: string[] = [];
      await rig.provider.start(async (notices) => {
        const ours = notices.filter(
          (notice) => 'reference' in notice && notice.reference === submission.reference,
        );
        seen.push(...ours.map((notice) => notice.id));
        if (ours.length > 0 && seen.length < 3) throw new Error('not this time');
      });
      await rig.provider.submit(submission);
      await expect.poll(() => seen.length, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(3);
      expect(new Set(seen).size).toBe(1);
      await rig.close();
    });

    test('notices due during a restart come after it, and accepted ones do not', async () => {
      const before = await open();
      const noticesBefore = await listen(before.provider);
      const taken = aSubmission('sim:uncertain:paid');
      await before.provider.submit(taken);
      await expect.poll(() => noticesBefore(taken.reference).length, patience).toBe(1);
      const waiting = aSubmission('sim:uncertain:fail');
      await before.provider.submit(waiting);
      await before.close();

      const after = await open();
      const noticesAfter = await listen(after.provider);
      await expect.poll(() => noticesAfter(waiting.reference).length, patience).toBe(1);
      expect(noticesAfter(taken.reference)).toEqual([]);
      const findings = await after.provider.lookUp([taken.reference, waiting.reference]);
      expect([...findings.values()].map((finding) => finding.outcome)).toEqual(['paid', 'not_executed']);
      await after.close();
    });
  });
}

function refused(code: string): object {
  return { outcome: 'refused', code };
}

function notExecuted(code: string): object {
  return { outcome: 'not_executed', code };
}
