import type { Journal } from '../protocol/journal.ts';
import type {
  Bank,
  Capabilities,
  Confirmation,
  Finding,
  Opening,
  OpeningAnswer,
  Order,
  OrderAnswer,
} from '../protocol/message.ts';
import { Movements } from './apply-movements.ts';
import { creditorOf, type Creditor } from './creditor.ts';
import { Orders } from './orders.ts';
import { Payments } from './payments.ts';
import { methodOf, type Method, type Profile } from './profile.ts';
import { creditorReferenceOf, endToEndIdOf } from './reference.ts';
import { addLost, isRestored, rereadStatuses } from './restored.ts';
import type { Settings } from './settings.ts';

interface OrderRow {
  readonly [name: string]: string | null;
  readonly reference: string;
  readonly end_to_end_id: string;
  readonly state: string;
  readonly code: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly paid_amount: string | null;
  readonly paid_currency: string | null;
  readonly booked_at: string | null;
  readonly accepted_at: string;
}

/**
 * The protocol's view of a file-based bank: an order is stored and accepted; later files report the outcome.
 */
export class FileBank implements Bank {
  readonly #journal: Journal;
  readonly #settings: Settings;
  readonly #profile: Profile;
  readonly #orders: Orders;
  readonly #movements: Movements;

  constructor(journal: Journal, settings: Settings, profile: Profile) {
    this.#journal = journal;
    this.#settings = settings;
    this.#profile = profile;
    this.#orders = new Orders(journal);
    const payments = new Payments(journal, profile.incoming.final);
    this.#movements = new Movements({ journal, orders: this.#orders, payments });
  }

