import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Opening } from '../../connectors/protocol/message.ts';
import { ConnectorProcess } from './iso20022-process.ts';
import { order, settingsIn, World } from './iso20022-world.ts';

describe('a journal restored from a backup', () => {
  let world: World;
  afterEach(() => world.close());

  const deliver = async (): Promise<void> => {
    world.outbox.collect(new Date());
    await world.outbox.deliver(world.transport);
    world.theirs.take();
  };
  const states = (): Record<string, string> =>
    Object.fromEntries(
      world.journal
        .all<{ reference: string; state: string }>('select reference, state from payment_order')
        .map(({ reference, state }) => [reference, state]),
    );

  /** After the backup: each order reaches the bank, and one more is accepted and sent. */
  async function lose(): Promise<void> {
    world = await World.open();
    await world.send('sent');
    await world.bank.submit('filed', order(), false);
    world.outbox.collect(new Date());
    await world.bank.submit('queued', order(), false);
    const backup = world.backUp();
    await deliver();
    await world.send('lost');
    expect(world.theirs.counts()).toEqual([1, 1, 1, 1]);
    world = world.restore(backup);
  }

  test('sends nothing again, and reports lost orders as unknown', async () => {
    await lose();
    await deliver();
    expect(world.theirs.counts()).toEqual([1, 1, 1, 1]);
    const outcomes = await Promise.all(
      ['sent', 'filed', 'queued', 'lost'].map((each) => world.outcome(each)),
    );
    expect(outcomes).toEqual(['in_flight', 'in_flight', 'in_flight', 'unknown']);
    expect(await world.bank.submit('lost', order(), true), 'sent again by the service').toEqual({
      outcome: 'accepted',
    });
    await world.bank.submit('new', order(), false);
    await deliver();
    expect(world.theirs.counts()).toEqual([1, 1, 1, 1]);
    expect(world.report()['held']).toMatchObject([
      { reference: 'filed', state: 'held', amount: '10.00' },
      { reference: 'lost', state: 'lost' },
      { reference: 'new', state: 'held' },
      { reference: 'queued', state: 'held' },
    ]);
  });

  test('message ids are not reused', async () => {
    await lose();
    for (const reference of ['filed', 'queued']) world.command({ do: 'release', reference });
    await deliver();
    const ids = world.theirs.transfers.map(({ messageId }) => messageId);
    const before = new Set(ids.slice(0, 4));
    expect(ids.slice(4)).toHaveLength(2);
    expect(ids.slice(4).filter((id) => before.has(id))).toEqual([]);
  });

  test('bookings and statuses settle what the bank has; an operator releases or settles the rest', async () => {
    await lose();
    expect(await world.outcome('lost')).toBe('unknown');
    const [, filed, , lost] = world.theirs.transfers;
    if (!filed || !lost) throw new Error('four were sent');
    world.theirs.answer(filed.messageId, 'ACCP');
    world.theirs.notify([world.theirs.pay(lost)]);
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(states()).toEqual({ sent: 'filed', filed: 'filed', queued: 'held', lost: 'paid' });
    expect(world.lines()).toMatchObject([
      { kind: 'operation', reference: 'lost', amount: '10.00' },
      { kind: 'day_closed' },
    ]);
    expect(world.command({ do: 'recall', reference: 'queued', reason: 'DUPL' })).toContain(
      'release or settle',
    );
    expect(world.command({ do: 'resume' })).toContain('Held or lost orders: 1.');
    expect(world.command({ do: 'release', reference: 'sent' })).toBe('sent is not held.');
    expect(world.command({ do: 'settle', reference: 'queued', outcome: 'not_executed' })).toBe(
      'queued is not_executed.',
    );
    expect(world.command({ do: 'resume' })).toBe('New orders are sent again.');
    await world.send('new');
    expect(states()).toMatchObject({ queued: 'not_executed', new: 'filed' });
    expect(await world.outcome('never')).toBe('not_found');
  });

  test('a statement read before the service asks about a lost order books the order', async () => {
    await lose();
    const lost = world.theirs.transfers[3];
    if (!lost) throw new Error('four were sent');
    world.theirs.pay(lost);
    world.theirs.closeDay('2026-11-30');
    await world.read();
    expect(world.problems()).toMatchObject([{ kind: 'unmatched_booking', amount: '-10.00' }]);
    expect(await world.outcome('lost')).toBe('paid');
    expect(world.problems()).toEqual([]);
    expect(world.notices().at(-1)).toMatchObject({ reference: 'lost', outcome: 'paid', amount: '10.00' });
    expect(world.lines().at(-1)).toMatchObject({ kind: 'operation', reference: 'lost', amount: '10.00' });
  });

  test('a statement read before the service sends a lost order again books the order', async () => {
    await lose();
    const lost = world.theirs.transfers[3];
    if (!lost) throw new Error('four were sent');
    world.theirs.pay(lost);
    world.theirs.closeDay('2026-11-30');
    await world.read();
    await world.bank.submit('lost', order(), true);
    expect(states()).toMatchObject({ lost: 'paid' });
    expect(world.problems()).toEqual([]);
  });

  test('an order is neither released nor failed while a booking problem names it', async () => {
    await lose();
    const queued = world.theirs.transfers[2];
    if (!queued) throw new Error('four were sent');
    const part = (id: string, amount: string): string =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="MXN">${amount}</Amt></TxDtls>`;
    const details = part(queued.endToEndId, '10.00') + part('other', '10.00');
    world.theirs.book({ amount: '30.00', direction: 'DBIT', details });
    world.theirs.closeDay('2026-11-30');
    await world.read();
    const [problem] = world.problems();
    const settle = { do: 'settle', reference: 'queued', outcome: 'not_executed' } as const;
    const refusal = `Problem ${problem?.id} is a booking of queued. Resolve it first.`;
    expect(world.command(settle)).toBe(refusal);
    expect(world.command({ do: 'release', reference: 'queued' })).toBe(refusal);
    world.command({ do: 'resolve', problem: problem?.id ?? 0, note: 'another order' });
    expect(world.command(settle)).toBe('queued is not_executed.');
  });

  test('sequences of notices and lines are not reused, even by a second restore of one backup', async () => {
    world = await World.open();
    const backup = world.backUp();
    const used: unknown[] = [];
    for (let restores = 0; restores < 2; restores += 1) {
      world = world.restore(backup);
      for (const each of ['a', 'b']) {
        world.journal.notify({
          id: each,
          type: 'operation',
          reference: each,
          outcome: 'not_executed',
          code: 'no',
        });
        const line = { kind: 'operation', reference: each, amount: '1.00', currency: 'MXN' } as const;
        world.journal.book(
          each,
          { ...line, booked_on: '2026-11-30', trace_reference: each, trace_kind: 'other' },
          0,
        );
      }
      used.push(...world.notices().map((each) => (each as { sequence?: number }).sequence));
      await sleep(5);
    }
    expect(new Set(used).size).toBe(4);
    expect(Math.min(...used.map(Number))).toBeGreaterThan(1_000_000);
    expect(Number(world.lines()[0]?.['sequence'])).toBeGreaterThan(1_000_000);
  });

  test('a credit is assigned to a funding account opened after the backup', async () => {
    world = await World.open();
    const backup = world.backUp();
    const opening = { product: 'payin', method: 'spei', currency: 'MXN' } as unknown as Opening;
    const opened = await world.bank.open('fund', opening);
    if (opened.outcome !== 'opened') throw new Error('it was not opened');
    const code = opened.instructions['reference'] as string;
    world = world.restore(backup);
    world.theirs.receive('7.00', code);
    world.theirs.receive('8.00', 'none');
    world.theirs.receive('9.00', 'none');
    world.theirs.closeDay('2026-11-30');
    await world.read();
    const [first, second, third] = world.problems().map(({ id }) => id);
    const assign = (problem: number | undefined, reference: string): string =>
      world.command({ do: 'assign', problem: problem ?? 0, funding_reference: reference });
    expect(assign(second, 'other')).toContain('is assigned to other');
    world.command({ do: 'resume' });
    expect(assign(third, 'third')).toBe('third is no funding account.');
    expect(assign(first, 'wrong')).toBe('wrong is no funding account.');
    expect(assign(first, 'fund'), 'the credit names the account').toContain('is assigned to fund');
    world.theirs.receive('5.00', code);
    world.theirs.closeDay('2026-12-01');
    await world.read();
    expect(world.lines().flatMap(({ funding_reference: each }) => each ?? [])).toEqual([
      'other',
      'fund',
      'fund',
    ]);
  });

  test('a status report about a file of the lost journal applies to held and lost orders', async () => {
    await lose();
    const [, , queued, lost] = world.theirs.transfers;
    if (!queued || !lost) throw new Error('four were sent');
    world.theirs.answer(queued.messageId, 'PART', [{ id: queued.endToEndId, status: 'ACCP' }]);
    world.theirs.answer(lost.messageId, 'PART', [{ id: lost.endToEndId, status: 'RJCT', reason: 'AC01' }]);
    await world.read();
    expect(states()).toMatchObject({ queued: 'filed' });
    expect(world.files().map(({ state }) => state)).toEqual(['applied', 'aside']);
    expect(await world.outcome('lost')).toBe('unknown');
    await world.inbox.apply();
    expect(await world.outcome('lost'), 'its status report is read again').toBe('not_executed');
    expect(world.files().map(({ state }) => state)).toEqual(['applied', 'applied']);
    expect(world.problems()).toEqual([]);
    world.theirs.answer(queued.messageId, 'PART', [
      { id: queued.endToEndId, status: 'RJCT', reason: 'AC01' },
    ]);
    await world.read();
    expect(states()).toMatchObject({ queued: 'not_executed' });
  });

  test('a lost order is settled as paid with its amount', async () => {
    await lose();
    await world.outcome('lost');
    const ask = { do: 'settle', reference: 'lost', outcome: 'paid' } as const;
    expect(world.command(ask)).toContain('give its amount');
    expect(world.command({ ...ask, amount: '10.00', currency: 'MXN' })).toBe('lost is paid.');
    expect(world.notices().at(-1)).toMatchObject({ reference: 'lost', outcome: 'paid', amount: '10.00' });
  });
});

test('the commands after a restore', async () => {
  const home = mkdtempSync(join(tmpdir(), 'psp-iso-restored-'));
  const connector = new ConnectorProcess(settingsIn(home));
  try {
    await connector.start('new');
    await connector.end('SIGTERM');
    await connector.start('restored');
    await expect.poll(async () => (await connector.run('status')).text).toMatch(/"restored_at": "\d{4}-/);
    expect(await connector.run('release', 'none')).toEqual({ code: 0, text: 'none is not held.\n' });
    expect((await connector.run('settle', 'none', 'not_executed')).text).toBe('none is not held or lost.\n');
    expect((await connector.run('settle', 'none', 'perhaps')).code).toBe(2);
    expect(await connector.run('resume')).toEqual({ code: 0, text: 'New orders are sent again.\n' });
  } finally {
    await connector.end('SIGTERM');
    await rm(home, { recursive: true, force: true });
  }
}, 60_000);
