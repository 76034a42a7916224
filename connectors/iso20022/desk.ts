import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Journal } from '../protocol/journal.ts';
import type { Movements } from './apply-movements.ts';
import { movementFrom } from './apply-movements.ts';
import { Orders } from './orders.ts';
import { resolveProblem } from './problems.ts';
import type { Profile } from './profile.ts';
import { recallReasons, type Recalls } from './recalls.ts';
import { addLostFunding, bookingProblemOf, release, resume } from './restored.ts';

const text = z.string().min(1).max(500);

export const command = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('recall'), reference: text, reason: z.enum(recallReasons) }),
  z.strictObject({ do: z.literal('assign'), problem: z.int().min(1), funding_reference: text }),
  z.strictObject({ do: z.literal('resolve'), problem: z.int().min(1), note: text }),
  z.strictObject({ do: z.literal('retry'), file: z.int().min(1) }),
  z.strictObject({ do: z.literal('release'), reference: text }),
  z.strictObject({
    do: z.literal('settle'),
    reference: text,
    outcome: z.enum(['paid', 'not_executed']),
    amount: z
      .string()
      .regex(/^\d{1,15}\.\d{2}$/)
      .optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
  }),
  z.strictObject({ do: z.literal('resume') }),
]);
export type Command = z.output<typeof command>;

export interface DeskParts {
  readonly folder: string;
  readonly journal: Journal;
  readonly profile: Profile;
  readonly movements: Movements;
  readonly recalls: Recalls;
}

/**
 * Exchange between an operator and the running connector: commands arrive as files, and the report is a file.
 */
export class Desk {
  readonly #parts: DeskParts;
  #reported = '';

  constructor(parts: DeskParts) {
    this.#parts = parts;
    for (const each of ['', 'commands', 'aside']) mkdirSync(join(parts.folder, each), { recursive: true });
  }

  setAside = ({
    id,
    name,
    reason,
    content,
  }: {
    id: number;
    name: string;
    reason: string;
    content?: Uint8Array;
  }): void => {
    const plain = name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 150);
    const path = join(this.#parts.folder, 'aside', `${id}-${plain}`);
    if (content !== undefined) writeFileSync(path, content);
    writeFileSync(`${path}.reason`, `${name}: ${reason}\n`);
  };

