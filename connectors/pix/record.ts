import { createHash } from 'node:crypto';
import type { Finding, Moved } from '../protocol/message.ts';
import type { Journal } from '../protocol/journal.ts';
import type { ChargeKind, Pix, PixRefund, UnreadablePix } from './api.ts';

export const tables = `
create table if not exists account (
  reference text primary key, txid text not null unique, kind text not null
) strict;
create table if not exists payment (
  e2eid text primary key, txid text, amount text not null, at text not null, is_reversed integer not null default 0
) strict;
create table if not exists refund (
  reference text primary key, e2eid text not null, id text not null unique, amount text not null,
  account_id text not null, send_by text not null, status text not null, code text, rtr_id text, at text
) strict;
create index if not exists refund_open on refund (status) where status in ('sent', 'processing');
create table if not exists hint (e2eid text primary key) strict;
create table if not exists aside (
  name text primary key, field text not null, read_from text not null, read_until text not null
) strict;
create table if not exists scan (name text primary key, until text not null) strict;
`;

export interface AccountRow {
  readonly txid: string;
  readonly kind: ChargeKind | 'static';
}

export interface RefundRow {
  readonly reference: string;
  readonly e2eid: string;
  readonly id: string;
  readonly amount: string;
  readonly account_id: string;
  readonly send_by: string;
  /** sent: no response yet; absent: the institution never had it. */
  readonly status: 'sent' | 'processing' | 'paid' | 'failed' | 'absent';
  readonly code: string | null;
  readonly rtr_id: string | null;
  readonly at: string | null;
}

export interface Period {
  readonly from: Date;
  readonly until: Date;
}

export interface AsideRow extends UnreadablePix {
  readonly read_from: string;
  readonly read_until: string;
}

const currency = 'BRL';
const hintsMost = 10_000;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Id for a dynamic code: 26 to 35 letters and digits. */
export const txidOf = (reference: string): string => digest(`charge ${reference}`).slice(0, 32);
/** Id for a static code: up to 25 characters. */
export const staticTxidOf = (reference: string): string => digest(`static ${reference}`).slice(0, 25);
export const refundIdOf = (reference: string): string => digest(`refund ${reference}`).slice(0, 32);

/** Stores the institution's answers, with the notices and statement lines that follow, each in one commit. */
export class PixRecord {
  readonly #journal: Journal;
  readonly #days: Intl.DateTimeFormat;

  constructor(journal: Journal, timeZone: string) {
    this.#journal = journal;
    this.#days = new Intl.DateTimeFormat('en-CA', { timeZone });
  }

  /** The institution's day, as YYYY-MM-DD. */
  dayOf(at: string | number | Date): string {
    return this.#days.format(new Date(at));
  }