  capabilities(): Capabilities {
    return {
      environment: this.#settings.environment,
      capabilities: this.#profile.methods.flatMap(({ method, currency, products, per_operation: most }) =>
        products.map((product) => ({
          product,
          method,
          currency,
          ...(most !== undefined && product !== 'payin' && { limits: { per_operation: most } }),
        })),
      ),
      features: ['refund', 'partial_refund', 'returns', 'statement'],
      settling_seconds: 5,
      concurrency: 16,
    };
  }

  submit(reference: string, order: Order, isRepeat: boolean): Promise<OrderAnswer> {
    return Promise.resolve(
      this.#journal.commit((): OrderAnswer => {
        const known = this.#order(reference);
        if (known) return answerOf(known);
        // An earlier attempt ended before the order was stored, and a look-up may have reported it as unknown
        // since.
        if (isRepeat && new Date(order.send_by) <= new Date())
          throw new Error('a repeated order came after send_by');
        const creditor = this.#creditor(order);
        const isAfterRestore = isRestored(this.#journal);
        const state = isAfterRestore ? 'held' : 'queued';
        this.#journal.run(
          `insert into payment_order (reference, end_to_end_id, kind, method, currency, amount, account_id, creditor,
             memo, state, code, accepted_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          reference,
          endToEndIdOf(reference),
          order.kind,
          order.method,
          order.currency,
          order.amount,
          order.account_id,
          JSON.stringify(typeof creditor === 'string' ? {} : creditor),
          order.memo ?? null,
          typeof creditor === 'string' ? 'not_executed' : state,
          typeof creditor === 'string' ? creditor : null,
          new Date().toISOString(),
        );
        if (isAfterRestore) this.#applyEarlier(reference);
        return typeof creditor === 'string'
          ? { outcome: 'refused', code: creditor }
          : { outcome: 'accepted' };
      }),
    );
  }

  find(references: readonly string[]): Promise<ReadonlyMap<string, Finding>> {
    const isAfterRestore = isRestored(this.#journal);
    const found = references.flatMap((reference): [string, Finding][] => {
      const row = this.#order(reference);
      if (row) return [[reference, findingOf(row)]];
      if (!isAfterRestore) return [];
      const added = this.#journal.commit(() => {
        addLost(this.#journal, reference, endToEndIdOf(reference));
        this.#applyEarlier(reference);
        return this.#order(reference);
      });
      return [[reference, added ? findingOf(added) : { outcome: 'unknown' }]];
    });
    return Promise.resolve(new Map(found));
  }

  open(reference: string, opening: Opening): Promise<OpeningAnswer> {
    const method = methodOf(this.#profile, opening);
    const account = this.#settings.accounts.find(({ currency }) => currency === opening.currency);
    if (method?.products.includes('payin') !== true || account === undefined)
      return Promise.resolve({ outcome: 'refused', code: 'method_not_offered' });
    const code = creditorReferenceOf(reference);
    this.#journal.run(
      `insert into funding (reference, code, method, currency, amount, expires_at) values (?, ?, ?, ?, ?, ?)
       on conflict (reference) do nothing`,
      reference,
      code,
      opening.method,
      opening.currency,
      opening.amount ?? null,
      opening.expires_at ?? null,
    );
    return Promise.resolve({
      outcome: 'opened',
      instructions: {
        ...(opening.amount !== undefined && { amount: opening.amount, currency: opening.currency }),
        bank_account: account.number,
        reference: code,
        ...(opening.expires_at !== undefined && { expires_at: opening.expires_at }),
      },
    });
  }

  /** Payments to a closed account still arrive at the bank; the service decides about them. */
  close(reference: string): Promise<void> {
    this.#journal.run('update funding set is_closed = 1 where reference = ?', reference);
    return Promise.resolve();
  }

  confirm(references: readonly string[]): Promise<ReadonlyMap<string, Confirmation>> {
    const found = references.flatMap((reference): [string, Confirmation][] => {
      const row = this.#journal.one<
        Record<'state' | 'amount' | 'currency' | 'booked_on' | 'bank_reference', string>
      >(
        'select state, amount, currency, booked_on, bank_reference from payment where reference = ?',
        reference,
      );
      if (row === undefined) return [];
      if (row.state === 'pending') return [[reference, { outcome: 'pending' }]];
      if (row.state === 'reversed')
        return [[reference, { outcome: 'not_confirmed', code: 'payment_reversed' }]];
      const { amount, currency, bank_reference: trace } = row;
      const at = `${row.booked_on}T00:00:00.000Z`;
      return [
        [
          reference,
          { outcome: 'confirmed', amount, currency, at, trace_reference: trace, trace_kind: 'other' },
        ],
      ];
    });
    return Promise.resolve(new Map(found));
  }

  /** The bank's folder is read by a loop of its own; a request does not wait for it. */
  refresh(): Promise<void> {
    return Promise.resolve();
  }

  /** After a restore, files of the bank may name an order before the service does. */
  #applyEarlier(reference: string): void {
    const order = this.#orders.byReference(reference);
    if (order === undefined) return;
    this.#movements.bookUnmatched(order);
    rereadStatuses(this.#journal, order.end_to_end_id);
  }

  #order(reference: string): OrderRow | undefined {
    return this.#journal.one<OrderRow>('select * from payment_order where reference = ?', reference);
  }

  #creditor(order: Order): Creditor | string {
    const method = methodOf(this.#profile, order);
    if (method?.products.includes(order.kind) !== true) return 'method_not_offered';
    const payment = order.details['payment_reference'];
    if (order.kind === 'refund' && payment !== undefined) return this.#payer(payment, method);
    return creditorOf(order, method, this.#profile);
  }

  /** A refund goes back to the account that the bank named with the payment. */
  #payer(payment: string, method: Method): Creditor | string {
    const row = this.#journal.one<Record<'payer_name' | 'payer_account' | 'payer_agent', string | null>>(
      'select payer_name, payer_account, payer_agent from payment where reference = ?',
      payment,
    );
    if (row === undefined) return 'payment_not_found';
    const { payer_name: name, payer_account: number, payer_agent: agent } = row;
    if (name === null || number === null) return 'payer_account_unknown';
    const details = {
      ...Object.fromEntries(method.name.map((field, at) => [field, at === 0 ? name : ''])),
      [method.account.field]: number,
      ...(method.agent && agent !== null && { [method.agent.field]: agent }),
    };
    return creditorOf({ details } as unknown as Order, method, this.#profile);
  }
}

const answerOf = ({ state, code }: OrderRow): OrderAnswer =>
  state === 'not_executed' && code !== null ? { outcome: 'refused', code } : { outcome: 'accepted' };

function findingOf(row: OrderRow): Finding {
  switch (row.state) {
    case 'paid':
    case 'returned':
      return {
        outcome: row.state,
        amount: row.paid_amount ?? row.amount,
        currency: row.paid_currency ?? row.currency,
        at: row.booked_at ?? row.accepted_at,
        trace_reference: row.end_to_end_id,
        trace_kind: 'end_to_end_id',
      };
    case 'not_executed':
      return { outcome: 'not_executed', code: row.code ?? 'rejected' };
    case 'lost':
      return { outcome: 'unknown' };
    default:
      return { outcome: 'in_flight' };
  }
}
