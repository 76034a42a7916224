import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Journal } from '../../connectors/protocol/journal.ts';
import { Outbox } from '../../connectors/iso20022/outbox.ts';
import { creditorReferenceOf } from '../../connectors/iso20022/reference.ts';
import { tables } from '../../connectors/iso20022/tables.ts';
import type { Transport } from '../../connectors/iso20022/transport.ts';
import { account, fast, order, World } from './iso20022-world.ts';

let world: World;
afterEach(() => world.close());

const onlyFile = (): string => world.theirs.files[0]?.text ?? '';

describe('files to the bank', () => {
  test("orders of a minute form one file with its sums, in the bank's characters", async () => {
    world = await World.open(fast({ credit_transfer: { gather_seconds: 60 } }));
    for (const [at, amount] of ['10.00', '0.01', '123456789012.99'].entries())
      await world.bank.submit(`p-${at}`, order({ amount }), false);
    world.outbox.collect(new Date());
    expect(world.journal.all('select id from file_out')).toEqual([]);
    world.outbox.collect(new Date(Date.now() + 61_000));
    await world.outbox.deliver(world.transport);
    world.theirs.take();
    expect(world.theirs.files).toHaveLength(1);
    expect(onlyFile()).toContain('<NbOfTxs>3</NbOfTxs><CtrlSum>123456789023.00</CtrlSum>');
    expect(onlyFile()).toContain('<Nm>Maria Nunez</Nm>');
    expect(onlyFile()).toContain('<Nm>Example Pagos + Cia</Nm>');
    expect(onlyFile()).toContain('<Ustrd>Factura 7 + mas</Ustrd>');
    expect(await world.outcome('p-0')).toBe('in_flight');
  });

  test('a full file is sent at once, and further orders go into the next one', async () => {
    world = await World.open(fast({ credit_transfer: { gather_seconds: 3_600, transactions_most: 2 } }));
    for (const each of ['a', 'b', 'c']) await world.bank.submit(each, order(), false);
    world.outbox.collect(new Date());
    expect(world.journal.all('select state, count(*) as count from payment_order group by state')).toEqual([
      { state: 'filed', count: 2 },
      { state: 'queued', count: 1 },
    ]);
  });

  test('orders of a method that the profile no longer has wait, and others are sent', async () => {
    world = await World.open();
    await world.bank.submit('old', order(), false);
    world.journal.run("update payment_order set method = 'old'");
    await world.bank.submit('new', order(), false);
    expect(() => world.outbox.collect(new Date())).toThrow('the profile no longer has old in MXN');
    expect(world.journal.all('select reference, state from payment_order order by reference')).toEqual([
      { reference: 'new', state: 'filed' },
      { reference: 'old', state: 'queued' },
    ]);
  });

  test.each([
    ['an account that is no number', { details: { name: 'Ana', clabe: 'x@y' } }, 'creditor_account_invalid'],
    ['no name', { details: { clabe: '032180000118359719' } }, 'creditor_name_missing'],
    ['another method', { method: 'pix' }, 'method_not_offered'],
    [
      'a refund of an unknown payment',
      { kind: 'refund' as const, details: { payment_reference: 'none' } },
      'payment_not_found',
    ],
  ])('an order with %s is refused and never sent', async (_what, over, code) => {
    world = await World.open();
    expect(await world.bank.submit('p', order(over), false)).toEqual({ outcome: 'refused', code });
    world.outbox.collect(new Date());
    expect(world.journal.all('select id from file_out')).toEqual([]);
    expect(await world.outcome('p')).toBe('not_executed');
  });
});

/** Simulates the end of the process at one call: before or after its effect. Later calls have no effect. */
function dyingTransport(transport: Transport, dieAt: number, isAfter: boolean): Transport {
  let calls = 0;
  const wrapped = (name: 'put' | 'sizeOf' | 'rename') => {
    const call = transport[name].bind(transport) as (...args: unknown[]) => Promise<unknown>;
    return async (...args: unknown[]): Promise<unknown> => {
      calls += 1;
      if (calls > dieAt || (calls === dieAt && !isAfter)) throw new Error('killed');
      const result = await call(...args);
      if (calls === dieAt) throw new Error('killed');
      return result;
    };
  };
  return {
    ...transport,
    put: wrapped('put'),
    sizeOf: wrapped('sizeOf'),
    rename: wrapped('rename'),
  } as Transport;
}

