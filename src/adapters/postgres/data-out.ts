import { declared } from '../../domain/noun/all.js';
import type { Declaration } from '../../domain/noun/declare.js';
import { columnsOf, snake } from './column.js';

/** A table as replicas and exports see it. */
export interface OutTable {
  readonly name: string;
  /** The primary key: the sort order of exports, and the replica identity. */
  readonly key: readonly string[];
  /** All published columns, including those of the key. */
  readonly columns: readonly string[];
}

/** The ledger and the event log are not declared as nouns. */
const books: readonly OutTable[] = [
  {
    name: 'journal',
    key: ['id'],
    columns: ['id', 'account_id', 'purpose', 'origin_type', 'origin_id', 'occurred_at'],
  },
  {
    name: 'entry',
    key: ['id'],
    columns: [
      'id',
      'account_id',
      'journal_id',
      'ledger',
      'currency',
      'direction',
      'amount',
      'seq',
      'occurred_at',
    ],
  },
  {
    name: 'balance',
    key: ['account_id', 'currency'],
    columns: [
      'account_id',
      'currency',
      'available',
      'pending',
      'reserved',
      'in_settlement',
      'earnings',
      'seq',
      'as_of',
    ],
  },
  {
    name: 'event',
    key: ['account_id', 'position'],
    columns: ['account_id', 'position', 'id', 'type', 'resource_id', 'occurred_at', 'body'],
  },
];

/** All columns except sealed and withheld ones. A money field has two columns. */
function outColumns(declaration: Declaration): string[] {
  const { fields } = declaration;
  const open = Object.entries(fields).filter(([, { sealed, withheld }]) => !sealed && !withheld);
  return Object.keys(columnsOf({ ...declaration, fields: Object.fromEntries(open) })).map(snake);
}

/** All tables that are published or exported, by name. */
export const outTables: readonly OutTable[] = [
  ...declared
    .filter(({ isInternal }) => !isInternal)
    .map((declaration) => ({
      name: snake(declaration.noun),
      key: ['id'],
      columns: outColumns(declaration),
    })),
  ...books,
].toSorted((one, other) => (one.name < other.name ? -1 : 1));
