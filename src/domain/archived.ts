import { Refusal } from './refusal.js';

/** Start of the entries that are in the database, and the time at which earlier entries were archived. */
export interface ArchiveBorder {
  readonly until: Date;
  readonly archivedAt: Date;
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