describe('a process that ends at any step of an upload', () => {
  const steps = [1, 2, 3].flatMap((step) => [true, false].map((isAfter) => [step, isAfter] as const));
  test.each(steps.flatMap((each) => [true, false].map((isTaken) => [...each, isTaken] as const)))(
    'at call %i (after its effect: %s), the bank has taken the file: %s',
    async (dieAt, isAfter, isTaken) => {
      world = await World.open();
      await world.bank.submit('p', order(), false);
      world.outbox.collect(new Date());
      const dying = dyingTransport(world.transport, dieAt, isAfter);
      await expect(world.outbox.deliver(dying)).rejects.toThrow('killed');
      if (isTaken) world.theirs.take();
      // The next process has only the journal and the folders.
      const { settings, profile } = world.configuration;
      const next = new Outbox(world.journal, settings, profile);
      for (let round = 0; round < 2; round += 1) {
        next.collect(new Date());
        await next.deliver(world.transport);
        world.theirs.take();
      }
      expect(world.theirs.counts()).toEqual([1]);
      expect(world.journal.all('select state from file_out')).toEqual([{ state: 'delivered' }]);
    },
  );

  test('never replaces a file of another sender with our name', async () => {
    world = await World.open();
    await world.bank.submit('p', order(), false);
    world.outbox.collect(new Date());
    const [{ name }] = world.journal.all<{ name: string }>('select name from file_out') as [{ name: string }];
    writeFileSync(join(world.home, 'out', name), 'another');
    await expect(world.outbox.deliver(world.transport)).rejects.toThrow('exists already');
    expect(readFileSync(join(world.home, 'out', name), 'utf8')).toBe('another');
    expect(world.report()['stuck']).toHaveLength(1);
  });
});

describe('status reports', () => {
  const statuses = (group: string, transfer?: string, reason?: string) => async (): Promise<void> => {
    const [first] = world.theirs.transfers;
    if (first === undefined) throw new Error('nothing was sent');
    const { messageId, endToEndId } = first;
    const items =
      transfer === undefined
        ? []
        : [{ id: endToEndId, status: transfer, ...(reason !== undefined && { reason }) }];
    world.theirs.answer(messageId, group, items);
    await world.read();
  };

  test.each([
    ['a file that is received', statuses('RCVD'), 'in_flight', 'in_flight'],
    ['a file that is accepted', statuses('ACCP'), 'in_flight', 'in_flight'],
    ['a file that is in settlement', statuses('ACSP'), 'in_flight', 'in_flight'],
    ['a file that is rejected', statuses('RJCT'), 'not_executed', 'not_executed'],
    ['one transfer that is rejected', statuses('PART', 'RJCT', 'AC04'), 'not_executed', 'in_flight'],
    [
      'one transfer that is settled, by a bank whose word is no proof',
      statuses('ACSP', 'ACSC'),
      'in_flight',
      'in_flight',
    ],
  ])('%s', async (_what, happens, first, second) => {
    world = await World.open();
    await world.send('a', 'b');
    const [sent] = world.theirs.transfers;
    const isFirst =
      sent?.endToEndId ===
      world.journal.one<{ id: string }>("select end_to_end_id as id from payment_order where reference = 'a'")
        ?.id;
    await happens();
    expect([await world.outcome(isFirst ? 'a' : 'b'), await world.outcome(isFirst ? 'b' : 'a')]).toEqual([
      first,
      second,
    ]);
  });

  test('a settled transfer is paid if the profile says so', async () => {
    world = await World.open(fast({ status: { paid: ['ACSC'] } }));
    await world.send('a');
    await statuses('ACSP', 'ACSC')();
    expect(await world.outcome('a')).toBe('paid');
    expect(world.notices()).toMatchObject([{ id: 'a:paid', outcome: 'paid', amount: '10.00' }]);
  });

  test('a booked movement overrides a rejection, in either order', async () => {
    world = await World.open();
    await world.send('a', 'b');
    const [first, second] = world.theirs.transfers;
    if (!first || !second) throw new Error('two were sent');
    world.theirs.notify([world.theirs.pay(first)]);
    world.theirs.answer(
      first.messageId,
      'PART',
      [first, second].map(({ endToEndId: id }) => ({ id, status: 'RJCT', reason: 'AC01' })),
    );
    await world.read();
    world.theirs.notify([world.theirs.pay(second)]);
    await world.read();
    expect([await world.outcome('a'), await world.outcome('b')]).toEqual(['paid', 'paid']);
    expect(world.problems().map(({ kind }) => kind)).toEqual(['contradiction', 'contradiction']);
  });

  test('a report about a file that we did not send is set aside', async () => {
    world = await World.open();
    await world.send('a');
    world.theirs.answer('ANOTHER1', 'RJCT');
    await world.read();
    expect(world.files()).toMatchObject([
      { state: 'aside', reason: expect.stringContaining('did not send') as string },
    ]);
    expect(await world.outcome('a')).toBe('in_flight');
  });
});

