import { BigNumber } from 'bignumber.js';
import type { Journal } from '../protocol/journal.ts';
import type { StatementLine } from '../protocol/message.ts';
import type { OrderState, Orders } from './orders.ts';
import type { Payments } from './payments.ts';
import { addProblem, resolveProblem } from './problems.ts';
import type { AccountReport, BankName, Direction, Entry, Transaction } from './report.ts';
import { markOf } from './statements.ts';

interface Books {
  readonly journal: Journal;
  readonly orders: Orders;
  readonly payments: Payments;
}

/** One movement of money: a transaction of an entry, or the entry itself. */
export interface Movement {
  readonly amount: string;
  readonly currency: string;
  readonly direction: Direction;
  readonly entry: Entry;
  readonly transaction: Transaction;
  readonly entryKey: string;
  /** Charges that the entry's amount includes. */
  readonly fee?: string;
}

export type MovementSource = 'camt.053' | 'camt.054';

const noTransaction: Transaction = { names: [], payer: {}, remittance: '' };

/** Applies the booked entries of a notice or a statement; those of a statement become lines. */
export class Movements {
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  apply(report: AccountReport, source: MovementSource): void {
    const met = new Set<string>();
    for (const [at, entry] of report.entries.entries()) {
      // Pending entries are ignored.
      if (!entry.isBooked) continue;
      const entryKey = `${report.account} ${source} ${report.id} ${markOf(report)} ${at}`;
      const batch = this.#batchOf(entry);
      if (batch !== undefined) {
        this.#bookBatch(batch, { entry, entryKey, source });
        continue;
      }
      const movements = movementsOf(entry, entryKey);
      if (movements === undefined)
        this.#unmatched(
          wholeOf(entry, entryKey),
          source,
          `the amounts of ${entry.transactions.length} transactions do not sum to their entry`,
        );
      else for (const movement of movements) this.#apply(movement, source, met);
    }
  }

  /** Books a credit that a person assigned to a funding account. */
  assign(movement: Movement, funding: string): boolean {
    return this.#credit(movement, { source: 'camt.053', met: new Set(), assigned: funding });
  }

  /** Books an order that statements named before the journal had the order. Call it within `commit`. */
  bookUnmatched({ reference, end_to_end_id: id }: OrderState): void {
    const { journal } = this.#books;
    const problems = journal.all<{ key: string; entry: string }>(
      `select key, entry from problem
       where kind = 'unmatched_booking' and resolved_at is null and instr(entry, ?) > 0 order by id`,
      id,
    );
    for (const { key, entry } of problems) {
      const movement = movementFrom(entry);
      const order = this.#orderOf(movement.transaction);
      if (order?.reference !== reference) continue;
      this.#order(order, movement, 'camt.053');
      resolveProblem(journal, key, `booked for ${reference}`);
    }
  }

  /** A batch that the bank booked as one sum, without its transfers. */
  #batchOf(entry: Entry): readonly OrderState[] | undefined {
    const { batchId, direction, isReversal, transactions } = entry;
    const isWhole = transactions.every(
      ({ endToEndId, instructionId }) => (endToEndId ?? instructionId) === undefined,
    );
    const id = batchId ?? transactions.find((each) => each.batchId !== undefined)?.batchId;
    if (id === undefined || direction === 'in' || isReversal || !isWhole) return undefined;
    const orders = this.#books.orders.ofBatch(id);
    return orders.length === 0 ? undefined : orders;
  }

  #bookBatch(
    orders: readonly OrderState[],
    { entry, entryKey, source }: { entry: Entry; entryKey: string; source: MovementSource },
  ): void {
    const booked = orders.filter(({ state }) => state !== 'not_executed');
    const sum = booked.reduce((total, { amount }) => total.plus(amount), new BigNumber(0));
    if (!sum.eq(entry.amount)) {
      const text = `a batch was booked with ${entry.amount}; its orders that were not rejected are ${sum.toFixed(2)}`;
      return this.#unmatched(wholeOf(entry, entryKey), source, text);
    }
    for (const [at, order] of booked.entries()) {
      const { amount, currency } = order;
      this.#order(order, { ...wholeOf(entry, `${entryKey}/${at}`), amount, currency }, source);
    }
  }

  #apply(movement: Movement, source: MovementSource, met: Set<string>): void {
    const { direction, entry, transaction } = movement;
    const order = this.#orderOf(transaction);
    if (order !== undefined) return this.#order(order, movement, source);
    const isTakenBack = direction === 'out' && (entry.isReversal || transaction.returnReason !== undefined);
    if (isTakenBack && this.#reverse(movement, source)) return;
    if (direction === 'in' && !entry.isReversal && this.#credit(movement, { source, met })) return;
    this.#unmatched(movement, source, describe(movement));
  }

  #orderOf({ endToEndId, instructionId, remittance }: Transaction): OrderState | undefined {
    const { orders } = this.#books;
    const named = orders.byEndToEndId(endToEndId) ?? orders.byEndToEndId(instructionId);
    if (named) return named;
    // A return may name our transfer in its text only.
    const [id] = /\bE[0-9A-Z]{23}\b/.exec(remittance) ?? [];
    return orders.byEndToEndId(id);
  }

  #order(order: OrderState, movement: Movement, source: MovementSource): void {
    const { amount, currency, direction, entry, entryKey, fee } = movement;
    const { orders } = this.#books;
    const at = `${entry.bookedOn}T00:00:00.000Z`;
    const kind = direction === 'out' ? 'operation' : 'operation_returned';
    if (kind === 'operation') orders.paid(order, { amount, currency, at });
    else orders.returned(order, { amount, currency, at });
    if (source !== 'camt.053') return;
    this.#book(entryKey, {
      kind,
      reference: order.reference,
      amount,
      currency,
      ...(fee !== undefined && { fee }),
      booked_on: entry.bookedOn,
      trace_reference: order.end_to_end_id,
      trace_kind: 'end_to_end_id',
      // Unknown for an order that was lost with its journal.
      ...(order.account_id !== '' && { account_id: order.account_id }),
    });
  }

  #credit(
    movement: Movement,
    { source, met, assigned }: { source: MovementSource; met: Set<string>; assigned?: string },
  ): boolean {
    const { amount, currency, entry, transaction, entryKey } = movement;
    const names = namesOf(movement);
    const { payer, remittance } = transaction;
    const bookedOn = entry.bookedOn;
    const text = `${remittance} | ${entry.info ?? ''}`;
    const credit = { names, amount, currency, bookedOn, payer, remittance: text, source, entryKey, met };
    const payment = this.#books.payments.credit(credit, assigned);
    if (payment === undefined) return false;
    if (source === 'camt.053')
      this.#book(entryKey, {
        kind: 'payment',
        reference: payment.reference,
        amount,
        currency,
        booked_on: bookedOn,
        funding_reference: payment.funding_reference,
        bank_reference: payment.bank_reference,
      });
    return true;
  }

  #reverse(movement: Movement, source: MovementSource): boolean {
    const { amount, currency, entry, entryKey } = movement;
    const payment = this.#books.payments.reverse({ names: namesOf(movement), amount, currency, source });
    if (payment === undefined) return false;
    if (source === 'camt.053')
      this.#book(entryKey, {
        kind: 'payment_reversed',
        reference: payment.reference,
        amount,
        currency,
        booked_on: entry.bookedOn,
        funding_reference: payment.funding_reference,
        bank_reference: payment.bank_reference,
      });
    return true;
  }

  /** The balance is the statement's closing balance, which has every entry in it, assigned or not. */
  #book(entryKey: string, line: StatementLine): void {
    this.#books.journal.book(entryKey, line, 0);
  }

  /** Only the statement is complete: what a notice leaves open may still be explained by it. */
  #unmatched(movement: Movement, source: MovementSource, text: string): void {
    if (source !== 'camt.053') return;
    const { entryKey, amount, currency, direction, entry } = movement;
    addProblem(this.#books.journal, {
      key: `booking:${entryKey}`,
      kind: 'unmatched_booking',
      text,
      amount: direction === 'in' ? amount : `-${amount}`,
      currency,
      bookedOn: entry.bookedOn,
      entry: movement,
    });
  }
}

