import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import pg from 'pg';
import { answerParent } from './child.ts';

/**
 * The same single queries as the service's reads, on its database, and nothing around them; and payouts of the minimal
 * schema, on that of the ceiling, gathered as the service gathers them.
 */
export interface Bare {
  readonly url: string;
  readonly ceilingUrl: string;
}

const connectionsMax = 10;
/** As the service's plans: made by what is known of a busy account, its page may go through everybody's rows. */
const planned = '-c plan_cache_mode=force_generic_plan';
const groupMax = 100;
const atOnce = 2;

answerParent(serve);

/** Starts and answers with its address. */
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

/** Requests that came while the last group ran go together. */
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
