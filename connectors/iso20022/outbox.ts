import type { Journal } from '../protocol/journal.ts';
import { executionDay } from './calendar.ts';
import type { Creditor } from './creditor.ts';
import { creditTransferFile, type Batch, type Transfer } from './pain001.ts';
import { methodOf, type Profile } from './profile.ts';
import { newTag } from './restored.ts';
import type { Settings } from './settings.ts';
import type { Transport } from './transport.ts';

interface Queued {
  readonly reference: string;
  readonly end_to_end_id: string;
  readonly method: string;
  readonly currency: string;
  readonly amount: string;
  readonly creditor: string;
  readonly memo: string | null;
  readonly accepted_at: string;
}

interface Waiting {
  readonly id: number;
  readonly name: string;
  readonly content: Uint8Array;
  readonly state: 'prepared' | 'uploaded';
  readonly attempt: number;
  readonly temporary: string | null;
}

export interface OutFile {
  readonly messageId: string;
  readonly kind: string;
  readonly name: string;
  readonly content: Uint8Array;
}

/** Writes orders into files and uploads each file exactly once. */
export class Outbox {
  readonly #journal: Journal;
  readonly #settings: Settings;
  readonly #profile: Profile;
  readonly #tag: string;

  constructor(journal: Journal, settings: Settings, profile: Profile) {
    this.#journal = journal;
    this.#settings = settings;
    this.#profile = profile;
    this.#tag = tagOf(journal);
  }

  /** Not used before by this journal. After a restore it is new only because `serve --restored` changes the tag. */
  nextMessageId(now: Date): string {
    const row = this.#journal.one<{ next: number }>('select coalesce(max(id), 0) + 1 as next from file_out');
    return `${this.#tag}${now.toISOString().slice(0, 10).replaceAll('-', '')}${String(row?.next ?? 1).padStart(8, '0')}`;
  }

  /** Stores a file to be sent. Called in a transaction. */
  add({ messageId, kind, name, content }: OutFile, now: Date): void {
    this.#journal.run(
      'insert into file_out (message_id, kind, name, content, created_at) values (?, ?, ?, ?, ?)',
      messageId,
      kind,
      name,
      content,
      now.toISOString(),
    );
  }

  /** Creates a file when the oldest order has waited long enough, or when there are enough orders. */
  collect(now: Date): void {
    const { transactions_most: most, gather_seconds: seconds } = this.#profile.credit_transfer;
    for (;;) {
      const queued = this.#queued('in', most);
      const [first] = queued;
      const isDue = first && now.getTime() - Date.parse(first.accepted_at) >= seconds * 1000;
      if (isDue !== true && queued.length < most) break;
      this.#journal.commit(() => this.#file(queued, now));
    }
    const [left] = this.#queued('not in', 1);
    if (left)
      throw new Error(`the profile no longer has ${left.method} in ${left.currency}, for which orders wait`);
  }

  /** Waiting orders whose method is (or is not) in the profile. */
  #queued(which: 'in' | 'not in', most: number): Queued[] {
    return this.#journal.all<Queued>(
      `select reference, end_to_end_id, method, currency, amount, creditor, memo, accepted_at
       from payment_order where state = 'queued' and method || ' ' || currency ${which} (select value from json_each(?))
       order by accepted_at, reference limit ?`,
      JSON.stringify(this.#profile.methods.map(({ method, currency }) => `${method} ${currency}`)),
      most,
    );
  }

  #file(queued: readonly Queued[], now: Date): void {
    const messageId = this.nextMessageId(now);
    const batches = this.#batches(queued, messageId, now);
    const content = creditTransferFile(
      { messageId, createdAt: now, batches },
      this.#profile,
      this.#settings.company,
    );
    const { version, file_name: pattern } = this.#profile.credit_transfer;
    this.add({ messageId, kind: version, name: pattern.replace('{message_id}', messageId), content }, now);
    for (const { id, transfers } of batches)
      for (const { endToEndId } of transfers)
        this.#journal.run(
          `update payment_order set state = 'filed', message_id = ?, batch_id = ?
           where end_to_end_id = ? and state = 'queued'`,
          messageId,
          id,
          endToEndId,
        );
  }

  #batches(queued: readonly Queued[], messageId: string, now: Date): Batch[] {
    const groups = Map.groupBy(queued, ({ method, currency }) => `${method} ${currency}`);
    return [...groups.values()].map((orders, at) => {
      const [first] = orders;
      const method = first && methodOf(this.#profile, first);
      const account = this.#settings.accounts.find(({ currency }) => currency === first?.currency);
      if (method === undefined || account === undefined)
        throw new Error(`the settings have no account for ${first?.method} in ${first?.currency}`);
      const transfers = orders.map(transferOf);
      const day = executionDay(this.#profile, method.cut_off, now);
      return { id: `${messageId}-${at + 1}`, method, account, day, transfers };
    });
  }

  /**
   * Uploads the files in order. The temporary name is stored before anything is written, and the end of the
   * upload before the rename. A temporary file that was uploaded and has disappeared was renamed, because
   * only we remove it. So at whatever moment this process ends, the next one knows whether the bank has the
   * file.
   */
  async deliver(transport: Transport): Promise<void> {
    for (;;) {
      const file = this.#journal.one<Waiting>(
        `select id, name, content, state, attempt, temporary from file_out
         where state in ('prepared', 'uploaded') order by id limit 1`,
      );
      if (file === undefined) return;
      const temporary =
        file.state === 'uploaded' ? String(file.temporary) : await this.#upload(transport, file);
      await this.#name(transport, file, temporary);
    }
  }

  async #upload(transport: Transport, { id, name, content, attempt }: Waiting): Promise<string> {
    // A name for each try: an earlier connection may still be writing.
    const temporary = `.${name}.${attempt + 1}.tmp`;
    this.#journal.run('update file_out set attempt = attempt + 1, temporary = ? where id = ?', temporary, id);
    await transport.put(temporary, content);
    const size = await transport.sizeOf(temporary);
    if (size !== content.length)
      throw new Error(`${temporary} has ${size ?? 'no'} bytes after its upload, not ${content.length}`);
    this.#journal.run("update file_out set state = 'uploaded' where id = ?", id);
    return temporary;
  }

  async #name(transport: Transport, { id, name, state }: Waiting, temporary: string): Promise<void> {
    const isThere = state === 'prepared' || (await transport.sizeOf(temporary)) !== undefined;
    if (isThere)
      await transport.rename(temporary, name).catch(async (error: unknown) => {
        if ((await transport.sizeOf(temporary)) === undefined) return;
        if ((await transport.sizeOf(name)) !== undefined)
          this.#journal.run("update file_out set state = 'stuck' where id = ?", id);
        throw error;
      });
    this.#journal.run(
      "update file_out set state = 'delivered', delivered_at = ? where id = ?",
      new Date().toISOString(),
      id,
    );
  }
}

const transferOf = (row: Queued): Transfer => ({
  endToEndId: row.end_to_end_id,
  amount: row.amount,
  currency: row.currency,
  creditor: JSON.parse(row.creditor) as Creditor,
  ...(row.memo !== null && { memo: row.memo }),
});

function tagOf(journal: Journal): string {
  const known = journal.one<{ tag: string }>('select tag from installation');
  if (known) return known.tag;
  const tag = newTag();
  journal.run('insert into installation (tag) values (?)', tag);
  return tag;
}
