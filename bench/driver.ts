import pg from 'pg';
import { answerParent } from './child.ts';

/** Repeats a statement on each of `clients` connections for `ms`. */
export interface Drive {
  readonly url: string;
  readonly sql: string;
  readonly clients: number;
  readonly ms: number;
}

answerParent(drive);

/** Statements a second. */
async function drive({ url, sql, clients, ms }: Drive): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  let count = 0;
  const start = performance.now();
  await Promise.all(
    connections.map(async (client) => {
      while (performance.now() - start < ms) {
        await client.query({ name: 'ceiling', text: sql });
        count += 1;
      }
    }),
  );
  const elapsedMs = performance.now() - start;
  await Promise.all(connections.map((client) => client.end()));
  return (count / elapsedMs) * 1000;
}
