import DataLoader from 'dataloader';
import { sql, type RawBuilder } from 'kysely';
import type { Noun, Nouns } from '../../domain/decision.js';
import { Refusal } from '../../domain/refusal.js';
import type { Reader } from '../../ports/reader.js';
import { owningAccount } from './condition.js';
import { columnsOf, decodeRow } from './row.js';
import { tables } from './table.js';

type RowsOf = <T>(query: RawBuilder<T>) => Promise<T[]>;

interface Ask {
  readonly accountId: string;
  readonly id: string;
}

type Found = Nouns[Noun] | Error | undefined;

const batchMax = 100;

/** A row of an account by its id: what is asked for in one turn of the event loop, by whomever, is read at once. */
export function readById(rowsOf: RowsOf): Reader['get'] {
  const loaders = new Map<Noun, DataLoader<Ask, Nouns[Noun] | undefined>>();
  const loaderOf = (noun: Noun) => {
    const known = loaders.get(noun);
    if (known) return known;
    const loader = new DataLoader<Ask, Nouns[Noun] | undefined>((asks) => readAll(rowsOf, noun, asks), {
      // A row is read anew for whoever asks after it has changed.
      cache: false,
      maxBatchSize: batchMax,
      batchScheduleFn: (callback) => void setImmediate(callback),
    });
    loaders.set(noun, loader);
    return loader;
  };
  return async <N extends Noun>(noun: N, accountId: string, id: string) =>
    (await loaderOf(noun).load({ accountId, id })) as Nouns[N] | undefined;
}

async function readAll(rowsOf: RowsOf, noun: Noun, asks: readonly Ask[]): Promise<Found[]> {
  const found: Found[] = asks.map(() => undefined);
  const owner = sql.raw(noun === 'account' ? 't.id' : `t.${owningAccount}`);
  try {
    const rows = await rowsOf(sql<{ place: string }>`select a.place, ${columnsOf(noun, 't')}
      from unnest(${asks.map((ask) => ask.accountId)}::text[], ${asks.map((ask) => ask.id)}::text[])
        with ordinality as a(account_id, id, place)
      join ${sql.table(tables[noun].name)} t on t.id = a.id and ${owner} = a.account_id`);
    for (const row of rows) found[Number(row.place) - 1] = decodeRow(noun, row);
    return found;
  } catch (error) {
    // What cannot be asked for is only its asker's fault; a database that is away is away for all.
    const isMomentary = error instanceof Refusal && error.code === 'temporarily_unavailable';
    if (asks.length === 1 || isMomentary) return asks.map(() => error as Error);
    return (await Promise.all(asks.map((ask) => readAll(rowsOf, noun, [ask])))).flat();
  }
}
