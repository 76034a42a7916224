import type { Journal } from '../protocol/journal.ts';
import { Movements } from './apply-movements.ts';
import { Orders, type OrderState } from './orders.ts';
import { Payments } from './payments.ts';
import { addProblem, resolveProblem } from './problems.ts';
import type { Profile } from './profile.ts';
import type { BankFile, MovementFile, RecallFile, ResolutionFile, StatusFile, StatusItem } from './report.ts';
import type { OwnAccount } from './settings.ts';
import { closeStatement, positionOf } from './statements.ts';
import { UnreadableFile } from './xml-reader.ts';

/** A file that has to wait for another one; the message says for which. */
export class EarlyFile extends Error {}

/** Only a lost journal can have sent such an order: this journal has no file with it. */
const isLost = ({ state, message_id: message }: OrderState): boolean =>
  message === null && (state === 'held' || state === 'lost' || state === 'filed');

/** Applies what a file of the bank says. Called in a transaction: all of the file, or nothing. */
export class Applier {
  readonly #journal: Journal;
  readonly #profile: Profile;
  readonly #accounts: readonly OwnAccount[];
  readonly #orders: Orders;
  readonly movements: Movements;

  constructor(journal: Journal, profile: Profile, accounts: readonly OwnAccount[]) {
    this.#journal = journal;
    this.#profile = profile;
    this.#accounts = accounts;
    this.#orders = new Orders(journal);
    const payments = new Payments(journal, profile.incoming.final);
    this.movements = new Movements({ journal, orders: this.#orders, payments });
  }

  apply(file: BankFile): void {
    switch (file.type) {
      case 'status':
        return this.#status(file);
      case 'movements':
        return this.#movements(file);
      case 'resolution':
        return this.#resolution(file);
      case 'recall':
        return this.#recall(file);
    }
  }

  #status({ originalMessageId, items, messageId }: StatusFile): void {
    const now = new Date().toISOString();
    const isOurs =
      this.#journal.run(
        'update file_out set answered_at = coalesce(answered_at, ?) where message_id = ?',
        now,
        originalMessageId,
      ) === 1;
    if (!isOurs && !this.#namesLostOrder(items))
      throw new UnreadableFile(`it is about the message ${originalMessageId}, which we did not send`);
    for (const item of items) {
      const orders = this.#ordersOf(item);
      const key = `status:${messageId}:${item.id}`;
      if (orders.length === 0 && item.scope === 'transfer')
        addProblem(this.#journal, {
          key,
          kind: 'unknown_order',
          text: `a status report names ${item.id}, which is no order of ours`,
        });
      if (orders.length > 0) resolveProblem(this.#journal, key, 'the order is known');
      for (const order of orders)
        if (isOurs ? order.message_id === originalMessageId : isLost(order)) this.#stands(order, item);
    }
  }

  /** After a restore, the message may be one that only the lost journal sent. */
  #namesLostOrder(items: readonly StatusItem[]): boolean {
    const isAboutLost = (item: StatusItem): boolean =>
      item.scope === 'transfer' && this.#ordersOf(item).some(isLost);
    return items.some(isAboutLost);
  }

  #ordersOf({ scope, id }: StatusItem): OrderState[] {
    if (scope === 'file') return this.#orders.ofFile(id);
    if (scope === 'batch') return this.#orders.ofBatch(id);
    return [this.#orders.byEndToEndId(id) ?? []].flat();
  }

  /**
   * "Accepted" does not mean "paid": only RJCT, CANC and the statuses that the profile accepts as proof
   * decide.
   */
  #stands(order: OrderState, { status, reason, scope }: StatusItem): void {
    this.#orders.setStatus(order, status);
    if (status === 'RJCT' || status === 'CANC') return this.#orders.rejected(order, reason ?? status);
    const proofs: readonly string[] = this.#profile.status.paid;
    const { amount, currency } = order;
    // The amount of a lost order is unknown until a statement books it.
    if (scope === 'transfer' && proofs.includes(status) && amount !== '') {
      this.#orders.paid(order, { amount, currency, at: new Date().toISOString() });
    }
  }

  #movements({ source, accounts }: MovementFile): void {
    // A report during the day is provisional; notices and the statement repeat what is booked.
    if (source === 'camt.052') return;
    for (const report of accounts) {
      const own = this.#accounts.find(({ number }) => number.replaceAll(' ', '') === report.account);
      if (own === undefined)
        throw new UnreadableFile(`it is about the account ${report.account}, which is not ours`);
      if (source === 'camt.054') {
        this.movements.apply(report, source);
        continue;
      }
      if (report.page && !(report.page.isLast && report.page.number === '1'))
        throw new UnreadableFile(
          `it is page ${report.page.number} of a statement; ask the bank for statements in one file`,
        );
      const position = positionOf(this.#journal, report, this.#profile.statement.number);
      if (position.is === 'early')
        throw new EarlyFile(`the statement ${position.expected} of ${report.account} is missing`);
      if (position.is === 'known') continue;
      this.movements.apply(report, source);
      closeStatement(this.#journal, report, position);
    }
  }

  #resolution({ items }: ResolutionFile): void {
    const states: Readonly<Record<string, string>> = {
      CNCL: 'accepted',
      ACCR: 'accepted',
      RJCR: 'rejected',
      PDCR: 'pending',
    };
    for (const { cancellationId, endToEndId, status, reason } of items) {
      const changed = this.#journal.run(
        `update recall set state = ?, detail = ?, updated_at = ?
         where direction = 'ours' and (id = ? or end_to_end_id = ?)`,
        states[status] ?? 'pending',
        reason ?? status,
        new Date().toISOString(),
        cancellationId ?? '',
        endToEndId ?? '',
      );
      if (changed === 0)
        throw new UnreadableFile(`it answers ${cancellationId ?? 'a recall'}, which we did not ask for`);
      resolveProblem(this.#journal, `recall:${cancellationId}`, status);
    }
  }

  /** Nothing moves: a person decides, and refunds the payment in the service if it is to go back. */
  #recall({ items }: RecallFile): void {
    for (const { id, endToEndId, amount, currency, reason } of items) {
      // Each bank has ids of its own for recalls.
      const key = endToEndId === undefined ? id : `${id} ${endToEndId}`;
      this.#journal.run(
        `insert into recall (id, direction, end_to_end_id, reason, state, created_at)
         values (?, 'theirs', ?, ?, 'received', ?) on conflict (id) do nothing`,
        key,
        endToEndId ?? null,
        reason ?? null,
        new Date().toISOString(),
      );
      addProblem(this.#journal, {
        key: `recall:${key}`,
        kind: 'recall',
        text: `the bank asks for a payment back: ${id}, end-to-end id ${endToEndId ?? 'unknown'}, reason ${reason ?? 'unknown'}`,
        ...(amount !== undefined && currency !== undefined && { amount, currency }),
      });
    }
  }
}
