import { Ctx, Float, ObjectType, Query, Resolver } from 'type-graphql';
import { storageReport, type StorageReport } from '../../usecases/storage.js';
import type { Context } from './context.js';
import { atMost, field, optional, text, whole } from './field.js';

@ObjectType('TableStorage', { description: 'One table with its indexes and partitions.' })
class TableStorageType {
  @text('Name of the table.')
  readonly name!: string;

  @field(() => Float, 'Estimated number of rows. Empty until the database has analysed the table.', optional)
  readonly rows!: number | null;

  @field(() => Float, 'Size in bytes.')
  readonly bytes!: number;

  @field(
    () => Float,
    'Growth in bytes a day, averaged over the last 7 days. Empty until sizes of two days are recorded.',
    optional,
  )
  readonly growthBytes!: number | null;

  @whole('Days for which rows are kept. Empty: for ever.', optional)
  readonly keptDays!: number | null;
}

@ObjectType('StorageDay', { description: 'Size of all tables on one day.' })
class StorageDayType {
  @text('The day in UTC, such as 2026-11-29.')
  readonly day!: string;

  @field(() => Float, 'Size in bytes.')
  readonly bytes!: number;
}

@ObjectType('Storage', { description: 'Size and growth of the database.' })
class StorageType {
  @field(() => Float, 'Size of the database in bytes.')
  readonly databaseBytes!: number;

  @field(
    () => Float,
    'Growth of all tables in bytes a day, averaged over the last 7 days. Empty until sizes of two days are recorded.',
    optional,
  )
  readonly growthBytes!: number | null;

  @field(
    () => Float,
    'Bytes left on the volume: of DATABASE_VOLUME_GB, or of the file system of the embedded database. Empty if neither is known.',
    optional,
  )
  readonly freeBytes!: number | null;

  @field(() => Float, 'Days until the volume is full. Empty if unknown, or if nothing grows.', optional)
  readonly daysLeft!: number | null;

  @atMost(100)
  @field(() => [TableStorageType], 'Every table, largest first.')
  readonly tables!: TableStorageType[];

  @atMost(91)
  @field(() => [StorageDayType], 'Size of all tables by day, oldest first; 90 days are kept.')
  readonly days!: StorageDayType[];
}

@Resolver()
export class StorageResolver {
  @Query(() => StorageType, { description: 'Size and growth of the database and its tables.' })
  storage(@Ctx() { ports }: Context): Promise<StorageReport> {
    return storageReport(ports);
  }
}
