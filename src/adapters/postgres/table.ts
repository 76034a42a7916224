import type { Noun } from '../../domain/decision.js';
import { declared } from '../../domain/noun/all.js';
import { columnsOf, snake, type Column } from './column.js';

export interface Field {
  readonly field: string;
  readonly column: string;
  readonly type: Column;
}

export interface Table {
  readonly noun: Noun;
  readonly name: string;
  readonly fields: readonly Field[];
}

const made = declared.map((declaration): Table => {
  const { noun } = declaration;
  const columns = Object.entries(columnsOf(declaration));
  const fields = columns.map(([field, type]) => ({ field, column: snake(field), type }));
  return { noun, name: snake(noun), fields };
});

/** The order in which rows are written. */
export const nounsInOrder: readonly Noun[] = made.map(({ noun }) => noun);
export const tables = Object.fromEntries(made.map((table) => [table.noun, table])) as Readonly<
  Record<Noun, Table>
>;