  /** Each command is done once: its answer is written before it is removed, and doing it again changes nothing. */
  obey(): void {
    const folder = join(this.#parts.folder, 'commands');
    for (const name of readdirSync(folder)
      .filter((each) => each.endsWith('.json'))
      .toSorted()) {
      const path = join(folder, name);
      writeWhole(path.replace(/\.json$/, '.answer'), `${this.#answer(path)}\n`);
      rmSync(path, { recursive: true });
    }
  }

  /** A command that fails does not hold the next ones back. */
  #answer(path: string): string {
    try {
      return this.#done(readFileSync(path, 'utf8'));
    } catch (error) {
      return `The command failed: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #done(content: string): string {
    const data = commandIn(content);
    if (data === undefined) return 'The command is not understood.';
    switch (data.do) {
      case 'recall':
        return this.#parts.recalls.ask(data.reference, data.reason);
      case 'assign':
        return this.#assign(data.problem, data.funding_reference);
      case 'resolve':
        return this.#resolve(data.problem, data.note);
      case 'retry':
        return this.#retry(data.file);
      case 'release':
        return release(this.#parts.journal, data.reference);
      case 'settle':
        return this.#settle(data);
      case 'resume':
        return resume(this.#parts.journal);
    }
  }

  #retry(id: number): string {
    const changed = this.#parts.journal.run(
      "update file_in set state = 'received' where id = ? and state = 'aside' and content is not null",
      id,
    );
    return changed === 1 ? `File ${id} is read again.` : `File ${id} is not set aside.`;
  }

  #settle(command: Extract<Command, { do: 'settle' }>): string {
    const { reference, outcome } = command;
    const { journal } = this.#parts;
    return journal.commit(() => {
      const orders = new Orders(journal);
      const order = orders.byReference(reference);
      if (order?.state !== 'held' && order?.state !== 'lost') return `${reference} is not held or lost.`;
      const { amount = order.amount, currency = order.currency } = command;
      const problem = bookingProblemOf(journal, reference);
      if (outcome === 'not_executed' && problem !== undefined)
        return `Problem ${problem} is a booking of ${reference}. Resolve it first.`;
      if (outcome === 'not_executed') orders.rejected(order, 'not_sent');
      else if (amount === '' || currency === '')
        return `${reference} is lost: give its amount and currency too, such as 10.00 MXN.`;
      else orders.paid(order, { amount, currency, at: new Date().toISOString() });
      return `${reference} is ${outcome}.`;
    });
  }

  #assign(id: number, funding: string): string {
    const { journal, profile, movements } = this.#parts;
    return journal.commit(() => {
      const problem = this.#open(id);
      if (typeof problem?.entry !== 'string') return `Problem ${id} is no open booking.`;
      const movement = movementFrom(problem.entry);
      if (movement.direction !== 'in') return `Problem ${id} is a debit.`;
      if (
        journal.one('select 1 from funding where reference = ?', funding) === undefined &&
        !addLostFunding(journal, profile, { reference: funding, movement })
      )
        return `${funding} is no funding account.`;
      if (!movements.assign(movement, funding)) return `Problem ${id} could not be assigned.`;
      resolveProblem(journal, problem.key, `assigned to ${funding}`);
      return `Problem ${id} is assigned to ${funding}.`;
    });
  }

  #resolve(id: number, note: string): string {
    const problem = this.#open(id);
    if (problem === undefined) return `Problem ${id} is not open.`;
    resolveProblem(this.#parts.journal, problem.key, note);
    return `Problem ${id} is resolved.`;
  }

  #open(id: number): { key: string; entry: string | null } | undefined {
    return this.#parts.journal.one('select key, entry from problem where id = ? and resolved_at is null', id);
  }

  /** Written after each change of the journal, and every minute because a file may have become unanswered. */
  report(now: Date): void {
    const { journal, profile, folder } = this.#parts;
    const state = `${journal.changes()} ${Math.floor(now.getTime() / 60_000)}`;
    if (state === this.#reported) return;
    const late = new Date(now.getTime() - profile.status.expected_hours * 3_600_000).toISOString();
    const counted = (sql: string): unknown[] => journal.all(sql);
    const body = {
      bank: profile.bank,
      restored_at:
        journal.one<{ at: string | null }>('select restored_at as at from installation')?.at ?? null,
      held: counted(
        `select reference, end_to_end_id, state, bank_status, amount, currency, accepted_at from payment_order
         where state in ('held', 'lost') order by reference`,
      ),
      orders: counted('select state, count(*) as count from payment_order group by state order by state'),
      files_out: counted('select state, count(*) as count from file_out group by state order by state'),
      files_in: counted('select state, count(*) as count from file_in group by state order by state'),
      unanswered: journal.all(
        `select message_id, kind, delivered_at from file_out
         where answered_at is null and delivered_at < ? and kind like 'pain.%' order by id`,
        late,
      ),
      stuck: counted("select message_id, name from file_out where state = 'stuck' order by id"),
      set_aside: counted("select id, name, reason from file_in where state = 'aside' order by id"),
      waiting: counted("select id, name, reason from file_in where state = 'waiting' order by id"),
      recalls: counted(
        'select id, direction, reference, end_to_end_id, reason, state, detail from recall order by id',
      ),
      problems: counted(
        `select id, kind, text, amount, currency, booked_on, found_at from problem
         where resolved_at is null order by id`,
      ),
      balances: journal.balances(),
    };
    writeWhole(join(folder, 'report.json'), `${JSON.stringify(body, undefined, 2)}\n`);
    this.#reported = state;
  }
}

function commandIn(content: string): Command | undefined {
  try {
    return command.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

/** A reader sees the old file or the new one. */
export function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
