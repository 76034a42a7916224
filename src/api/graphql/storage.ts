import { Ctx, Query, Resolver } from 'type-graphql';
import { text, whole } from '../../domain/noun/declare.js';
import { storageReport } from '../../usecases/storage.js';
import { part, parts, shape, type ShapeOf } from '../shape.js';
import type { Context } from './context.js';
import { returns } from './type.js';

const tableShape = shape('TableStorage', 'One table with its indexes and partitions.', {
  name: text('Name of the table.'),
  rows: part('fraction', 'Estimated number of rows. Empty until the database has analysed the table.', {
    optional: true,
  }),
  bytes: part('fraction', 'Size in bytes.'),
  growthBytes: part(
    'fraction',
    'Growth in bytes a day, averaged over the last 7 days. Empty until sizes of two days are recorded.',
    { optional: true },
  ),
  keptDays: whole('Days for which rows are kept. Empty: never deleted.', { optional: true }),
});

const dayShape = shape('StorageDay', 'Size of all tables on one day.', {
  day: text('The day in UTC, such as 2026-11-29.'),
  bytes: part('fraction', 'Size in bytes.'),
});

const storageShape = shape('Storage', 'Size and growth of the database.', {
  databaseBytes: part('fraction', 'Size of the database in bytes.'),
  growthBytes: part(
    'fraction',
    'Growth of all tables in bytes a day, averaged over the last 7 days. Empty until sizes of two days are recorded.',
    { optional: true },
  ),
  freeBytes: part(
    'fraction',
    'Bytes left on the volume: of DATABASE_VOLUME_GB, or of the file system of the embedded database. Empty if neither is known.',
    { optional: true },
  ),
  daysLeft: part('fraction', 'Days until the volume is full. Empty if unknown, or if nothing grows.', {
    optional: true,
  }),
  tables: parts(tableShape, 'Every table, largest first.', { most: 100 }),
  days: parts(dayShape, 'Size of all tables by day, oldest first; 90 days are kept.', { most: 91 }),
});

@Resolver()
export class StorageResolver {
  @Query(returns(storageShape), { description: 'Size and growth of the database and its tables.' })
  storage(@Ctx() { ports }: Context): Promise<ShapeOf<typeof storageShape>> {
    return storageReport(ports);
  }
}
