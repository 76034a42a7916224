import type { Journal } from '../protocol/journal.ts';
import { cancellationFile } from './cancellation.ts';
import { Orders } from './orders.ts';
import type { Outbox } from './outbox.ts';
import type { Profile } from './profile.ts';
import type { Settings } from './settings.ts';

export const recallReasons = ['DUPL', 'TECH', 'FRAD', 'CUST', 'AC03', 'AM09'] as const;
export type RecallReason = (typeof recallReasons)[number];

/** Asks the bank for an order back; one that has not left yet is simply not sent. Returns what was done. */
export class Recalls {
  readonly #journal: Journal;
  readonly #settings: Settings;
  readonly #profile: Profile;
  readonly #outbox: Outbox;

  constructor(deps: { journal: Journal; settings: Settings; profile: Profile; outbox: Outbox }) {
    this.#journal = deps.journal;
    this.#settings = deps.settings;
    this.#profile = deps.profile;
    this.#outbox = deps.outbox;
  }

  ask(reference: string, reason: RecallReason): string {
    const now = new Date();
    return this.#journal.commit(() => {
      const orders = new Orders(this.#journal);
      const order = orders.byReference(reference);
      if (order === undefined) return `${reference} is no order of ours.`;
      if (order.state === 'queued') {
        orders.rejected(order, 'recalled');
        return `${reference} had not been sent; it is not executed.`;
      }
      if (order.state === 'held' || order.state === 'lost')
        return `${reference} is ${order.state}: release or settle it.`;
      if (order.state === 'not_executed' || order.state === 'returned')
        return `${reference} is ${order.state} already.`;
      const known = this.#journal.one<{ id: string }>(
        "select id from recall where direction = 'ours' and reference = ?",
        reference,
      );
      if (known) return `${reference} was recalled before, as ${known.id}.`;
      const account = this.#settings.accounts.find(({ currency }) => currency === order.currency);
      if (account === undefined || order.message_id === null || order.batch_id === null)
        return `${reference} cannot be recalled: the settings have no account in ${order.currency}.`;
      const messageId = this.#outbox.nextMessageId(now);
      const original = {
        messageId: order.message_id,
        batchId: order.batch_id,
        endToEndId: order.end_to_end_id,
        amount: order.amount,
        currency: order.currency,
      };
      const content = cancellationFile(
        { messageId, createdAt: now, reason, account, original },
        this.#profile,
        this.#settings.company,
      );
      const name = this.#profile.credit_transfer.file_name.replace('{message_id}', messageId);
      this.#outbox.add({ messageId, kind: this.#profile.recall.version, name, content }, now);
      this.#journal.run(
        `insert into recall (id, direction, reference, end_to_end_id, reason, state, created_at)
         values (?, 'ours', ?, ?, ?, 'sent', ?)`,
        messageId,
        reference,
        order.end_to_end_id,
        reason,
        now.toISOString(),
      );
      return `${reference} is recalled as ${messageId}.`;
    });
  }
}
