import { sql } from 'kysely';
import { canonical, dayOf, type ClosingBalance, type LedgerSeal } from '../../../domain/ledger-seal.js';
import { leafHash, MerkleTree, type Hash } from '../../../domain/merkle.js';
import { timeText } from '../../../domain/moment.js';
import type { LeafSpan } from '../../../ports/ledger-seal.js';
import type { ProofAsk } from '../../../ports/report.js';
import { numberSpans, sealReads, windows, type Read } from '../ledger-seal.js';
import { columnsOf, decodeRow } from '../row.js';

export interface Proving extends ProofAsk {
  readonly asOf: Date;
}

interface Leaf {
  readonly leaf: string;
  readonly index: number;
}

/** A statement of one balance with proof that its journals are part of sealed days, as pieces of one JSON document. */
export class ProofDocument {
  /** Journals written so far. */
  count = 0;
  readonly #rowsOf: Read;
  readonly #hash: Hash;

  constructor(rowsOf: Read, hash: Hash) {
    this.#rowsOf = rowsOf;
    this.#hash = hash;
  }

  async *parts(ask: Proving): AsyncGenerator<string> {
    const { accountId, currency, from, to, asOf } = ask;
    const end = to < asOf ? to : asOf;
    const head = {
      version: 1,
      account_id: accountId,
      currency,
      from: timeText(from),
      to: timeText(to),
      as_of: timeText(asOf),
      opening: await this.#balance(ask, from),
      closing: await this.#balance(ask, end),
    };
    const seals = await this.#seals(ask);
    yield `{${JSON.stringify(head).slice(1, -1)},\n"seals":[${seals.map((seal) => `\n${sealText(seal)}`).join()}],\n"journals":[`;
    for (const [at, seal] of seals.entries())
      if (seal.day >= dayOf(from) && lastNumber(seal, currency) !== lastNumber(seals[at - 1], currency))
        yield* this.#sealed(ask, seal);
    yield* this.#unsealed(ask, { accountId, from: await this.#openFrom(ask), to: end });
    yield `\n]}\n`;
  }

  /** The seals of the period, and the seal before them. */
  async #seals({ accountId, from, to }: Proving): Promise<LedgerSeal[]> {
    const rows = await this.#rowsOf(sql`select ${columnsOf('ledgerSeal')} from ledger_seal
      where account_id = ${accountId} and day < ${dayOf(to)} and day >= coalesce((select max(day) from ledger_seal
        where account_id = ${accountId} and day < ${dayOf(from)}), '') order by number`);
    return rows.map((row) => decodeRow('ledgerSeal', row));
  }

  /** The start of the unsealed days in the period. */
  async #openFrom({ accountId, from }: Proving): Promise<Date> {
    const [row] = await this.#rowsOf(
      sql<{ at: string | null }>`select written_time(seal_end(${accountId})) as at`,
    );
    const sealed = typeof row?.at === 'string' ? new Date(row.at) : from;
    return sealed > from ? sealed : from;
  }

  async #balance({ accountId, currency }: Proving, before: Date): Promise<Omit<ClosingBalance, 'currency'>> {
    const balances = await sealReads(this.#rowsOf).closingBalances(accountId, before);
    const found = balances.find((each) => each.currency === currency);
    if (found) {
      const { currency: _, ...balance } = found;
      return balance;
    }
    const [row] = await this.#rowsOf(
      sql<{ zero: string }>`select coalesce(written_amount(0, ${currency}), '0') as zero`,
    );
    const zero = row?.zero ?? '0';
    return {
      number: '0',
      available: zero,
      pending: zero,
      reserved: zero,
      in_settlement: zero,
      earnings: zero,
    };
  }

  async *#sealed(ask: Proving, seal: LedgerSeal): AsyncGenerator<string> {
    const from = new Date(`${seal.day}T00:00:00Z`);
    const span = { accountId: ask.accountId, from, to: new Date(from.getTime() + 86_400_000) };
    const tree = new MerkleTree(this.#hash);
    for await (const { leaf } of this.#leaves(span)) tree.append(leafHash(this.#hash, Buffer.from(leaf)));
    for await (const { leaf, index } of this.#leaves(span)) {
      if (!moves(leaf, ask)) continue;
      const path = tree.path(index).map((hash) => Buffer.from(hash).toString('hex'));
      yield this.#line(leaf, `,"seal":${seal.number},"index":${index},"path":${JSON.stringify(path)}`);
    }
  }

  async *#unsealed(ask: Proving, span: LeafSpan): AsyncGenerator<string> {
    for await (const { leaf } of this.#leaves(span))
      if (moves(leaf, ask)) yield this.#line(leaf, ',"seal":null');
  }

  #line(leaf: string, proof: string): string {
    this.count += 1;
    return `${this.count === 1 ? '' : ','}\n{"journal":${leaf}${proof}}`;
  }

  async *#leaves(span: LeafSpan): AsyncGenerator<Leaf> {
    let index = 0;
    for (const { currency, ...numbers } of await this.#rowsOf(numberSpans(span))) {
      for (const [after, upto] of windows(numbers)) {
        const rows = await this.#rowsOf(sql<{ leaf: string }>`
          select leaf from ledger_leaves(${span.accountId}, ${currency}, ${after}, ${upto}) order by number`);
        for (const { leaf } of rows) yield { leaf, index: index++ };
      }
    }
  }
}

/** The number of the last sealed entry of a balance. A day without entries repeats the number of the day before. */
const lastNumber = (seal: LedgerSeal | undefined, currency: string): string | undefined =>
  seal?.balances.find((each) => each.currency === currency)?.number;

/** Whether a journal moves the balance. A journal may move balances of several currencies. */
const moves = (leaf: string, { currency }: ProofAsk): boolean => leaf.includes(`"currency":"${currency}"`);

const sealText = (seal: LedgerSeal): string =>
  canonical({
    account_id: seal.accountId,
    balances: seal.balances,
    day: seal.day,
    hash: seal.hash,
    journals: seal.journals,
    key_id: seal.keyId,
    number: seal.number,
    previous: seal.previous,
    root: seal.root,
    signature: seal.signature,
  });