/** The movement that a problem was kept with. */
export const movementFrom = (text: string): Movement => JSON.parse(text) as Movement;

/** The entry as one movement; several transactions have no common name or payer. */
const wholeOf = (entry: Entry, entryKey: string): Movement => ({
  amount: entry.amount,
  currency: entry.currency,
  direction: entry.direction,
  entry,
  transaction: (entry.transactions.length === 1 ? entry.transactions[0] : undefined) ?? noTransaction,
  entryKey,
});

/** Undefined if the amounts of several transactions are missing, or do not sum to the entry. */
function movementsOf(entry: Entry, entryKey: string): Movement[] | undefined {
  const { transactions, amount: total, charges, direction } = entry;
  const isOne = transactions.length <= 1;
  const parts = transactions.flatMap((transaction, at): Movement[] => {
    const { amount, direction: own = direction } = transaction;
    if (amount === undefined) return [];
    const part = { ...wholeOf(entry, isOne ? entryKey : `${entryKey}/${at}`), amount, transaction };
    return [isOne ? part : { ...part, direction: own }];
  });
  const isComplete = parts.length > 0 && parts.length === transactions.length;
  const sum = parts.reduce(
    (all, part) => all.plus(part.direction === direction ? part.amount : `-${part.amount}`),
    new BigNumber(0),
  );
  // The entry's amount may include charges, which are a fee beside its transactions.
  if (isComplete && direction === 'out' && charges !== undefined && sum.plus(charges).eq(total))
    return parts.map((part, at) => (at === 0 ? { ...part, fee: charges } : part));
  if (isOne) return [wholeOf(entry, entryKey)];
  return isComplete && sum.eq(total) ? parts : undefined;
}

const namesOf = ({ entry, transaction }: Movement): BankName[] => [
  ...transaction.names,
  ...(entry.transactions.length <= 1 && entry.bankReference !== undefined
    ? [{ kind: 'entry' as const, value: entry.bankReference }]
    : []),
];

function describe({ direction, transaction, entry }: Movement): string {
  const what = direction === 'in' ? 'a credit' : 'a debit';
  const kind = entry.isReversal ? `${what} that reverses an unknown booking` : what;
  const name = transaction.endToEndId ?? transaction.names[0]?.value ?? entry.bankReference;
  return `${kind} matches no order and no funding account${name === undefined ? '' : `: ${name}`}`;
}
