import { defineEntity, p } from '@mikro-orm/core';
import type { Column, Kind } from './column.js';
import { nounsInOrder, tables, type Table } from './table.js';

/** Exact decimals stay text in the mapper; the domain's amounts are made in column.ts. */
const builders = {
  text: () => p.text(),
  decimal: () => p.decimal('string').columnType('numeric'),
  bigint: () => p.bigint('string'),
  int: () => p.integer(),
  flag: () => p.boolean(),
  time: () => p.datetime().columnType('timestamptz'),
  amount: () => p.decimal('string').columnType('numeric'),
  json: () => p.json<unknown>(),
  texts: () => p.array(),
} satisfies Record<Kind, () => object>;

function propertyOf({ column, type }: { column: string; type: Column }) {
  const property = builders[type.kind]();
  return type.nullable ? property.fieldName(column).nullable() : property.fieldName(column);
}

function entityOf(table: Table) {
  const own = table.fields
    .filter(({ field }) => field !== 'id')
    .map((each) => [each.field, propertyOf(each)]);
  return defineEntity({
    name: table.noun,
    tableName: table.name,
    properties: { id: p.text().primary(), ...(Object.fromEntries(own) as Record<string, unknown>) },
  });
}

/** Every noun as the mapper knows it, from the one list of columns in table.ts. */
export const entities = nounsInOrder.map((noun) => entityOf(tables[noun]));
