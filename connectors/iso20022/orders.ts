import type { Journal } from '../protocol/journal.ts';
import { addProblem } from './problems.ts';

export interface OrderState {
  readonly reference: string;
  readonly end_to_end_id: string;
  readonly account_id: string;
  readonly state: 'queued' | 'filed' | 'paid' | 'returned' | 'not_executed' | 'held' | 'lost';
  readonly amount: string;
  readonly currency: string;
  readonly message_id: string | null;
  readonly batch_id: string | null;
}

/** How the money of an order moved, as a booking or a status says. */
export interface Move {
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
}

const columns = 'reference, end_to_end_id, account_id, state, amount, currency, message_id, batch_id';

/** The states of orders. A booked movement overrides a status report. */
export class Orders {
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  byEndToEndId(id: string | undefined): OrderState | undefined {
    if (id === undefined) return undefined;
    return this.#journal.one<OrderState>(`select ${columns} from payment_order where end_to_end_id = ?`, id);
  }

  byReference(reference: string): OrderState | undefined {
    return this.#journal.one<OrderState>(
      `select ${columns} from payment_order where reference = ?`,
      reference,
    );
  }

  ofBatch(id: string): OrderState[] {
    return this.#journal.all<OrderState>(
      `select ${columns} from payment_order where batch_id = ? order by reference`,
      id,
    );
  }

  ofFile(messageId: string): OrderState[] {
    return this.#journal.all<OrderState>(
      `select ${columns} from payment_order where message_id = ? order by reference`,
      messageId,
    );
  }

  /** A status proves that the bank has the order. */
  setStatus(order: OrderState, status: string): void {
    this.#journal.run(
      "update payment_order set bank_status = ?, state = iif(state = 'held', 'filed', state) where reference = ?",
      status,
      order.reference,
    );
  }

  paid(order: OrderState, move: Move): void {
    if (order.state === 'paid' || order.state === 'returned') return;
    if (order.state === 'not_executed')
      this.#contradicts(order, 'the bank booked an order that it had rejected');
    this.#move(order, 'paid', move);
  }

  returned(order: OrderState, move: Move): void {
    if (order.state === 'returned') return;
    this.#move(order, 'returned', move);
  }

  rejected(order: OrderState, code: string): void {
    if (order.state === 'not_executed') return;
    if (order.state === 'paid' || order.state === 'returned')
      return this.#contradicts(order, `the bank rejected an order that it had paid: ${code}`);
    this.#journal.run(
      "update payment_order set state = 'not_executed', code = ? where reference = ?",
      code,
      order.reference,
    );
    this.#journal.notify({
      id: `${order.reference}:not_executed`,
      type: 'operation',
      reference: order.reference,
      outcome: 'not_executed',
      code,
    });
  }

  #move(order: OrderState, outcome: 'paid' | 'returned', { amount, currency, at }: Move): void {
    const { reference, end_to_end_id: trace } = order;
    this.#journal.run(
      'update payment_order set state = ?, paid_amount = ?, paid_currency = ?, booked_at = ? where reference = ?',
      outcome,
      amount,
      currency,
      at,
      reference,
    );
    this.#journal.notify({
      id: `${reference}:${outcome}`,
      type: 'operation',
      reference,
      outcome,
      amount,
      currency,
      at,
      trace_reference: trace,
      trace_kind: 'end_to_end_id',
    });
  }

  #contradicts({ reference }: OrderState, text: string): void {
    addProblem(this.#journal, {
      key: `contradiction:${reference}:${text}`,
      kind: 'contradiction',
      text: `${reference}: ${text}`,
    });
  }
}