describe('incoming payments, statements and unexpected content', () => {
  const open = async (reference = 'fund'): Promise<string> => {
    const answer = await world.bank.open(reference, { method: 'spei', currency: 'MXN' });
    if (answer.outcome !== 'opened') throw new Error('it was not opened');
    expect(answer.instructions).toEqual({
      bank_account: account,
      reference: creditorReferenceOf(reference),
      account_holder: 'Exámple Pagos & Cía',
    });
    return creditorReferenceOf(reference);
  };
  const payments = () => world.notices().filter(({ type }) => type === 'payment');

  test('a notice and the statement report one payment, confirmed once', async () => {
    world = await World.open();
    const credit = world.theirs.receive('500.00', await open());
    world.theirs.notify([credit]);
    await world.read();
    world.theirs.notify([credit]);
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(payments()).toMatchObject([{ amount: '500.00', funding_reference: 'fund' }]);
    const [payment] = payments();
    const reference = payment?.type === 'payment' ? payment.payment_reference : '';
    expect((await world.bank.confirm([reference])).get(reference)).toMatchObject({
      outcome: 'confirmed',
      amount: '500.00',
    });
    expect(world.lines().map(({ kind }) => kind)).toEqual(['payment', 'day_closed']);
    expect(world.journal.balances()).toEqual([{ currency: 'MXN', amount: world.theirs.balance }]);
  });

  test('equal payments are two, and a reference in another field does not double one', async () => {
    world = await World.open();
    const code = await open();
    const [one, other] = [world.theirs.receive('7.00', code), world.theirs.receive('7.00', code)];
    const { bankReference: _entryLevel, ...rest } = one;
    const named = {
      ...rest,
      refs: '<UETR>8a562c67-ca16-48ba-b074-65581be6f001</UETR>',
    };
    world.theirs.notify([named, other]);
    await world.read();
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(payments()).toHaveLength(2);
    expect(world.lines().map(({ kind }) => kind)).toEqual(['payment', 'payment', 'day_closed']);
    expect(new Set(world.lines().map(({ reference }) => reference)).size).toBe(3);
  });

  test('two payments with the same reference and amount are two, in one notice, in two notices and in the statement', async () => {
    world = await World.open();
    const { theirs } = world;
    const credit = theirs.receive('7.00', await open());
    const second = theirs.book(credit);
    theirs.notify([credit, second]);
    await world.read();
    expect(payments()).toHaveLength(2);
    // The bank sends it again, together with a third one.
    theirs.notify([credit, second]);
    theirs.notify([theirs.book(credit)]);
    await world.read();
    expect(payments(), 'which may be a repetition').toHaveLength(2);
    theirs.closeDay('2026-11-30');
    theirs.notify([credit, second]);
    await world.read();
    theirs.book(credit);
    theirs.closeDay('2026-12-01');
    await world.read();
    expect(payments()).toHaveLength(4);
    const references = world
      .lines()
      .flatMap(({ kind, reference }) => (kind === 'payment' ? [reference] : []));
    expect([references.length, new Set(references).size]).toEqual([4, 4]);
    const confirmed = await world.bank.confirm(references.map(String));
    expect([...confirmed.values()].map(({ outcome }) => outcome)).toEqual(Array(4).fill('confirmed'));
  });

  test('each of two payments with the same reference can be reversed once; another amount is a problem', async () => {
    world = await World.open();
    const { theirs } = world;
    const credit = theirs.receive('7.00', await open());
    theirs.book(credit);
    const reversal = { ...credit, direction: 'DBIT', isReversal: true } as const;
    theirs.closeDay('2026-11-30');
    theirs.notify([theirs.book(reversal)]);
    theirs.notify([reversal]);
    await world.read();
    const reversed = () => world.notices().filter((each) => 'outcome' in each && each.outcome === 'reversed');
    expect(reversed()).toHaveLength(1);
    theirs.book(reversal);
    theirs.book({ ...reversal, amount: '6.00' });
    theirs.closeDay('2026-12-01');
    await world.read();
    expect(reversed()).toHaveLength(2);
    expect(world.problems()).toMatchObject([{ kind: 'unmatched_booking', amount: '-6.00' }]);
  });

  test('a journal of the first version keeps the references of its payments', async () => {
    world = await World.open();
    const path = join(world.home, 'old.sqlite');
    const [first, ...later] = tables;
    const old = new Journal(path, [first ?? '']);
    old.run(
      `insert into payment (reference, funding_reference, bank_reference, amount, currency, state, booked_on)
       values ('p', 'fund', 'B1', '5.00', 'MXN', 'pending', '2026-11-30')`,
    );
    for (const alias of ['B1', 'B1 5.00 MXN'])
      old.run(`insert into payment_alias (alias, kind, payment_reference) values (?, 'entry', 'p')`, alias);
    old.close();
    const mended = new Journal(path, [first ?? '', ...later]);
    expect(mended.all('select name, kind from payment_name')).toEqual([{ name: 'B1', kind: 'entry' }]);
    mended.close();
    new Journal(path, tables).close();
  });

  test('a reversed payment gives a notice and a statement line', async () => {
    world = await World.open();
    const credit = world.theirs.receive('5.00', await open());
    world.theirs.notify([credit]);
    await world.read();
    world.theirs.book({ ...credit, direction: 'DBIT', isReversal: true });
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(world.notices().at(-1)).toMatchObject({ type: 'payment_result', outcome: 'reversed' });
    expect(world.lines().map(({ kind }) => kind)).toEqual(['payment', 'payment_reversed', 'day_closed']);
  });

  test('a refund goes to the account that paid', async () => {
    world = await World.open();
    world.theirs.notify([world.theirs.receive('500.00', await open())]);
    await world.read();
    const [payment] = payments();
    const details = { payment_reference: payment?.type === 'payment' ? payment.payment_reference : '' };
    expect(
      await world.bank.submit('refund', order({ kind: 'refund', details, amount: '20.00' }), false),
    ).toEqual({ outcome: 'accepted' });
    await world.send();
    expect(onlyFile()).toContain(
      '<Cdtr><Nm>Rosa Campos</Nm></Cdtr><CdtrAcct><Id><Othr><Id>032180000118359719</Id>',
    );
    expect(world.theirs.transfers).toMatchObject([{ amount: '20.00' }]);
  });

  test('a returned transfer is returned, regardless of earlier reports', async () => {
    world = await World.open();
    await world.send('a');
    const [sent] = world.theirs.transfers;
    if (!sent) throw new Error('nothing was sent');
    world.theirs.pay(sent);
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(await world.outcome('a')).toBe('paid');
    const more = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';
    world.theirs.book({
      amount: '10.00',
      direction: 'CRDT',
      refs: `<EndToEndId>${sent.endToEndId}</EndToEndId>`,
      more,
    });
    world.theirs.closeDay('2026-12-01');
    await world.read();
    expect(await world.outcome('a')).toBe('returned');
    expect(world.lines().map(({ kind }) => kind)).toEqual([
      'operation',
      'day_closed',
      'operation_returned',
      'day_closed',
    ]);
  });

  test('a batch booked as one sum pays its orders; another sum is a problem', async () => {
    world = await World.open(fast({ credit_transfer: { batch_booking: true } }));
    await world.send('a', 'b', 'c');
    const { theirs } = world;
    const [first] = theirs.transfers;
    if (!first) throw new Error('nothing was sent');
    theirs.answer(first.messageId, 'PART', [{ id: first.endToEndId, status: 'RJCT', reason: 'AC01' }]);
    await world.read();
    theirs.book({ amount: '20.00', direction: 'DBIT', refs: `<PmtInfId>${first.batchId}</PmtInfId>` });
    theirs.book({ amount: '30.00', direction: 'DBIT', refs: `<PmtInfId>${first.batchId}</PmtInfId>` });
    theirs.closeDay('2026-11-30');
    await world.read();
    const outcomes = await Promise.all(['a', 'b', 'c'].map((each) => world.outcome(each)));
    expect(outcomes.toSorted()).toEqual(['not_executed', 'paid', 'paid']);
    expect(world.lines().map(({ kind }) => kind)).toEqual(['operation', 'operation', 'day_closed']);
    expect(world.problems()).toMatchObject([{ kind: 'unmatched_booking', amount: '-30.00' }]);
  });

  const transaction = (name: string, amount: string, code = ''): string =>
    `<TxDtls><Refs><AcctSvcrRef>${name}</AcctSvcrRef></Refs>${amount}<RmtInf><Ustrd>${code}</Ustrd></RmtInf></TxDtls>`;
  const mxn = (amount: string, currency = 'MXN'): string => `<Amt Ccy="${currency}">${amount}</Amt>`;

  test.each([
    ['in Amt', mxn],
    ['in TxAmt', (amount: string) => `<AmtDtls><TxAmt>${mxn(amount)}</TxAmt></AmtDtls>`],
    ['in InstdAmt', (amount: string) => `<AmtDtls><InstdAmt>${mxn(amount)}</InstdAmt></AmtDtls>`],
    [
      'in TxAmt, and converted from an instructed amount',
      (amount: string) =>
        `${mxn('1.00', 'USD')}<AmtDtls><InstdAmt>${mxn('1.00', 'USD')}</InstdAmt><TxAmt>${mxn(amount)}</TxAmt></AmtDtls>`,
    ],
  ])('an entry of two payments credits each with its own amount, %s', async (_where, amountOf) => {
    world = await World.open();
    const code = await open();
    const details = transaction('T1', amountOf('60.00'), code) + transaction('T2', amountOf('40.00'), code);
    const booking = world.theirs.book({ amount: '100.00', direction: 'CRDT', details });
    world.theirs.notify([booking]);
    await world.read();
    expect(payments().map((each) => 'amount' in each && each.amount)).toEqual(['60.00', '40.00']);
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(world.lines().map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', '60.00'],
      ['payment', '40.00'],
      ['day_closed', undefined],
    ]);
    expect(world.problems()).toEqual([]);
  });

  test.each([
    ['no amounts of their own', ''],
    ['amounts that do not sum to the entry', mxn('60.00')],
    ['amounts in another currency', mxn('50.00', 'USD')],
  ])(
    'an entry of two payments with %s is not credited until an operator assigns it',
    async (_what, amount) => {
      world = await World.open();
      const code = await open();
      const details = transaction('T1', amount, code) + transaction('T2', amount, code);
      const booking = world.theirs.book({ amount: '100.00', direction: 'CRDT', details });
      world.theirs.notify([booking]);
      await world.read();
      world.theirs.closeDay('2026-11-30');
      await world.read();
      expect([payments(), world.lines()]).toEqual([[], []]);
      const [problem, ...others] = world.problems();
      expect(others).toEqual([]);
      expect(problem).toMatchObject({ kind: 'unmatched_booking', amount: '100.00' });
      expect(problem?.text).toBe('the amounts of 2 transactions do not sum to their entry');
      world.command({ do: 'assign', problem: problem?.id ?? 0, funding_reference: 'fund' });
      expect(payments()).toMatchObject([{ amount: '100.00', funding_reference: 'fund' }]);
    },
  );

  test('charges in an entry of two orders are the fee of the first', async () => {
    world = await World.open();
    await world.send('a', 'b');
    const details = world.theirs.transfers
      .map(
        ({ endToEndId }) =>
          `<TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>${mxn('10.00')}</TxDtls>`,
      )
      .join('');
    const charges = `<Chrgs><TtlChrgsAndTaxAmt Ccy="MXN">1.50</TtlChrgsAndTaxAmt></Chrgs>`;
    world.theirs.book({ amount: '21.50', direction: 'DBIT', details, charges });
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect([await world.outcome('a'), await world.outcome('b')]).toEqual(['paid', 'paid']);
    expect(world.lines().map(({ amount, fee }) => [amount, fee])).toEqual([
      ['10.00', '1.50'],
      ['10.00', undefined],
      [undefined, undefined],
    ]);
  });

  test('a credit without a reference waits until an operator assigns it to an account', async () => {
    world = await World.open();
    await open();
    world.theirs.receive('9.00', 'thanks');
    world.theirs.book({ amount: '1.50', direction: 'DBIT', refs: '<AcctSvcrRef>FEE1</AcctSvcrRef>' });
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(world.problems().map(({ amount }) => amount)).toEqual(['9.00', '-1.50']);
    const [credit, fee] = world.problems();
    expect(world.command({ do: 'assign', problem: credit?.id ?? 0, funding_reference: 'none' })).toContain(
      'is no funding account',
    );
    expect(world.command({ do: 'assign', problem: fee?.id ?? 0, funding_reference: 'fund' })).toContain(
      'is a debit',
    );
    expect(world.command({ do: 'assign', problem: credit?.id ?? 0, funding_reference: 'fund' })).toContain(
      'is assigned',
    );
    expect(world.command({ do: 'assign', problem: credit?.id ?? 0, funding_reference: 'fund' })).toContain(
      'is no open booking',
    );
    expect(world.command({ do: 'resolve', problem: fee?.id ?? 0, note: 'fee' })).toContain('is resolved');
    expect(payments()).toMatchObject([{ amount: '9.00', funding_reference: 'fund' }]);
    expect(world.problems()).toEqual([]);
    // The statement's balance already included the credit.
    expect(world.journal.balances()).toEqual([{ currency: 'MXN', amount: world.theirs.balance }]);
  });

  test('a missing statement holds back later ones', async () => {
    world = await World.open();
    const code = await open();
    world.theirs.closeDay('2026-11-30');
    await world.read();
    world.theirs.receive('1.00', code);
    world.theirs.closeDay('2026-12-01');
    const late = readdirSync(join(world.home, 'in')).filter((name) => !name.startsWith('.'));
    const held = readFileSync(join(world.home, 'in', late[0] ?? ''));
    writeFileSync(join(world.home, 'in', late[0] ?? ''), '');
    await world.read();
    world.theirs.receive('2.00', code);
    world.theirs.closeDay('2026-12-02');
    await world.read();
    expect(world.files().map(({ state }) => state)).toEqual(['applied', 'aside', 'waiting']);
    expect(world.problems()).toMatchObject([
      { kind: 'gap', text: expect.stringContaining('number 2') as string },
    ]);
    expect(payments()).toEqual([]);
    world.theirs.put(held);
    await world.read();
    expect(world.files().map(({ state }) => state)).toEqual(['applied', 'aside', 'applied', 'applied']);
    expect(world.lines().map(({ kind, booked_on: day }) => [kind, day].join(' '))).toEqual([
      'payment 2026-11-30',
      'day_closed 2026-12-01',
      'payment 2026-12-02',
      'day_closed 2026-12-02',
    ]);
    expect(world.problems()).toEqual([]);
  });

  test('a waiting file is read again only after another statement was applied', async () => {
    world = await World.open();
    const path = (): string => join(world.home, 'in', readdirSync(join(world.home, 'in'))[0] ?? '');
    world.theirs.closeDay('2026-11-30');
    await world.read();
    world.theirs.closeDay('2026-12-01');
    const missing = readFileSync(path());
    rmSync(path());
    world.theirs.closeDay('2026-12-02');
    await world.read();
    const one = vi.spyOn(world.journal, 'one');
    const reads = (): number => one.mock.calls.filter(([sql]) => sql.startsWith('select content')).length;
    await world.inbox.apply();
    world.theirs.notify([]);
    await world.read();
    expect(reads(), 'the notice alone').toBe(1);
    world.theirs.put(missing);
    await world.read();
    expect(reads(), 'the notice, the missing statement and the one that waits').toBe(3);
    expect(world.files().map(({ state }) => state)).toEqual(['applied', 'applied', 'applied', 'applied']);
  });

  test('the same file under another name changes nothing; its message id with other content is set aside', async () => {
    world = await World.open();
    const code = await open();
    world.theirs.receive('1.00', code);
    world.theirs.closeDay('2026-11-30');
    const [name = ''] = readdirSync(join(world.home, 'in')).filter((each) => each.endsWith('.xml'));
    const text = readFileSync(join(world.home, 'in', name), 'utf8');
    await world.read();
    world.theirs.put(text, 'again.xml');
    await world.read();
    expect(world.files()).toHaveLength(1);
    world.theirs.put(`${text}\n`, 'changed.xml');
    await world.read();
    expect(world.files()[1]).toMatchObject({
      state: 'aside',
      reason: expect.stringContaining('was used before') as string,
    });
    expect(world.lines()).toHaveLength(2);
  });

  test.each([
    ['number', true, '2026-11-30T10:00:00Z'],
    ['time of creation', false, '2026-12-01T10:00:00Z'],
  ])(
    'a statement with the id of an earlier one and another %s is a different one',
    async (_what, isNumbered, at) => {
      world = await World.open();
      const code = await open();
      world.theirs.receive('1.00', code);
      world.theirs.closeDay('2026-11-30', { id: 'SAME', isNumbered });
      await world.read();
      world.theirs.receive('2.00', code);
      world.theirs.closeDay('2026-12-01', { id: 'SAME', isNumbered, createdAt: at });
      await world.read();
      expect(world.files().map(({ state }) => state)).toEqual(['applied', 'applied']);
      expect(world.lines().map(({ amount = 'closed' }) => amount)).toEqual([
        '1.00',
        'closed',
        '2.00',
        'closed',
      ]);
      expect(world.journal.balances()).toEqual([{ currency: 'MXN', amount: world.theirs.balance }]);
    },
  );

  test('a repeated statement changes nothing; with other contents it is set aside', async () => {
    world = await World.open();
    world.theirs.receive('1.00', await open());
    world.theirs.closeDay('2026-11-30');
    const [name = ''] = readdirSync(join(world.home, 'in')).filter((each) => each.endsWith('.xml'));
    const text = readFileSync(join(world.home, 'in', name), 'utf8');
    await world.read();
    const again = text.replace(/<MsgId>\w+/, '<MsgId>AGAIN').replaceAll('10:00:00Z', '11:00:00Z');
    world.theirs.put(again);
    await world.read();
    world.theirs.put(
      again.replace('AGAIN', 'OTHER').replaceAll('>1.00<', '>2.00<').replace('>1000001.00<', '>1000002.00<'),
    );
    await world.read();
    expect(world.files()).toMatchObject([
      { state: 'applied' },
      { state: 'applied' },
      {
        state: 'aside',
        reason: 'the statement STMT1 (2026 number 1) came before with another balance or other entries',
      },
    ]);
    expect(world.lines()).toHaveLength(2);
  });

  test('a page of a statement is set aside completely', async () => {
    world = await World.open();
    world.theirs.receive('1.00', await open());
    world.theirs.closeDay('2026-11-30');
    const [name = ''] = readdirSync(join(world.home, 'in')).filter((each) => each.endsWith('.xml'));
    const path = join(world.home, 'in', name);
    const page = '<MsgPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></MsgPgntn></GrpHdr>';
    writeFileSync(path, readFileSync(path, 'utf8').replace('</GrpHdr>', page));
    await world.read();
    expect(world.files()).toMatchObject([
      { state: 'aside', reason: expect.stringContaining('page 1 of a statement') as string },
    ]);
    expect(world.lines()).toEqual([]);
  });

  test('a statement whose entries do not add up to its balance is set aside completely', async () => {
    world = await World.open();
    world.theirs.receive('1.00', await open());
    world.theirs.closeDay('2026-11-30');
    const [name = ''] = readdirSync(join(world.home, 'in')).filter((each) => each.endsWith('.xml'));
    const path = join(world.home, 'in', name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('>1.00<', '>2.00<'));
    await world.read();
    expect(world.files()).toMatchObject([
      { state: 'aside', reason: expect.stringContaining('its closing balance is') as string },
    ]);
    expect([world.lines(), payments()]).toEqual([[], []]);
    expect(readdirSync(join(world.home, 'desk/aside'))).toHaveLength(2);
    expect(world.command({ do: 'retry', file: 1 })).toContain('is read again');
  });

  test('a file of another account is set aside, a growing one is left, and one too large is moved unread', async () => {
    world = await World.open(fast(), { file_bytes_most: 1_024 });
    const { theirs, inbox, transport } = world;
    theirs.put('x'.repeat(2_000), 'large.xml');
    theirs.put('<Document/>', 'half.tmp');
    theirs.put('<a', 'growing.xml');
    await inbox.fetch(transport);
    writeFileSync(join(world.home, 'in/growing.xml'), '<a/>');
    await inbox.fetch(transport);
    expect(world.files()).toMatchObject([
      { state: 'aside', reason: expect.stringContaining('2000 bytes') as string },
    ]);
    expect(readdirSync(join(world.home, 'far-aside'))).toHaveLength(1);
    expect(existsSync(join(world.home, 'in/half.tmp'))).toBe(true);
    await world.read();
    expect(world.files()[1]).toMatchObject({ state: 'aside', reason: 'its root is a, not Document' });
  });
});