  addAccount(reference: string, { txid, kind }: AccountRow): void {
    this.#journal.run(
      'insert into account (reference, txid, kind) values (?, ?, ?) on conflict (reference) do nothing',
      reference,
      txid,
      kind,
    );
  }

  account(reference: string): AccountRow | undefined {
    return this.#journal.one<AccountRow>('select txid, kind from account where reference = ?', reference);
  }

  payment(e2eid: string) {
    return this.#journal.one<{ amount: string; at: string; is_reversed: 0 | 1 }>(
      'select amount, at, is_reversed from payment where e2eid = ?',
      e2eid,
    );
  }

  /** Stores Pix read from the institution; known facts change nothing. */
  take(all: readonly Pix[]): void {
    const sorted = all.toSorted((a, b) => Date.parse(a.horario) - Date.parse(b.horario));
    for (const pix of sorted) this.#journal.commit(() => this.#takeOne(pix));
  }

  #takeOne({ endToEndId, txid, valor, horario, devolucoes = [] }: Pix): void {
    const journal = this.#journal;
    const added = journal.run(
      'insert into payment (e2eid, txid, amount, at) values (?, ?, ?, ?) on conflict (e2eid) do nothing',
      endToEndId,
      txid ?? null,
      valor,
      horario,
    );
    const account = journal.one<{ reference: string }>(
      'select reference from account where txid = ?',
      txid ?? '',
    );
    const from = {
      funding_reference: account?.reference ?? txid ?? 'unassigned',
      bank_reference: endToEndId,
      trace_kind: 'end_to_end_id',
    } as const;
    const money = { amount: valor, currency };
    if (added === 1) {
      journal.notify({
        id: `payment:${endToEndId}`,
        type: 'payment',
        payment_reference: endToEndId,
        ...from,
        ...money,
      });
      const line = { kind: 'payment', reference: endToEndId, ...from, ...money } as const;
      journal.book(
        `payment:${endToEndId}`,
        { ...line, trace_reference: endToEndId, booked_on: this.dayOf(horario) },
        1,
      );
    }
    for (const each of devolucoes) {
      const own = this.refundBy(endToEndId, each.id);
      if (own) this.#settle(own, each);
      else if (each.status === 'DEVOLVIDO') this.#takeReturn(each, { e2eid: endToEndId, valor, from });
    }
  }

  /** Money returned without an order: by the institution (MED) or by hand. */
  #takeReturn(
    { rtrId, valor, horario }: PixRefund,
    payment: { e2eid: string; valor: string; from: { funding_reference: string; bank_reference: string } },
  ): void {
    const journal = this.#journal;
    const { e2eid, from } = payment;
    const booked = {
      amount: valor,
      currency,
      booked_on: this.dayOf(horario.liquidacao ?? new Date()),
      trace_reference: rtrId,
      trace_kind: 'other',
    } as const;
    // The protocol reverses a payment as a whole, so a partial return is booked as an operation that the
    // service did not order.
    if (valor !== payment.valor)
      return journal.book(`return:${rtrId}`, { kind: 'operation', reference: rtrId, ...booked }, -1);
    journal.book(`return:${rtrId}`, { kind: 'payment_reversed', reference: e2eid, ...from, ...booked }, -1);
    journal.run('update payment set is_reversed = 1 where e2eid = ?', e2eid);
    journal.notify({
      id: `reversed:${e2eid}`,
      type: 'payment_result',
      payment_reference: e2eid,
      outcome: 'reversed',
    });
  }

  /** Called before the refund is sent. */
  addRefund(row: Pick<RefundRow, 'reference' | 'e2eid' | 'amount' | 'account_id' | 'send_by'>): RefundRow {
    this.#journal.run(
      `insert into refund (reference, e2eid, id, amount, account_id, send_by, status) values (?, ?, ?, ?, ?, ?, 'sent')
       on conflict (reference) do nothing`,
      row.reference,
      row.e2eid,
      refundIdOf(row.reference),
      row.amount,
      row.account_id,
      row.send_by,
    );
    const stored = this.refund(row.reference);
    if (stored === undefined) throw new Error('the refund was not stored');
    return stored;
  }

  refund(reference: string): RefundRow | undefined {
    return this.#journal.one<RefundRow>('select * from refund where reference = ?', reference);
  }

  refundBy(e2eid: string, id: string): RefundRow | undefined {
    return this.#journal.one<RefundRow>('select * from refund where e2eid = ? and id = ?', e2eid, id);
  }

  openRefunds(limit: number): RefundRow[] {
    return this.#journal.all<RefundRow>(
      `select * from refund where status in ('sent', 'processing') order by random() limit ?`,
      limit,
    );
  }

  settle(refund: RefundRow, pixRefund: PixRefund): RefundRow {
    return this.#journal.commit(() => this.#settle(refund, pixRefund));
  }

  #settle({ reference, account_id }: RefundRow, { status, valor, rtrId, horario }: PixRefund): RefundRow {
    const journal = this.#journal;
    const now = this.refund(reference);
    if (now === undefined) throw new Error('the refund is not stored');
    // If the money left after a reported failure, the later outcome wins.
    if (now.status === 'paid' || (now.status === 'failed' && status !== 'DEVOLVIDO')) return now;
    const at = horario.liquidacao ?? horario.solicitacao ?? new Date().toISOString();
    const moved = { amount: valor, currency, trace_reference: rtrId, trace_kind: 'other' } as const;
    const set = (to: RefundRow['status'], code: string | null): void =>
      void journal.run(
        'update refund set status = ?, code = ?, amount = ?, rtr_id = ?, at = ? where reference = ?',
        to,
        code,
        valor,
        rtrId,
        at,
        reference,
      );
    const notice = { id: `refund:${reference}:${status}`, type: 'operation', reference } as const;
    if (status === 'EM_PROCESSAMENTO') set('processing', null);
    else if (status === 'NAO_REALIZADO') {
      set('failed', 'nao_realizado');
      journal.notify({ ...notice, outcome: 'not_executed', code: 'nao_realizado' });
    } else {
      set('paid', null);
      journal.notify({ ...notice, outcome: 'paid', ...moved });
      const line = { kind: 'operation', reference, account_id, ...moved, booked_on: this.dayOf(at) } as const;
      journal.book(`refund:${reference}`, line, -1);
    }
    return this.refund(reference) ?? now;
  }

  /** The institution does not have the refund; `code` is the reason of its refusal, if any. */
  setAbsent({ reference }: RefundRow, code?: string): void {
    const to = code === undefined ? 'absent' : 'failed';
    this.#journal.run(
      `update refund set status = ?, code = ? where reference = ? and status = 'sent'`,
      to,
      code ?? null,
      reference,
    );
  }

  /** False if there are too many hints already. */
  addHints(e2eids: readonly string[]): boolean {
    const { waiting = 0 } =
      this.#journal.one<{ waiting: number }>('select count(*) as waiting from hint') ?? {};
    if (waiting + e2eids.length > hintsMost) return false;
    this.#journal.run(
      'insert into hint (e2eid) select value from json_each(?) where true on conflict (e2eid) do nothing',
      JSON.stringify(e2eids),
    );
    return true;
  }

  hints(limit: number): string[] {
    return this.#journal
      .all<{ e2eid: string }>('select e2eid from hint order by random() limit ?', limit)
      .map(({ e2eid }) => e2eid);
  }

  dropHint(e2eid: string): void {
    this.#journal.run('delete from hint where e2eid = ?', e2eid);
  }

  /** Stores the period in which an unreadable Pix was found. False if the Pix is known. */
  setAside({ name, field }: UnreadablePix, { from, until }: Period): boolean {
    const sql = `insert into aside (name, field, read_from, read_until) values (?, ?, ?, ?)
       on conflict (name) do nothing`;
    return this.#journal.run(sql, name, field, from.toISOString(), until.toISOString()) === 1;
  }

  aside(): AsideRow[] {
    return this.#journal.all<AsideRow>('select * from aside order by read_from');
  }

  dropAside(name: string): void {
    this.#journal.run('delete from aside where name = ?', name);
  }

  scannedUntil(name: string): Date | undefined {
    const row = this.#journal.one<{ until: string }>('select until from scan where name = ?', name);
    return row && new Date(row.until);
  }

  setScanned(name: string, until: Date): void {
    this.#journal.run(
      'insert into scan (name, until) values (?, ?) on conflict (name) do update set until = excluded.until',
      name,
      until.toISOString(),
    );
  }

  /** Closes the open day once it was read completely. */
  closeDays(readUntil: Date): void {
    this.#journal.commit(() => {
      const day = this.#journal.openDay();
      if (day !== undefined && day < this.dayOf(readUntil)) this.#journal.closeDay(day);
    });
  }
}

/** The state of a refund in our own record. */
export function findingOf({ status, amount, code, rtr_id, at }: RefundRow): Finding {
  switch (status) {
    case 'paid':
      return {
        outcome: 'paid',
        ...movedOf({ amount, reference: rtr_id ?? '', at: at ?? '' }),
        trace_kind: 'other',
      };
    case 'failed':
      return { outcome: 'not_executed', code: code ?? 'refused' };
    case 'processing':
      return { outcome: 'in_flight' };
    case 'sent':
      return { outcome: 'unknown' };
    case 'absent':
      return { outcome: 'not_found' };
  }
}

export const movedOf = (of: { amount: string; reference: string; at: string }): Moved => ({
  amount: of.amount,
  currency,
  at: of.at,
  trace_reference: of.reference,
});
