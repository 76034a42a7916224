import { defineEntity, p } from '@mikro-orm/core';
import type { Column, Kind } from './column.js';
import { nounsInOrder, tables, type Table } from './table.js';

/** The mapper keeps exact decimals as text; column.ts converts them to the domain's amounts. */
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

/** An entity for every noun, from the columns in table.ts. */
export const entities = nounsInOrder.map((noun) => entityOf(tables[noun]));
