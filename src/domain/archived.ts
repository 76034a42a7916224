import { Refusal } from './refusal.js';

/** From when on the entries of an account are in the database, and when those before left. */
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
