import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import { answerParent } from './child.ts';

/**
 * A bare server for comparison: the service's single queries for reads, and payouts of the minimal schema,
 * batched as in the service.
 */
export interface Bare {
  readonly url: string;
  readonly ceilingUrl: string;
}

const connectionsMax = 10;
/** Generic plans, as in the service. A plan for a busy account could scan the rows of all accounts. */
const planned = '-c plan_cache_mode=force_generic_plan';
const groupMax = 100;
const atOnce = 2;

answerParent(serve);

/** Starts the server and returns its URL. */
async function serve({ url, ceilingUrl }: Bare): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: connectionsMax, options: planned });
  const server = fastify();
  const route = (path: string, sql: string): void => {
    server.get<{ Params: { account: string; id?: string } }>(path, async ({ params }) => {
      const values = params.id === undefined ? [params.account] : [params.account, params.id];
      const { rows } = await pool.query({ name: path, text: sql, values });
      return { data: rows };
    });
  };
  route('/balances/:account', 'select * from balance where account_id = $1 order by currency');
  route('/payout/:account/:id', 'select * from payout where account_id = $1 and id = $2');
  route('/payouts/:account', 'select * from payout where account_id = $1 order by id desc limit 26');
  const pay = payer(new pg.Pool({ connectionString: ceilingUrl, max: atOnce }));
  server.post<{ Params: { account: string } }>('/pay/:account', async ({ params, headers }) =>
    pay({ account: Number(params.account), key: String(headers['idempotency-key']) }),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

interface Pay {
  readonly account: number;
  readonly key: string;
}

/** Requests that arrive while a group runs form the next group. */
function payer(pool: pg.Pool): (pay: Pay) => Promise<{ id: string }> {
  const waiting: (Pay & { resolve: (made: { id: string }) => void; reject: (error: unknown) => void })[] = [];
  let running = 0;
  const pump = (): void => {
    while (running < atOnce && waiting.length > 0) {
      const group = waiting.splice(0, groupMax);
      running += 1;
      const values = [group.map(({ account }) => account), group.map(({ key }) => key)];
      pool
        .query({ name: 'pay', text: 'select pay_set($1::int[], $2::text[], 1)', values })
        .then(
          () => group.forEach(({ key, resolve }) => resolve({ id: key })),
          (error: unknown) => group.forEach(({ reject }) => reject(error)),
        )
        .finally(() => {
          running -= 1;
          pump();
        });
    }
  };
  return (pay) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(pump);
      waiting.push({ ...pay, resolve, reject });
    });
}
