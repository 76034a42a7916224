import { randomBytes } from 'node:crypto';
import type { Journal } from '../protocol/journal.ts';
import type { Movement } from './apply-movements.ts';
import type { Profile } from './profile.ts';
import { creditorReferenceOf, creditorReferencesIn } from './reference.ts';

/** A prefix of message ids that no other journal has used. */
export const newTag = (): string => `P${randomBytes(3).toString('hex').toUpperCase()}`;

/**
 * A journal from a backup does not know which orders were accepted or sent since. Until a person resumes:
 * - orders that are not known as sent are held, and so is each new order, which may be a repetition;
 * - an order that the service asks about and that is not in the journal is lost, not "never sent".
 * New sequences keep later notices and statement lines apart from those that the service read since. A new tag keeps the ids of later messages apart from those that were used since the backup.
 */
export const markRestored = (journal: Journal, now: Date): void =>
  journal.commit(() => {
    journal.skipSequences(now);
    journal.run('delete from installation');
    journal.run('insert into installation (tag, restored_at) values (?, ?)', newTag(), now.toISOString());
    const files =
      "select message_id from file_out where state in ('prepared', 'uploaded') and kind like 'pain.%'";
    journal.run(
      `update payment_order set state = 'held'
       where state = 'queued' or (state = 'filed' and message_id in (${files}))`,
    );
    journal.run(`update file_out set state = 'held' where message_id in (${files})`);
  });

export const isRestored = (journal: Journal): boolean =>
  journal.one('select 1 from installation where restored_at is not null') !== undefined;

/** Stores what is known of an order that the lost journal accepted: a booking of the bank may name it. */
export function addLost(journal: Journal, reference: string, endToEndId: string): void {
  journal.run(
    `insert into payment_order (reference, end_to_end_id, kind, method, currency, amount, account_id, creditor, state,
       accepted_at) values (?, ?, '', '', '', '', '', '{}', 'lost', ?)`,
    reference,
    endToEndId,
    new Date().toISOString(),
  );
}

/**
 * Stores a funding account that the lost journal opened, so that a credit can be assigned to it. The account's creditor
 * reference in the credit proves the account at any time; without it, a person may name one until orders are sent again.
 */
export function addLostFunding(
  journal: Journal,
  profile: Profile,
  { reference, movement }: { reference: string; movement: Movement },
): boolean {
  const { currency, transaction, entry } = movement;
  const code = creditorReferenceOf(reference);
  const isNamed = creditorReferencesIn(`${transaction.remittance} | ${entry.info ?? ''}`).includes(code);
  const method = profile.methods.find(
    (each) => each.currency === currency && each.products.includes('payin'),
  );
  if (method === undefined || (!isNamed && !isRestored(journal))) return false;
  journal.run(
    'insert into funding (reference, code, method, currency) values (?, ?, ?, ?)',
    reference,
    code,
    method.method,
    currency,
  );
  return true;
}

/** Reads the status reports again that arrived since the restore, before the journal had the order. */
export function rereadStatuses(journal: Journal, endToEndId: string): void {
  journal.run(
    `update file_in set state = 'received'
     where received_at >= (select restored_at from installation) and instr(content, cast(? as blob)) > 0
       and ((state = 'aside' and reason like '%which we did not send')
         or (state = 'applied' and message_kind like 'pain.002%'))`,
    endToEndId,
  );
}

/** Id of an open problem with a booking that names the order. */
export const bookingProblemOf = (journal: Journal, reference: string): number | undefined =>
  journal.one<{ id: number }>(
    `select id from problem where kind = 'unmatched_booking' and resolved_at is null
       and instr(entry, (select end_to_end_id from payment_order where reference = ?)) > 0 order by id limit 1`,
    reference,
  )?.id;

/** Sends a held order with the next file. */
export function release(journal: Journal, reference: string): string {
  const problem = bookingProblemOf(journal, reference);
  if (problem !== undefined) return `Problem ${problem} is a booking of ${reference}. Resolve it first.`;
  const changed = journal.run(
    "update payment_order set state = 'queued' where reference = ? and state = 'held'",
    reference,
  );
  return changed === 1 ? `${reference} is sent with the next file.` : `${reference} is not held.`;
}

export function resume(journal: Journal): string {
  const { count = 0 } =
    journal.one<{ count: number }>(
      "select count(*) as count from payment_order where state in ('held', 'lost')",
    ) ?? {};
  if (count > 0) return `Held or lost orders: ${count}. Release or settle them first.`;
  journal.run('update installation set restored_at = null');
  return 'New orders are sent again.';
}