describe('the report', () => {
  test('reads no file contents, and nothing if nothing changed', async () => {
    world = await World.open();
    world.report();
    const all = vi.spyOn(world.journal, 'all');
    world.report();
    expect(all.mock.calls).toEqual([]);
    await world.send('a');
    expect(world.report()['orders']).toEqual([{ state: 'filed', count: 1 }]);
    const plans = all.mock.calls
      .map(([sql, ...values]) => [sql, ...values] as const)
      .filter(([sql]) => /from (file_in|file_out|payment_order|problem)/.test(sql))
      .flatMap(([sql, ...values]) =>
        world.journal.all<{ detail: string }>(`explain query plan ${sql}`, ...values),
      );
    expect(plans.length).toBeGreaterThan(8);
    expect(plans.filter(({ detail }) => /^SCAN \w+$/.test(detail))).toEqual([]);
  });

  test('lists a file without an answer after its time limit', async () => {
    world = await World.open();
    await world.send('a');
    expect(world.report()['unanswered']).toEqual([]);
    expect(world.report(new Date(Date.now() + 25 * 3_600_000))['unanswered']).toHaveLength(1);
  });
});

describe('recalls', () => {
  test('a failing command gets an answer and does not block later ones', async () => {
    world = await World.open();
    mkdirSync(join(world.home, 'desk/commands/0.json'));
    expect(world.command({ do: 'retry', file: 1 })).toBe('File 1 is not set aside.');
    expect(readFileSync(join(world.home, 'desk/commands/0.answer'), 'utf8')).toContain('The command failed');
  });

  test('an unsent order is not executed; a sent one is recalled', async () => {
    world = await World.open();
    await world.bank.submit('queued', order(), false);
    expect(world.command({ do: 'recall', reference: 'queued', reason: 'DUPL' })).toContain('is not executed');
    expect(await world.outcome('queued')).toBe('not_executed');
    await world.send('sent');
    expect(world.command({ do: 'recall', reference: 'sent', reason: 'DUPL' })).toContain('is recalled as');
    expect(world.command({ do: 'recall', reference: 'sent', reason: 'DUPL' })).toContain(
      'was recalled before',
    );
    await world.send();
    const [, recall] = world.theirs.files;
    expect(recall?.text).toContain('<CstmrPmtCxlReq>');
    expect(recall?.text).toContain('<Rsn><Cd>DUPL</Cd></Rsn>');
    const id = /<CxlId>([^<]+)/.exec(recall?.text ?? '')?.[1] ?? '';
    world.theirs.put(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.10"><RsltnOfInvstgtn><Assgnmt><Id>R1</Id></Assgnmt><Sts><Conf>RJCR</Conf></Sts><CxlDtls><TxInfAndSts><OrgnlCxlId>${id}</OrgnlCxlId><TxCxlSts>RJCR</TxCxlSts><CxlStsRsnInf><Rsn><Cd>LEGL</Cd></Rsn></CxlStsRsnInf></TxInfAndSts></CxlDtls></RsltnOfInvstgtn></Document>`,
    );
    await world.read();
    expect(world.report()['recalls']).toMatchObject([{ id, state: 'rejected', detail: 'LEGL' }]);
    expect(await world.outcome('sent')).toBe('in_flight');
  });

  test('a recall by the bank moves nothing and waits for an operator', async () => {
    world = await World.open();
    world.theirs.put(
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.056.001.08"><FIToFIPmtCxlReq><Assgnmt><Id>C1</Id></Assgnmt><Undrlyg><TxInf><CxlId>X1</CxlId><OrgnlEndToEndId>E2E1</OrgnlEndToEndId><OrgnlIntrBkSttlmAmt Ccy="MXN">5.00</OrgnlIntrBkSttlmAmt><CxlRsnInf><Rsn><Cd>FRAD</Cd></Rsn></CxlRsnInf></TxInf></Undrlyg></FIToFIPmtCxlReq></Document>',
    );
    await world.read();
    expect(world.problems()).toMatchObject([
      { kind: 'recall', amount: '5.00', text: expect.stringContaining('FRAD') as string },
    ]);
    expect(world.notices()).toEqual([]);
  });

  test('two recalls by the bank with one id are different', async () => {
    world = await World.open();
    for (const payment of ['E2E1', 'E2E2', 'E2E2'])
      world.theirs.put(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.056.001.08"><FIToFIPmtCxlReq><Assgnmt><Id>${world.theirs.next()}</Id></Assgnmt><Undrlyg><TxInf><CxlId>X1</CxlId><OrgnlEndToEndId>${payment}</OrgnlEndToEndId></TxInf></Undrlyg></FIToFIPmtCxlReq></Document>`,
      );
    await world.read();
    expect(world.problems()).toHaveLength(2);
    expect(world.report()['recalls']).toMatchObject([
      { end_to_end_id: 'E2E1', reason: null },
      { end_to_end_id: 'E2E2', reason: null },
    ]);
  });
});
