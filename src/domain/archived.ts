import { isId, madeAt } from './id.js';
import { refuse, Refusal } from './refusal.js';

/** Start of the entries that are in the database, and the time at which earlier entries were archived. */
export interface ArchiveBorder {
  readonly until: Date;
  readonly archivedAt: Date;
}

/** The last event of an account that was removed from the database, and the end of its day. */
export interface EventBorder extends ArchiveBorder {
  readonly position: string;
  readonly id: string;
}

/** The answer for entries that are in the archive only. */
export const archived = ({ until, archivedAt }: ArchiveBorder): Refusal =>
  new Refusal(
    'archived',
    `Ledger entries before ${until.toISOString()} are archived; ask for a later time.`,
    {
      archivedAt,
    },
  );

/** The answer for events that are in the archive only, with the parameter that asks for them. */
export const archivedEvents = ({ until, archivedAt }: ArchiveBorder, param?: string): Refusal =>
  new Refusal('archived', `Events before ${until.toISOString()} are archived; ask for later ones.`, {
    archivedAt,
    ...(param !== undefined && { param }),
  });

/** The refusal of an event that is not in the database: `archived` if its id is from before the border. */
export function absentEvent(
  border: EventBorder | undefined,
  { id, param }: { readonly id: string; readonly param?: string },
): never {
  if (border && isId('event', id) && madeAt(id) < border.until) throw archivedEvents(border, param);
  return refuse('not_found', 'This event does not exist.', param === undefined ? {} : { param });
}
