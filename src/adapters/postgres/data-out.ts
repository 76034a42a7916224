import { declared } from '../../domain/noun/all.js';
import type { Declaration } from '../../domain/noun/declare.js';
import { columnsOf, snake } from './column.js';

/** A table as it leaves this database: by publication or export. */
export interface OutTable {
  readonly name: string;
  /** The primary key: the order of an export, and the replica identity. */
  readonly key: readonly string[];
  /** The key's columns are among them. */
  readonly columns: readonly string[];
}

/** The books and the event log have no declarations. */
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

/** All columns but the sealed and withheld ones; money has two, which share its field. */
function outColumns(declaration: Declaration): string[] {
  const { fields } = declaration;
  const open = Object.entries(fields).filter(([, { sealed, withheld }]) => !sealed && !withheld);
  return Object.keys(columnsOf({ ...declaration, fields: Object.fromEntries(open) })).map(snake);
}

/** Everything that leaves, by the name of its table. */
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
